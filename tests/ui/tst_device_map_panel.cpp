#include "core/devices/map/map_file.h"
#include "tests/support/documents.h"
#include "tests/support/map_samples.h"
#include "tests/support/test_program.h"
#include "ui/document/entry_mime.h"
#include "ui/map/canvas/map_canvas.h"
#include "ui/map/device_map_panel.h"
#include "ui/map/rules/rule_table.h"
#include "ui/map/verdict/map_verdict.h"
#include "ui/map/verdict/problem_view.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>

namespace cairn::tst_device_map_panel {

using namespace cairn::devices;
using namespace cairn::ui;
using namespace cairn::test;

namespace {

using Kind = MapItem::Kind;

/// A file of somebody with four GPUs.
DocumentPtr fourGpus()
{
    return documentOf(savedOn({{"cuda:0", 10, kMegabyte},
                               {"cuda:1", 10, kMegabyte},
                               {"cuda:2", 5, 4 * kMegabyte},
                               {"cuda:3", 304, 4 * kMegabyte},
                               {"cpu", 2, 8}}));
}

/// Everything on cuda:0: what the tests by mouse, keyboard and table all want.
const MapLocation kWanted({{"cuda:1", "cuda:0"}, {"cuda:2", "cuda:0"}, {"cuda:3", "cuda:0"}});

} // namespace

/// The map editor as a person uses it: with the mouse on real geometry, with the keyboard alone, with the table alone.
class tst_DeviceMapPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void byMouse();
    void byKeyboard();
    void byTable();
    void dropsOnNothing();
    void dragsOneCurve();
    void takesRows();
    void refusesAbsent();
    void conflicts();
    void undoes();
    void machines_data();
    void machines();
    void files();
    void remembers();
    void isAccessible();
    void walksFromTheStart();
    void nothingMoves();
    void foreseesDrops();
    void namesThisMachine();
    void keepsWrongMachines();
    void saysWhatMetaIs();

private:
    void show(const DocumentPtr& document, const char* machine);
    /// The panel has worked out what its map does.
    void settle();
    [[nodiscard]] QPoint centerOf(Kind kind, const QString& name) const;
    [[nodiscard]] QPoint emptySpace() const;
    void drag(const QPoint& from, const QPoint& to);
    [[nodiscard]] MapCanvas& picture() const { return *m_panel->findChild<MapCanvas*>(); }
    [[nodiscard]] RuleTable& table() const { return *m_panel->findChild<RuleTable*>(); }
    [[nodiscard]] QString headline() const { return m_panel->findChild<QLabel*>("mapVerdictHeadline")->text(); }
    void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(QApplication::focusWidget(), static_cast<Qt::Key>(key), modifiers);
    }

    QTemporaryDir m_folder;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<DeviceMapPanel> m_panel;
};

void tst_DeviceMapPanel::init()
{
    m_settings = std::make_unique<QSettings>(m_folder.filePath("settings.ini"), QSettings::IniFormat);
    m_settings->clear();
    m_panel = std::make_unique<DeviceMapPanel>(*m_settings);
    m_panel->resize(1200, 700);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
}

void tst_DeviceMapPanel::cleanup()
{
    m_panel.reset();
}

void tst_DeviceMapPanel::show(const DocumentPtr& document, const char* machine)
{
    m_panel->setMachine(machineOf(machine));
    m_panel->showDocument(document);
    settle();
}

void tst_DeviceMapPanel::settle()
{
    QTRY_VERIFY_WITH_TIMEOUT(m_panel->analysis() && m_panel->analysis()->state == m_panel->editor().state(), 60'000);
}

QPoint tst_DeviceMapPanel::centerOf(Kind kind, const QString& name) const
{
    for (const MapItem& item : picture().items()) {
        if (item.kind == kind && picture().nameOf(item).startsWith(name)) {
            return picture().layout().boundsOf(item).center().toPoint();
        }
    }
    return {};
}

QPoint tst_DeviceMapPanel::emptySpace() const
{
    for (int y = picture().height() - 5; y > 0; y -= 5) {
        const QPoint point(picture().width() / 2, y);
        if (picture().layout().itemAt(point).kind == Kind::None) {
            return point;
        }
    }
    return {};
}

void tst_DeviceMapPanel::drag(const QPoint& from, const QPoint& to)
{
    QVERIFY(!from.isNull() && !to.isNull());
    QTest::mousePress(&picture(), Qt::LeftButton, {}, from);
    for (int step = 1; step <= 8; ++step) {
        const QPoint at = from + (to - from) * step / 8;
        QMouseEvent move(QEvent::MouseMove, at, picture().mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                         Qt::NoModifier);
        QApplication::sendEvent(&picture(), &move);
    }
    QTest::mouseRelease(&picture(), Qt::LeftButton, {}, to);
    settle();
}

void tst_DeviceMapPanel::byMouse()
{
    show(fourGpus(), "1 x 24 GB, cpu 64 GB");
    QVERIFY(headline().contains("Will not load"));
    for (const char* tag : {"cuda:1", "cuda:2", "cuda:3"}) {
        drag(centerOf(Kind::Tag, tag), centerOf(Kind::Target, "cuda:0"));
    }
    QCOMPARE(m_panel->map(), kWanted);
    QVERIFY(headline().contains("Loads on"));
}

void tst_DeviceMapPanel::byKeyboard()
{
    show(fourGpus(), "1 x 24 GB, cpu 64 GB");
    picture().setFocus();
    // cpu, cuda:0, cuda:1 on the left; cpu, cuda:0 on the right.
    press(Qt::Key_Down);
    for (int tag = 1; tag <= 3; ++tag) {
        press(Qt::Key_Down);
        press(Qt::Key_Return);
        press(Qt::Key_Down);
        press(Qt::Key_Return);
        settle();
    }
    QCOMPARE(m_panel->map(), kWanted);
    press(Qt::Key_Delete);
    QCOMPARE(m_panel->map().rules().size(), std::size_t{2});
    press(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(m_panel->map(), kWanted);
}

void tst_DeviceMapPanel::byTable()
{
    show(fourGpus(), "1 x 24 GB, cpu 64 GB");
    RuleModel& model = *table().model();
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto write = [&](int column, const QString& text) {
        table().view()->setCurrentIndex(model.index(table().view()->currentIndex().row(), column));
        table().view()->setFocus();
        press(Qt::Key_F2);
        const QPointer<QComboBox> editor = qobject_cast<QComboBox*>(QApplication::focusWidget());
        QVERIFY(editor != nullptr);
        editor->setEditText(text);
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_VERIFY(editor == nullptr); // the delegate commits a moment later
    };
    table().view()->setFocus();
    for (const char* tag : {"cuda:1", "cuda:2", "cuda:3"}) {
        press(Qt::Key_Insert);
        write(RuleModel::From, tag);
        write(RuleModel::To, "cuda:0");
    }
    QCOMPARE(m_panel->map(), kWanted);
    settle();
    QCOMPARE(model.index(2, RuleModel::Takes).data().toString(), "304 · 1.2 GB");

    write(RuleModel::To, "cuda:x");
    QVERIFY(m_panel->findChild<QLabel*>("mapNote")->isVisible());
    QCOMPARE(m_panel->map(), kWanted);
    table().view()->setCurrentIndex(model.index(2, 0));
    press(Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(m_panel->map().rules()[1].from, "cuda:3");
    QVERIFY(model.setData(model.index(0, RuleModel::Size), ">= 2 MB", Qt::EditRole));
    QCOMPARE(m_panel->map().rules()[0].when.minBytes, 2 * kMegabyte);
    QVERIFY(model.setData(model.index(0, RuleModel::From), "*", Qt::EditRole));
    QVERIFY(model.setData(model.index(0, RuleModel::Size), "", Qt::EditRole));
    settle();
    QCOMPARE(model.index(1, RuleModel::Takes).data().toString(), "nothing left by rule 1");
    press(Qt::Key_Delete);
    QCOMPARE(m_panel->map().rules().size(), std::size_t{2});
}

void tst_DeviceMapPanel::dropsOnNothing()
{
    show(fourGpus(), "1 x 24 GB, cpu 64 GB");
    m_panel->setMap(kWanted);
    settle();
    drag(centerOf(Kind::Tag, "cuda:3"), emptySpace());
    QCOMPARE(m_panel->map().rules().size(), std::size_t{2});
    drag(centerOf(Kind::Tag, "cuda:2"), centerOf(Kind::Target, "as saved"));
    QCOMPARE(m_panel->map().rules().size(), std::size_t{1});
    QTest::mousePress(&picture(), Qt::LeftButton, {}, centerOf(Kind::Tag, "cuda:1"));
    QTest::mouseRelease(&picture(), Qt::LeftButton, {}, centerOf(Kind::Tag, "cuda:1"));
    QCOMPARE(m_panel->map().rules().size(), std::size_t{1}); // a click is no drag
}

void tst_DeviceMapPanel::dragsOneCurve()
{
    show(fourGpus(), "2 x 24 GB, cpu 64 GB");
    MapRule some{"cuda:3", "cpu"};
    some.when.path = "m3.w1*";
    m_panel->setMap(MapLocation({some}));
    settle();
    const MapLayout& layout = picture().layout();
    const auto curve = std::ranges::find_if(
        picture().scene().curves, [](const MapCurve& one) { return one.use.flow == TagFlow{"cuda:3", "cpu"}; });
    QVERIFY(curve != picture().scene().curves.end());
    const QPointF end = layout.curves[static_cast<std::size_t>(curve - picture().scene().curves.begin())].to;
    drag((end - QPointF(6, 0)).toPoint(), centerOf(Kind::Target, "cuda:1"));
    some.to = "cuda:1";
    QCOMPARE(m_panel->map(), MapLocation({some}));
}

void tst_DeviceMapPanel::takesRows()
{
    const DocumentPtr document = fourGpus();
    show(document, "2 x 24 GB, cpu 64 GB");
    const EntryRows rows{.entries = {1, 2}, .levels = {"m3"}};
    const std::unique_ptr<QMimeData> data(entryMimeData(*document, rows, {}));
    const auto drop = [&](const QPoint& at) {
        QDragEnterEvent enter(at, Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&picture(), &enter);
        QDropEvent event(at, Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&picture(), &event);
        settle();
        return enter.isAccepted();
    };
    QVERIFY(drop(centerOf(Kind::Target, "cuda:1")));
    QCOMPARE(m_panel->map().rules().size(), std::size_t{3});
    QCOMPARE(m_panel->map().rules()[0].when.path, "m0.w0");
    QCOMPARE(m_panel->map().rules()[2].when.path, "m3.*");
    QVERIFY(drop(emptySpace()));
    QCOMPARE(m_panel->map().kind(), MapKind::None);

    m_panel->showDocument(fourGpus()); // rows of another document are nothing to it
    settle();
    QVERIFY(!drop(centerOf(Kind::Target, "cuda:1")));
    QCOMPARE(m_panel->map().kind(), MapKind::None);
}

void tst_DeviceMapPanel::refusesAbsent()
{
    show(fourGpus(), "1 x 24 GB, cpu 64 GB");
    drag(centerOf(Kind::Tag, "cuda:0"), centerOf(Kind::Target, "cuda:1"));
    QCOMPARE(m_panel->map().kind(), MapKind::None);
    QVERIFY(m_panel->findChild<QLabel*>("mapNote")->text().contains("cannot take it"));
}

void tst_DeviceMapPanel::conflicts()
{
    Model made;
    const StorageId shared = made.storage(pattern(8));
    made.tensor("a", shared, Dtype::Float32, {2}, {1});
    made.tensor("b", shared, Dtype::Float32, {2}, {1});
    show(documentOf(made.build()), "1 x 24 GB, cpu 64 GB");
    MapRule half{"*", "cpu"};
    half.when.path = "b";
    m_panel->setMap(MapLocation({half, {"cuda:0", "cuda:0"}}));
    settle();
    QVERIFY(headline().contains("Will not load"));
    QCOMPARE(picture().scene().tags[0].split, std::uint64_t{1}); // one storage, whatever looks into it
    QVERIFY(picture().nameOf({Kind::Tag, 0}).contains("to two devices"));
    for (int row = 0; row < 2; ++row) {
        QVERIFY(table().model()->index(row, 0).data(Qt::ToolTipRole).toString().contains("two devices"));
    }
    QVERIFY(m_panel->findChild<ProblemView*>()->toPlainText().contains("b → cpu"));
    QTest::mouseClick(m_panel->findChild<QPushButton*>("mapJoinButton"), Qt::LeftButton);
    settle();
    QVERIFY(headline().contains("Loads on"));
    QCOMPARE(picture().scene().tags[0].split, std::uint64_t{0});
}

void tst_DeviceMapPanel::undoes()
{
    QSignalSpy changed(m_panel.get(), &DeviceMapPanel::mapChanged);
    show(fourGpus(), "1 x 24 GB, cpu 64 GB");
    for (const char* preset : {"presetCpu", "presetCollapse", "presetShift", "presetBalance", "presetFirstGpu"}) {
        const MapLocation before = m_panel->map();
        changed.clear();
        m_panel->findChild<QAction*>(preset)->trigger();
        QTRY_VERIFY(!changed.isEmpty());
        const MapLocation after = m_panel->map();
        m_panel->findChild<QAction*>("mapUndoAction")->trigger();
        QCOMPARE(m_panel->map(), before);
        m_panel->findChild<QAction*>("mapRedoAction")->trigger();
        QCOMPARE(m_panel->map(), after);
    }
    settle();
    m_panel->setMachine(machineOf("cpu"));
    settle();
    QCOMPARE(picture().scene().targets.size(), std::size_t{4}); // cpu, meta, as saved, cuda
    const MapLocation last = m_panel->map();
    m_panel->findChild<QAction*>("mapUndoAction")->trigger();
    settle();
    QVERIFY(m_panel->map() != last); // the map, and not the machine that was looked at since
    QCOMPARE(picture().scene().targets.size(), std::size_t{4});
}

void tst_DeviceMapPanel::machines_data()
{
    QTest::addColumn<InventoryPtr>("machine");
    QTest::addColumn<QStringList>("targets");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<bool>("loads");

    const auto without = [](BackendState state, const char* reason) {
        auto machine = std::make_shared<DeviceInventory>(*machineOf("cpu 64 GB"));
        machine->machine = "this machine";
        machine->backends.front().state = state;
        machine->backends.front().reason = verbatim(reason);
        return InventoryPtr(machine);
    };
    QTest::newRow("no GPU") << machineOf("cpu 64 GB") << QStringList{"cpu", "meta", "as saved", "cuda:0 … cuda:3"}
                            << "has no GPU" << false;
    QTest::newRow("no driver") << without(BackendState::NoDriver, "the NVIDIA driver is not installed")
                               << QStringList{"cpu", "meta", "as saved", "cuda:0 … cuda:3"}
                               << "the NVIDIA driver is not installed" << false;
    QTest::newRow("hidden") << without(BackendState::Hidden, "CUDA_VISIBLE_DEVICES is empty")
                            << QStringList{"cpu", "meta", "as saved", "cuda:0 … cuda:3"}
                            << "CUDA_VISIBLE_DEVICES is empty" << false;
    QTest::newRow("1 GPU") << machineOf("1 x 24 GB, cpu 64 GB")
                           << QStringList{"cpu", "cuda:0", "meta", "as saved", "cuda:1, cuda:2, cuda:3"}
                           << "has 1 cuda device" << false;
    QTest::newRow("2 GPUs") << machineOf("2 x 24 GB, cpu 64 GB")
                            << QStringList{"cpu", "cuda:0", "cuda:1", "meta", "as saved", "cuda:2, cuda:3"}
                            << "has 2 cuda devices" << false;
    QTest::newRow("8 GPUs") << machineOf("8 x 80 GB, cpu 64 GB")
                            << QStringList{"cpu",    "cuda:0", "cuda:1", "cuda:2", "cuda:3",  "cuda:4",
                                           "cuda:5", "cuda:6", "cuda:7", "meta",   "as saved"}
                            << "" << true;
    QTest::newRow("too small") << machineOf("4 x 500 MB, cpu 64 GB")
                               << QStringList{"cpu", "cuda:0", "cuda:1", "cuda:2", "cuda:3", "meta", "as saved"} << ""
                               << false;
}

void tst_DeviceMapPanel::machines()
{
    QFETCH(InventoryPtr, machine);
    QFETCH(QStringList, targets);
    QFETCH(QString, reason);
    QFETCH(bool, loads);
    m_panel->setMachine(machine);
    m_panel->showDocument(fourGpus());
    settle();
    QStringList titles;
    QString absent;
    bool isOver = false;
    for (const MapTarget& target : picture().scene().targets) {
        titles.append(target.title);
        absent += target.kind == MapTarget::Kind::Absent ? target.note : QString();
        isOver = isOver || target.isOver();
    }
    QCOMPARE(titles, targets);
    QVERIFY2(absent.contains(reason), qPrintable(absent));
    QCOMPARE(absent.isEmpty(), reason.isEmpty());
    QCOMPARE(headline().contains("Loads on"), loads);
    QCOMPARE(isOver, !loads && reason.isEmpty());
}

void tst_DeviceMapPanel::files()
{
    show(fourGpus(), "1 x 24 GB, cpu 64 GB");
    m_panel->setMap(kWanted);
    const QString path = m_folder.filePath("one.devicemap.json");
    m_panel->saveMap(path);
    QTRY_VERIFY(QFile::exists(path));
    m_panel->setMap({});
    m_panel->openMap(path);
    QCOMPARE(m_panel->map(), kWanted);
    QTRY_VERIFY(m_panel->findChild<QPlainTextEdit*>("codeText")->toPlainText().contains("map_location={\"cuda:1\""));
    m_panel->openMap(m_folder.filePath("none.devicemap.json"));
    QCOMPARE(m_panel->map(), kWanted);
    QVERIFY(m_panel->findChild<QLabel*>("mapNote")->text().contains("none.devicemap.json"));
}

void tst_DeviceMapPanel::remembers()
{
    show(fourGpus(), "1 x 24 GB, cpu 64 GB");
    m_panel->setMap(kWanted);
    m_panel->showDocument(nullptr);
    QCOMPARE(m_panel->map().kind(), MapKind::None);
    m_panel = std::make_unique<DeviceMapPanel>(*m_settings);
    show(fourGpus(), "1 x 24 GB, cpu 64 GB");
    QCOMPARE(m_panel->map(), kWanted);
    QVERIFY(!m_panel->editor().history().canUndo());
}

void tst_DeviceMapPanel::isAccessible()
{
    show(fourGpus(), "1 x 24 GB, cpu 64 GB");
    m_panel->setMap(MapLocation(std::vector<MapRule>{{"cuda:3", "cpu"}}));
    settle();
    QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&picture());
    QVERIFY(list != nullptr);
    QStringList names;
    for (int i = 0; i < list->childCount(); ++i) {
        const QAccessibleInterface* item = list->child(i);
        names.append(item->text(QAccessible::Name));
        QVERIFY(!names.back().isEmpty());
        QVERIFY(item->parent() == list && list->indexOfChild(item) == i);
        QVERIFY(!item->rect().isEmpty());
    }
    QVERIFY2(names.contains("cuda:3 to cpu, 304 storages, 1.2 GB"), qPrintable(names.join(" | ")));
    picture().setFocus();
    QVERIFY(list->focusChild() != nullptr);
    QCOMPARE(list->focusChild()->text(QAccessible::Name), "cpu, 2 storages, 16 B");
}

/// The keyboard may be there before there is anything to walk over.
void tst_DeviceMapPanel::walksFromTheStart()
{
    const DocumentPtr document = fourGpus();
    show(document, "2 x 24 GB, cpu 64 GB");
    MapCanvas other;
    other.show();
    QVERIFY(QTest::qWaitForWindowActive(&other));
    other.setFocus();
    QVERIFY(other.current().kind == Kind::None);
    other.setScene(picture().scene(), document);
    QVERIFY((other.current() == MapItem{Kind::Tag, 0}));
    QTest::keyClick(&other, Qt::Key_Down);
    QVERIFY((other.current() == MapItem{Kind::Tag, 1}));
}

void tst_DeviceMapPanel::nothingMoves()
{
    show(fourGpus(), "2 x 24 GB, cpu 64 GB");
    const std::vector<QRectF> tags = picture().layout().tags;
    const std::vector<QRectF> targets = picture().layout().targets;
    for (const char* to : {"cpu", "cuda:1", "meta", "as saved"}) {
        drag(centerOf(Kind::Tag, "cuda:3"), centerOf(Kind::Target, to));
        QCOMPARE(picture().layout().tags, tags);
        QCOMPARE(picture().layout().targets, targets);
    }
}

/// The verdict and the memory follow what is held over a target, at the same place and size; nothing is changed yet.
void tst_DeviceMapPanel::foreseesDrops()
{
    show(fourGpus(), "1 x 24 GB, cpu 64 GB");
    m_panel->setMap(MapLocation(std::vector<MapRule>{{"cuda:1", "cuda:0"}, {"cuda:2", "cuda:0"}}));
    settle();
    const QString before = headline();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest); // for what it says now
    const QRect verdict = m_panel->findChild<MapVerdict*>()->geometry();
    QTRY_VERIFY(m_panel->findChild<QPushButton*>("mapFixButton") != nullptr);
    QCoreApplication::processEvents();
    QCOMPARE(m_panel->findChild<MapVerdict*>()->geometry(), verdict); // buttons have their place before they are there
    const auto move = [this](const QPoint& at) {
        QMouseEvent event(QEvent::MouseMove, at, picture().mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                          Qt::NoModifier);
        QApplication::sendEvent(&picture(), &event);
    };
    QTest::mousePress(&picture(), Qt::LeftButton, {}, centerOf(Kind::Tag, "cuda:3"));
    move(emptySpace());
    QCOMPARE(headline(), before);
    move(centerOf(Kind::Target, "cuda:0"));
    QTRY_VERIFY2(headline().contains("Dropped here, it loads"), qPrintable(headline()));
    const auto* detail = m_panel->findChild<QLabel*>("mapVerdictDetail");
    QVERIFY2(detail->text().startsWith("Solved: cuda:3."), qPrintable(detail->text()));
    QCOMPARE(m_panel->findChild<MapVerdict*>()->geometry(), verdict);
    QCOMPARE(m_panel->map().rules().size(), std::size_t{2});
    const QString folder = qEnvironmentVariable("CAIRN_SCREENSHOTS");
    if (!folder.isEmpty()) {
        QVERIFY(m_panel->grab().save(folder + "/map-preview.png"));
    }
    move(emptySpace());
    QCOMPARE(headline(), before);
    move(centerOf(Kind::Target, "meta"));
    QTRY_VERIFY(headline().contains("Dropped here"));
    QTest::keyClick(&picture(), Qt::Key_Escape);
    QCOMPARE(headline(), before);
    QTest::mouseRelease(&picture(), Qt::LeftButton, {}, centerOf(Kind::Target, "meta"));
    QCOMPARE(m_panel->map().rules().size(), std::size_t{2});

    picture().setFocus(); // by keyboard too
    picture().setCurrent({Kind::Tag, 4});
    press(Qt::Key_Return);
    press(Qt::Key_Down);
    QTRY_VERIFY2(headline().contains("Dropped here"), qPrintable(headline()));
    press(Qt::Key_Escape);
    QCOMPARE(headline(), before);
}

/// However often it is asked.
void tst_DeviceMapPanel::namesThisMachine()
{
    const auto again = [this] {
        auto machine = std::make_shared<DeviceInventory>(*machineOf("cpu 64 GB"));
        machine->machine = kThisMachine;
        m_panel->setThisMachine(machine);
    };
    again();
    m_panel->showDocument(fourGpus());
    again();
    settle();
    QCOMPARE(m_panel->findChild<QComboBox*>("machineBox")->currentText(), "This machine");
    QCOMPARE(m_panel->findChild<QComboBox*>("machineBox")->currentIndex(), 0);
    QVERIFY2(headline().contains("on this machine"), qPrintable(headline()));
}

void tst_DeviceMapPanel::keepsWrongMachines()
{
    show(fourGpus(), "1 x 24 GB, cpu 64 GB");
    auto* box = m_panel->findChild<QComboBox*>("machineBox");
    const QString before = box->currentText();
    const auto* note = m_panel->findChild<QLabel*>("mapNote");
    const auto write = [&](const QString& words) {
        box->lineEdit()->setFocus();
        box->lineEdit()->selectAll();
        QTest::keyClicks(box->lineEdit(), words);
        QTest::keyClick(box->lineEdit(), Qt::Key_Return);
    };
    write("blah 3 q");
    QTRY_VERIFY(note->isVisible());
    QVERIFY2(note->text().contains("describes no machine") && note->text().contains("\"this\""),
             qPrintable(note->text()));
    QCOMPARE(box->currentText(), "blah 3 q");
    picture().setFocus();
    QCOMPARE(box->currentText(), "blah 3 q");
    box->lineEdit()->setFocus();
    box->lineEdit()->selectAll();
    press(Qt::Key_Delete);
    picture().setFocus(); // nothing is what it was before
    QCOMPARE(box->currentText(), before);
    write("3 x 16 GB");
    QTRY_VERIFY(headline().contains("3 x 16 GB"));
    QVERIFY(!note->isVisible());
}

void tst_DeviceMapPanel::saysWhatMetaIs()
{
    show(fourGpus(), "4 x 24 GB, cpu 64 GB");
    const auto* detail = m_panel->findChild<QLabel*>("mapVerdictDetail");
    QTRY_VERIFY(detail->text().endsWith("and cuda:3 4.9 GB, without what the batch takes."));
    m_panel->setMap(MapLocation(std::vector<MapRule>{{"cuda:3", "meta"}}));
    settle();
    QVERIFY2(detail->text().contains("304 storages to meta"), qPrintable(detail->text()));
    QVERIFY(!detail->text().contains("To train it"));
    QVERIFY2(detail->text().contains("without its values"), qPrintable(detail->text()));
    QVERIFY(m_panel->findChild<ProblemView*>()->toPlainText().contains("without its values"));
}

CAIRN_TEST(tst_DeviceMapPanel, QApplication);

} // namespace cairn::tst_device_map_panel

#include "tst_device_map_panel.moc"
