#include "app/version.h"
#include "ui/window/main_window.h"
#include "ui/window/prompts.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QIcon>
#include <QSettings>

namespace {

using cairn::ui::MainWindow;

QString fromUtf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString versionText()
{
    const QString version = fromUtf8(cairn::kVersion);
    return cairn::kCommit.empty() ? version : QStringLiteral("%1 (%2)").arg(version, fromUtf8(cairn::kCommit));
}

void openWindow(QSettings& settings, cairn::ui::Prompts& prompts, const QString& path)
{
    auto* window = new MainWindow(settings, prompts);
    window->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(window, &MainWindow::windowWanted, window,
                     [&settings, &prompts](const QString& other) { openWindow(settings, prompts, other); });
    window->show();
    if (!path.isEmpty()) {
        window->open(path);
    }
}

} // namespace

int main(int argc, char* argv[])
{
    const QApplication app(argc, argv);
    QApplication::setApplicationName(QStringLiteral("cairn"));
    QApplication::setOrganizationName(QStringLiteral("cairn"));
    QApplication::setApplicationDisplayName(QStringLiteral("Cairn"));
    QApplication::setApplicationVersion(versionText());
    QApplication::setDesktopFileName(QStringLiteral("cairn"));
    QApplication::setWindowIcon(QIcon::fromTheme(QStringLiteral("cairn")));
    QApplication::setStyle(QStringLiteral("Fusion"));

    QCommandLineParser parser;
    parser.setApplicationDescription(
        QApplication::tr("Opens PyTorch checkpoints and shows what is in them. Nothing in a file is executed."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("FILE"), QApplication::tr("A checkpoint; each opens in a window."),
                                 QStringLiteral("[FILE...]"));
    parser.process(app);

    QSettings settings;
    cairn::ui::FileDialogs prompts;
    const QStringList files = parser.positionalArguments();
    for (const QString& file : files.isEmpty() ? QStringList{QString()} : files) {
        openWindow(settings, prompts, file);
    }
    return QApplication::exec();
}
