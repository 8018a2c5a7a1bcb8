#include "core/base/progress.h"
#include "core/checkpoint/readers/open.h"
#include "core/devices/map/placement.h"
#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/map_samples.h"
#include "tests/support/test_program.h"
#include "tests/ui/queue_files.h"
#include "tests/ui/window_test.h"
#include "ui/map/canvas/map_canvas.h"
#include "ui/map/device_map_panel.h"
#include "ui/map/load/load_page.h"
#include "ui/map/verdict/map_verdict.h"
#include "ui/queue/convert_file.h"
#include "ui/window/file_tabs.h"
#include "ui/window/map_dock.h"

#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QScreen>

#include <future>

namespace cairn::tst_map_dock {

using namespace cairn::devices;
using namespace cairn::test;
using namespace cairn::ui;

/// The map editor in the window: it follows the file in front, the tree follows it, and a copy can be saved with its
/// map.
class tst_MapDock : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(); }
    void mapsBothWays();
    void takesRowsOfTheTree();
    void makesFewerRules();
    void savesCopy();
    void saysWhatMetaCopiesLack();
    void tellsOfChangedRecords();
    void comesBackBeforeTheMachineAnswers();
    void givesTheFocusBack();
    void staysOnTheScreen();
    void countsOneDeviceAsOne();
    void opensMapFiles();
    void loadsThroughLibTorch();

private:
    [[nodiscard]] DeviceMapPanel& panel() const { return *m_window->findChild<DeviceMapPanel*>(); }
};

void tst_MapDock::init()
{
    startAfresh();
    open(kSample);
    trigger("mapDockAction");
    panel().setMachine(machineOf("2 x 24 GB, cpu 64 GB"));
    QTRY_VERIFY_WITH_TIMEOUT(panel().analysis() != nullptr, 60'000);
}

void tst_MapDock::mapsBothWays()
{
    QVERIFY(panel().isVisible());
    trigger("presetCpu");
    QTRY_COMPARE(view().map(), MapLocation::everythingTo("cpu"));
    const QModelIndex row = model().index(0, static_cast<int>(RowColumn::MapsTo));
    QTRY_COMPARE(row.data().toString(), "cpu");
    view().setMap(MapLocation::device("cuda:1"));
    QCOMPARE(panel().map(), MapLocation::device("cuda:1"));
    trigger("mapUndoAction");
    QCOMPARE(view().map(), MapLocation::everythingTo("cpu"));
    m_window->resize(1280, 860);
    picture("map-dock");
}

void tst_MapDock::takesRowsOfTheTree()
{
    const std::unique_ptr<QMimeData> data(model().mimeData({model().index(0, 0)}));
    auto* picture = m_window->findChild<MapCanvas*>();
    const auto target = std::ranges::find(picture->scene().targets, "cuda:1", &MapTarget::title);
    const QRectF card = picture->layout().targets[static_cast<std::size_t>(target - picture->scene().targets.begin())];
    QVERIFY(dropOn(*picture, *data, card.center()));
    QCOMPARE(panel().map().rules().size(), std::size_t{1});
    QCOMPARE(panel().map().rules()[0].when.path, "model.*");
    QCOMPARE(view().map(), panel().map());
}

/// A map that names each tensor, as one made by hand does.
void tst_MapDock::makesFewerRules()
{
    const checkpoint::Checkpoint& checkpoint = *view().document()->checkpoint;
    std::vector<MapRule> rules;
    for (const checkpoint::Tensor& tensor : checkpoint.tensors()) {
        const std::string name = checkpoint.entryName(tensor.entry);
        rules.push_back({"*", name.ends_with(".bias") ? "cpu" : "cuda:1"});
        rules.back().when.path = name;
    }
    const MapLocation byHand(rules);
    view().setMap(byHand);
    trigger("presetFewerRules");
    QTRY_VERIFY(view().map() != byHand);
    QVERIFY2(panel().map().rules().size() * 4 < rules.size(),
             qPrintable(QString::number(panel().map().rules().size())));
    const Placement before = placeStorages(checkpoint, byHand);
    const Placement after = placeStorages(checkpoint, panel().map());
    for (checkpoint::StorageId id = 0; id < checkpoint.storages().size(); ++id) {
        QCOMPARE(after.target(id), before.target(id));
    }
    picture("map-fewer");
    trigger("mapUndoAction");
    QCOMPARE(view().map(), byHand);
}

void tst_MapDock::savesCopy()
{
    m_answers.target = m_folder.filePath("two_gpus.mapped.pth");
    trigger("presetCollapse");
    QTRY_VERIFY(view().map().kind() == MapKind::Rules);
    trigger("saveMappedCopyAction");
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_answers.target), 60'000);
    QStringList tags = tagsOf(m_answers.target).split(u' ');
    tags.sort();
    QCOMPARE(tags, QStringList({"cpu", "cuda:0"}));
}

void tst_MapDock::saysWhatMetaCopiesLack()
{
    const QString target = m_folder.filePath("meta.pth");
    Progress progress;
    const auto copy = [&](const char* device, FileSink::Existing existing) {
        return saveMapped(view().document()->checkpoint, MapLocation::everythingTo(device), target.toStdString(),
                          existing, progress);
    };
    const QueueOutcome meta = copy("meta", FileSink::Existing::Refuse);
    QVERIFY2(meta.state == QueueState::Done && meta.words.contains("without its values"), qPrintable(meta.words));
    const QueueOutcome cpu = copy("cpu", FileSink::Existing::Replace);
    QVERIFY2(cpu.state == QueueState::Done && !cpu.words.contains("values"), qPrintable(cpu.words));
}

void tst_MapDock::tellsOfChangedRecords()
{
    QByteArray bytes = contentOf(fixture("torch113/state_dict.pt"));
    const qsizetype record = bytes.indexOf("archive/data/0");
    const qsizetype data = record + qsizetype{14} + static_cast<unsigned char>(bytes[record - 2]);
    bytes[data] = static_cast<char>(bytes[data] ^ 1);
    const QString damaged = m_folder.filePath("damaged.pth");
    writeFile(damaged, bytes);
    const auto source = checkpoint::openCheckpoint(damaged.toStdString());
    QVERIFY(source);
    Progress progress;
    const QueueOutcome copy =
        saveMapped(*source, MapLocation::everythingTo("cuda:0"), m_folder.filePath("damaged.mapped.pth").toStdString(),
                   FileSink::Existing::Refuse, progress);
    QVERIFY2(copy.state == QueueState::Done &&
                 copy.words.startsWith("1 record of the source does not have the checksum"),
             qPrintable(copy.words));
    QVERIFY2(copy.words.contains("archive/data/0 (conv.weight). "), qPrintable(copy.words));
    QVERIFY(copy.hasDamage); // so the line that tells of it has no tick
}

/// A driver takes seconds to wake up, and a person goes from tab to tab meanwhile.
void tst_MapDock::comesBackBeforeTheMachineAnswers()
{
    m_window.reset();
    std::promise<void> answer;
    m_machine = std::make_unique<Machine>([isAwake = answer.get_future().share()] {
        isAwake.wait();
        DeviceInventory here = test::machine("2 x 24 GB, cpu 64 GB");
        here.machine = kThisMachine;
        return here;
    });
    startAfresh();
    const QString other = m_folder.filePath("other.pth");
    QVERIFY(QFile::exists(other) || QFile::copy(kSample, other));
    m_window->open({kSample, other});
    auto* tabs = m_window->findChild<FileTabs*>();
    const auto isOpen = [&](int tab) {
        tabs->setCurrentIndex(tab);
        return m_window->view() != nullptr && panel().editor().document() == view().document();
    };
    QTRY_VERIFY(tabs->count() == 2 && isOpen(0) && isOpen(1));
    answer.set_value();
    QTRY_VERIFY(m_machine->inventory() != nullptr);
    QVERIFY(isOpen(0) && isOpen(1)); // as they were left: without a machine
    QTRY_VERIFY(panel().analysis() != nullptr);
}

void tst_MapDock::givesTheFocusBack()
{
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    const auto isInMap = [this] { return panel().isAncestorOf(QApplication::focusWidget()); };
    trigger("mapDockAction");
    for (QWidget* before : {static_cast<QWidget*>(&tree()), static_cast<QWidget*>(part<QLineEdit>("search"))}) {
        before->setFocus();
        for (const char* way : {"mapDockAction", "mapFullViewAction"}) {
            QVERIFY2(QApplication::focusWidget() == before, way);
            trigger(way);
            QVERIFY(isInMap());
            trigger(way);
            QVERIFY(!panel().isVisible());
        }
        QCOMPARE(QApplication::focusWidget(), before);
    }
    trigger("mapDockAction");
    tree().setFocus();
    trigger("mapDockAction"); // it was not in the map: it stays
    QCOMPARE(QApplication::focusWidget(), &tree());
}

/// Where there is no room for the file and the map together, as large text can bring about, the map takes the window
/// and gives it back.
void tst_MapDock::staysOnTheScreen()
{
    trigger("mapDockAction");
    const int height = m_window->screen()->availableGeometry().height() - 20;
    m_window->centralWidget()->setMinimumHeight(height - 200);
    m_window->resize(m_window->width(), height);
    QTRY_COMPARE(m_window->height(), height);
    const auto* full = part<QAction>("mapFullViewAction");
    for (const char* way : {"mapDockAction", "mapFullViewAction"}) {
        trigger(way);
        QVERIFY2(panel().isVisible() && full->isChecked(), way);
        QCoreApplication::processEvents();
        QCOMPARE(m_window->height(), height);
        trigger(way);
        QVERIFY2(!panel().isVisible() && !full->isChecked() && tree().isVisible(), way);
        QCoreApplication::processEvents();
        QCOMPARE(m_window->height(), height);
    }
}

void tst_MapDock::countsOneDeviceAsOne()
{
    devices::Preflight verdict;
    verdict.devices.resize(7);
    for (devices::DeviceUse& use : verdict.devices) {
        use.storages = 1;
    }
    QVERIFY2(devicesText(verdict).endsWith("and 1 more device"), qPrintable(devicesText(verdict)));
    verdict.devices.push_back(verdict.devices.front());
    QVERIFY2(devicesText(verdict).endsWith("and 2 more devices"), qPrintable(devicesText(verdict)));
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
    const auto maps = [] { return contentOf("/proc/self/maps"); };
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

CAIRN_TEST(tst_MapDock, QApplication);

} // namespace cairn::tst_map_dock

#include "tst_map_dock.moc"
