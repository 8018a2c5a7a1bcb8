#include "core/checkpoint/open.h"
#include "tests/support/map_samples.h"
#include "ui/map/device_map_panel.h"
#include "ui/map/load_page.h"
#include "ui/map/map_picture.h"
#include "ui/models/checkpoint_model.h"
#include "ui/state/machine.h"
#include "ui/text/theme.h"
#include "ui/window/document_view.h"
#include "ui/window/main_window.h"
#include "ui/window/map_dock.h"
#include "ui/window/prompts.h"
#include "ui/window/tree_page.h"

#include <QAction>
#include <QApplication>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace cairn;
using namespace cairn::devices;
using namespace cairn::ui;

namespace {

class FixedAnswers final : public Prompts {
public:
    QString answer;

    void openFiles(QWidget* /*parent*/, const FilesChosen& chosen) override { chosen({answer}); }
    void saveFile(QWidget* /*parent*/, const QString& /*suggestion*/, const Chosen& chosen) override { chosen(answer); }
};

} // namespace

/// The map editor in the window: it follows the file in front, the tree follows it, and a copy can be saved with its
/// map.
class tst_MapDock : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void mapsBothWays();
    void takesRowsOfTheTree();
    void savesCopy();
    void opensMapFiles();
    void loadsThroughLibTorch();

private:
    void trigger(const char* action) const { m_window->findChild<QAction*>(action)->trigger(); }
    [[nodiscard]] DeviceMapPanel& panel() const { return *m_window->findChild<DeviceMapPanel*>(); }
    [[nodiscard]] DocumentView& view() const { return *m_window->view(); }

    QTemporaryDir m_folder;
    std::unique_ptr<QSettings> m_settings;
    FixedAnswers m_answers;
    Machine m_machine;
    std::unique_ptr<MainWindow> m_window;
};

void tst_MapDock::init()
{
    m_settings = std::make_unique<QSettings>(m_folder.filePath("settings.ini"), QSettings::IniFormat);
    m_settings->clear();
    QApplication::setPalette(paletteOf(Theme::Light));
    m_window =
        std::make_unique<MainWindow>(Surroundings{.settings = *m_settings, .prompts = m_answers, .machine = m_machine});
    m_window->show();
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    m_window->open({QStringLiteral(CAIRN_SOURCE_DIR "/resources/samples/two_gpus.pth")});
    QVERIFY(settled.wait(20'000));
    trigger("mapDockAction");
    panel().setMachine(test::machineOf("2 x 24 GB, cpu 64 GB"));
    QTRY_VERIFY_WITH_TIMEOUT(panel().analysis() != nullptr, 20'000);
}

void tst_MapDock::cleanup()
{
    m_window.reset();
}

void tst_MapDock::mapsBothWays()
{
    QVERIFY(panel().isVisible());
    trigger("presetCpu");
    QTRY_COMPARE(view().map(), MapLocation::everythingTo("cpu"));
    const QModelIndex row = view().tree()->checkpointModel()->index(0, static_cast<int>(RowColumn::MapsTo));
    QTRY_COMPARE(row.data().toString(), "cpu");
    view().setMap(MapLocation::device("cuda:1"));
    QCOMPARE(panel().map(), MapLocation::device("cuda:1"));
    trigger("mapUndoAction");
    QCOMPARE(view().map(), MapLocation::everythingTo("cpu"));
    const QString folder = qEnvironmentVariable("CAIRN_SCREENSHOTS");
    if (!folder.isEmpty()) {
        m_window->resize(1280, 860);
        QTest::qWait(300);
        QVERIFY(m_window->grab().save(folder + "/map-dock.png"));
    }
}

void tst_MapDock::takesRowsOfTheTree()
{
    const CheckpointModel& model = *view().tree()->checkpointModel();
    const std::unique_ptr<QMimeData> data(model.mimeData({model.index(0, 0)}));
    auto* picture = m_window->findChild<MapPicture*>();
    const auto target = std::ranges::find(picture->scene().targets, "cuda:1", &MapTarget::title);
    const QRectF card = picture->layout().targets[static_cast<std::size_t>(target - picture->scene().targets.begin())];
    QDragEnterEvent enter(card.center().toPoint(), Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(picture, &enter);
    QDropEvent drop(card.center(), Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(picture, &drop);
    QCOMPARE(panel().map().rules().size(), std::size_t{1});
    QCOMPARE(panel().map().rules()[0].when.path, "model.*");
    QCOMPARE(view().map(), panel().map());
}

void tst_MapDock::savesCopy()
{
    m_answers.answer = m_folder.filePath("two_gpus.mapped.pth");
    trigger("presetCollapse");
    QTRY_VERIFY(view().map().kind() == MapKind::Rules);
    trigger("saveMappedCopyAction");
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_answers.answer), 20'000);
    const auto copy = checkpoint::openCheckpoint(m_answers.answer.toStdString());
    QVERIFY(copy);
    QStringList tags;
    for (const auto& [tag, usage] : (*copy)->usageByDevice()) {
        tags.append(QString::fromStdString(tag));
    }
    tags.sort();
    QCOMPARE(tags, QStringList({"cpu", "cuda:0"}));
}

void tst_MapDock::opensMapFiles()
{
    trigger("presetCollapse");
    QTRY_VERIFY(view().map().kind() == MapKind::Rules);
    const QString path = m_folder.filePath("one.devicemap.json");
    panel().saveMap(path);
    QTRY_VERIFY(QFile::exists(path));
    trigger("presetAsSaved");
    QTRY_VERIFY(view().map().kind() == MapKind::None);
    m_window->open({path}); // as by a drop or a double-click
    QCOMPARE(view().map().rules(), (std::vector<MapRule>{{"cuda:*", "cuda:0"}}));
}

/// With LibTorch itself, which nothing has touched before.
void tst_MapDock::loadsThroughLibTorch()
{
#ifdef CAIRN_TORCH_MODULE
    const auto maps = [] {
        QFile file("/proc/self/maps");
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QVERIFY(maps().contains("libQt6Widgets"));
    QVERIFY(!maps().contains("libtorch") && !maps().contains("libc10"));
    qputenv("CAIRN_RUNTIME", CAIRN_TORCH_MODULE);
    panel().setMap(MapLocation::device("cpu"));
    trigger("loadMappedAction");
    QTRY_VERIFY_WITH_TIMEOUT(!panel().loadPage()->isRunning(), 60'000);
    const QString headline = m_window->findChild<QLabel*>("loadHeadline")->text();
    QVERIFY2(headline.startsWith("✓ Loaded two_gpus.pth: 183 "), qPrintable(headline));
    QVERIFY(maps().contains("libtorch"));
#else
    QSKIP("Cairn was built without the LibTorch module");
#endif
}

QTEST_MAIN(tst_MapDock)
#include "tst_map_dock.moc"
