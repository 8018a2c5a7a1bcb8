#include "app/build_text.h"
#include "app/crash_report.h"
#include "app/gui/start.h"
#include "core/remote/address.h"
#include "core/runtime/host/torch_host.h"
#include "ui/common/prompts.h"
#include "ui/common/queue_prompts.h"
#include "ui/document/machine.h"
#include "ui/queue/dropped_files.h"
#include "ui/queue/queue_view.h"
#include "ui/text/display.h"
#include "ui/text/theme.h"
#include "ui/text/translation.h"
#include "ui/tree/tree_page.h"
#include "ui/window/document_view.h"
#include "ui/window/main_window.h"
#include "ui/window/open_tabs.h"
#include "ui/window/running_instance.h"
#include "ui/window/torch_box.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFileInfo>
#include <QIcon>
#include <QSettings>
#include <QStandardPaths>
#include <QTimer>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

namespace {

using cairn::ui::DroppedFiles;
using cairn::ui::MainWindow;
using cairn::ui::OpenTabs;
using cairn::ui::QueueView;
using cairn::ui::RunningInstance;

/// `version`: the first line of it, and below what the program stands on.
void nameApplication(const std::string& version)
{
    QApplication::setApplicationName(QStringLiteral("cairn"));
    QApplication::setOrganizationName(QStringLiteral("cairn"));
    QApplication::setApplicationDisplayName(QStringLiteral("Cairn"));
    QApplication::setApplicationVersion(QString::fromStdString(version));
    const QString id = QStringLiteral("io.github.cairn.cairn");
    QApplication::setDesktopFileName(id);
    QApplication::setWindowIcon(QIcon::fromTheme(id, QIcon(QStringLiteral(":/icons/%1.svg").arg(id))));
    cairn::ui::useStyle();
}

/// Where the queue and the reports of crashes are kept.
QString stateFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
}

/// The report of the last crash; empty without one.
QString lastCrash()
{
    const QDir folder(stateFolder());
    const QString names = QLatin1String(cairn::kCrashPrefix) + QStringLiteral("*.txt");
    const QFileInfoList reports = folder.entryInfoList({names}, QDir::Files, QDir::Time);
    return reports.isEmpty() ? QString() : reports.first().absoluteFilePath();
}

struct Options {
    QStringList files; ///< absolute paths, and addresses
    bool convert = false;
    bool newWindow = false;
    bool firstPaint = false;
};

Options readOptions(const QApplication& app)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QApplication::tr("Opens PyTorch checkpoints and shows what is in them. Nothing in a file is executed."));
    parser.addHelpOption();
    parser.addVersionOption();
    const QCommandLineOption newWindow(
        QStringLiteral("new-window"),
        QApplication::tr("Open the files in a window of their own, even if Cairn is running already."));
    parser.addOption(newWindow);
    const QCommandLineOption convert(
        QStringLiteral("convert"),
        QApplication::tr("Write copies of the files, and of the checkpoints in folders, that load without a GPU."));
    parser.addOption(convert);
    QCommandLineOption firstPaint(QStringLiteral("first-paint"));
    firstPaint.setFlags(QCommandLineOption::HiddenFromHelp); // for measuring
    parser.addOption(firstPaint);
    parser.addPositionalArgument(QStringLiteral("FILE"),
                                 QApplication::tr("A checkpoint; each opens in a tab. With --convert also folders."),
                                 QStringLiteral("[FILE...]"));
    parser.process(app);
    Options options;
    options.firstPaint = parser.isSet(firstPaint);
    options.convert = parser.isSet(convert);
    options.newWindow = parser.isSet(newWindow) || options.firstPaint;
    for (const QString& file : parser.positionalArguments()) {
        options.files.append(cairn::remote::isAddress(file.toStdString()) ? file : QFileInfo(file).absoluteFilePath());
    }
    return options;
}

/// Tells when the tree has been painted, on the monotonic clock in nanoseconds, and ends the application.
class FirstPaint : public QObject {
protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Paint && !std::exchange(m_isPainting, true)) {
            QTimer::singleShot(0, this, [] {
                const auto now = std::chrono::steady_clock::now().time_since_epoch();
                std::printf("%lld\n", static_cast<long long>(std::chrono::nanoseconds(now).count()));
                QApplication::exit();
            });
        }
        return QObject::eventFilter(watched, event);
    }

private:
    bool m_isPainting = false;
};

void comeToFront(QWidget& window)
{
    window.setWindowState(window.windowState() & ~Qt::WindowMinimized);
    window.show();
    window.raise();
    window.activateWindow();
}

/// The queue of conversions, made when it is first wanted: most starts only look at a file.
class Converter {
public:
    Converter(QSettings& settings, MainWindow& window, const RunningInstance& instance)
        : m_settings(settings), m_window(window), m_stateFile(stateFolder() + QStringLiteral("/queue.json"))
    {
        QObject::connect(&instance, &RunningInstance::conversionReceived, &window,
                         [this](const QStringList& paths) { take(paths); });
        QObject::connect(&window, &MainWindow::conversionRequested, &window,
                         [this](const DroppedFiles& files) { take(files); });
    }

    template <typename Files>
    void take(const Files& files)
    {
        view().add(files);
        comeToFront(view());
    }

    /// Of a queue that was left undone. Its window comes only if it is asked for: people came for a file.
    [[nodiscard]] std::size_t leftCount() { return QFileInfo::exists(m_stateFile) ? view().leftCount() : 0; }

private:
    [[nodiscard]] QueueView& view()
    {
        if (!m_view) {
            m_view = std::make_unique<QueueView>(cairn::ui::QueueSurroundings{
                .settings = m_settings, .prompts = m_prompts, .stateFile = m_stateFile, .currentMap = [this] {
                    return m_window.currentMap();
                }});
            QObject::connect(m_view.get(), &QueueView::openRequested, &m_window, [this](const QString& path) {
                comeToFront(m_window);
                m_window.open({path});
            });
            QObject::connect(m_view.get(), &QueueView::helpRequested, &m_window, [this] {
                comeToFront(m_window);
                m_window.showHelp(QStringLiteral("copies"));
            });
        }
        return *m_view;
    }

    QSettings& m_settings;
    MainWindow& m_window;
    QString m_stateFile;
    cairn::ui::QueueDialogs m_prompts;
    std::unique_ptr<QueueView> m_view;
};

int run(int argc, char* argv[])
{
    if (const auto status = cairn::runtime::runAsTorchHost(argc, argv)) {
        return *status;
    }
    if (!cairn::gui::prepareDisplay(argc, argv)) {
        return EXIT_FAILURE;
    }
    const QByteArray activationToken = qgetenv(RunningInstance::kActivationToken); // before Qt takes it
    const QApplication app(argc, argv);
    const std::string version = cairn::versionText() + '\n' + cairn::buildText(qVersion());
    nameApplication(version);
    cairn::ui::installLanguage(cairn::ui::savedLanguage(QSettings()));
    const Options options = readOptions(app);
    cairn::reportCrashes("cairn", version, cairn::ui::pathBytes(stateFolder()));
    cairn::gui::surviveFileLimits();
    const QString address = RunningInstance::defaultAddress();
    const auto action = options.convert ? RunningInstance::Action::Convert : RunningInstance::Action::Open;
    cairn::gui::yieldFront();
    if (!options.newWindow && RunningInstance::hand(address, options.files, action, activationToken)) {
        return EXIT_SUCCESS;
    }

    int code = EXIT_SUCCESS;
    bool isAsking = false;
    {
        QSettings settings;
        cairn::ui::applyTheme(cairn::ui::savedTheme(settings));
        cairn::ui::useSavedTorch(settings);
        cairn::ui::FileDialogs prompts;
        cairn::ui::Machine machine;
        MainWindow window({.settings = settings, .prompts = prompts, .machine = machine});
        RunningInstance instance;
        Converter converter(settings, window, instance);
        QObject::connect(&instance, &RunningInstance::filesReceived, &window, [&window](const QStringList& files) {
            window.open(files);
            comeToFront(window);
        });
        if (!options.newWindow) {
            instance.listen(address);
        }
        FirstPaint firstPaint;
        if (options.firstPaint) {
            QObject::connect(&window, &MainWindow::settled, &firstPaint, [&] {
                window.view()->tree()->viewport()->installEventFilter(&firstPaint);
                window.view()->tree()->viewport()->update();
            });
        }
        if (options.convert) {
            converter.take(options.files);
        } else {
            window.show();
            window.open(options.files.isEmpty() ? OpenTabs(settings).paths() : options.files);
            window.tellOfCrash(lastCrash());
            window.tellOfCutShort();
            if (const std::size_t left = converter.leftCount(); left != 0) {
                window.tellOfQueue(left);
            }
        }
        code = QApplication::exec();
        isAsking = machine.isAsking();
    }
    if (isAsking) {
        std::_Exit(code); // a driver that is still waking up must not meet the end of its process
    }
    return code;
}

} // namespace

int main(int argc, char* argv[])
{
    const int code = run(argc, argv);
    cairn::gui::endProcess(code);
    return code;
}
