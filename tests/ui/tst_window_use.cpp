#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/little.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"
#include "tests/ui/window_test.h"
#include "ui/common/job_strip.h"
#include "ui/common/notice_bar.h"
#include "ui/common/strip_stack.h"
#include "ui/compare/compare_view.h"
#include "ui/map/device_map_panel.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/tree/drag_pill.h"
#include "ui/values/heat_map_plot.h"
#include "ui/window/file_tabs.h"
#include "ui/window/open_tabs.h"
#include "ui/window/view_tabs.h"

#include <QAccessible>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSet>
#include <QTabBar>
#include <QTableView>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace cairn::tst_window_use {

using namespace cairn::test;
using namespace cairn::ui;

/// What hands meet in the window: keys that go somewhere, columns that can be read, parts that stay where they are.
class tst_WindowUse : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        startAfresh();
        m_window->resize(1280, 800);
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup() { m_window.reset(); }
    void tabsThroughEverything();
    void pressesButtonsByEnter();
    void swapsWhatIsCompared();
    void carriesAPill();
    void fitsNumbers();
    void namesLargeNumbersShort();
    void showsColumnsThatSaySomething();
    void sortsLargestFirst();
    void namesDevicesByWeight();
    void keepsTheInspectorsWidth();
    void keepsTheMapsHeight();
    void keepsMessagesFew();
    void letsGoodNewsGo();
    void writesDevicesSmall();
    void showsCommandsWithoutBackticks();
    void paintsZeroNeutral();
    void countsCellsInWords();
    void addsRulesThatChangeNothing();
    void remembersItsTabs();
    void showsTheRowThatIsChosen();
    void readsVerdictsWithoutMarkup();
    void showsArrowsOfFullTabBars();

private:
    void openSample()
    {
        open(kSample);
        QTRY_VERIFY(part<QLabel>("verdictText")->text().contains("load"));
        QTRY_VERIFY(hasNoJobs(*m_window));
    }
    /// What has the focus after each press, until it is where it was.
    [[nodiscard]] QList<QWidget*> walk(Qt::Key key) const
    {
        QList<QWidget*> seen{QApplication::focusWidget()};
        constexpr int kMost = 200;
        for (int i = 0; i < kMost; ++i) {
            QTest::keyClick(QApplication::focusWidget(), key,
                            key == Qt::Key_Backtab ? Qt::ShiftModifier : Qt::NoModifier);
            if (QApplication::focusWidget() == seen.front()) {
                return seen;
            }
            seen.append(QApplication::focusWidget());
        }
        return {};
    }
};

void tst_WindowUse::tabsThroughEverything()
{
    openSample();
    m_window->tellOfQueue(2); // a message, in which it once stuck
    tree().setFocus();
    const QList<QWidget*> seen = walk(Qt::Key_Tab);
    QVERIFY2(seen.size() > 10, "it goes round");
    QCOMPARE(QSet<QWidget*>(seen.begin(), seen.end()).size(), seen.size());
    const auto at = [&](const char* name) {
        return std::ranges::find(seen, QLatin1StringView(name), &QWidget::objectName) - seen.begin();
    };
    for (const QWidget* widget : seen) {
        QVERIFY2(widget->isVisible() && widget->height() > 1, qPrintable(widget->objectName()));
    }
    for (const char* name :
         {"search", "verdictMachine", "verdictWhy", "inspectorCopyName", "noticeAccept", "noticeDismiss"}) {
        QVERIFY2(at(name) < seen.size(), name);
    }
    for (const auto& [first, second] :
         {std::pair("search", "verdictMachine"), std::pair("verdictMachine", "verdictWhy"),
          std::pair("inspectorCopyName", "inspectorCopyPython")}) {
        QVERIFY2(at(first) < at(second), first); // after the tree it begins at the top again
    }
    const auto tools = std::ranges::count_if(seen, [](const QWidget* widget) {
        return qobject_cast<const QToolButton*>(widget) != nullptr && widget->parentWidget()->objectName() == "toolBar";
    });
    QVERIFY(tools >= 3);
    QList<QWidget*> back = walk(Qt::Key_Backtab);
    std::reverse(back.begin() + 1, back.end());
    QCOMPARE(back, seen);
}

void tst_WindowUse::pressesButtonsByEnter()
{
    auto* sample = part<QPushButton>("messageSample");
    sample->setFocus();
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    QTest::keyClick(sample, Qt::Key_Return);
    QVERIFY(settled.wait(60'000));
    QTRY_VERIFY(part<QPushButton>("verdictWhy") != nullptr && part<QPushButton>("verdictWhy")->isVisible());
    auto* why = part<QPushButton>("verdictWhy");
    why->setFocus();
    QTest::keyClick(why, Qt::Key_Enter);
    QVERIFY(why->isChecked());
}

/// The other file comes into a tab of its own, and there it is the first.
void tst_WindowUse::swapsWhatIsCompared()
{
    openSample();
    const QString other = fixture("torch26/adam.pt");
    view().compareWith(other);
    auto* compare = view().findChild<CompareView*>();
    QTRY_VERIFY(compare->model()->result() != nullptr);
    const auto counts = compare->model()->result()->comparison.counts;
    const auto missing = static_cast<std::size_t>(values::Difference::Missing);
    const auto unexpected = static_cast<std::size_t>(values::Difference::Unexpected);
    QVERIFY(counts[missing] != counts[unexpected]);
    compare->compareNumbers();
    QTRY_VERIFY(compare->model()->result() != nullptr && compare->model()->result()->withNumbers);
    trigger("compareSwap");
    QCOMPARE(view().path(), other);
    QTRY_VERIFY(view().findChild<CompareView*>() != nullptr &&
                view().findChild<CompareView*>()->model()->result() != nullptr);
    QVERIFY(view().findChild<CompareView*>()->isVisible());
    QVERIFY(view().findChild<CompareView*>()->model()->result()->withNumbers);
    const auto swapped = view().findChild<CompareView*>()->model()->result()->comparison.counts;
    QCOMPARE(swapped[missing], counts[unexpected]);
    QCOMPARE(swapped[unexpected], counts[missing]);
    picture("compare-swapped");
}

/// The numbers are those that `cairn-cli inspect --tree` tells.
void tst_WindowUse::carriesAPill()
{
    openSample();
    const auto row = [this](const char* name) {
        return model().match(model().index(0, 0), Qt::DisplayRole, QString(name), 1,
                             Qt::MatchExactly | Qt::MatchRecursive)[0];
    };
    const QModelIndex stem = row("stem");
    QCOMPARE(tree().dragText({stem}), "stem · 6 tensors · 3.3 kB");
    const QModelIndex weight = model().index(0, 0, stem);
    QCOMPARE(tree().dragText({weight}), "0.weight · 1 tensor · 3.1 kB");
    QCOMPARE(tree().dragText({stem, weight}), "2 rows · 6 tensors · 3.3 kB"); // once
    QCOMPARE(tree().dragText({row("epoch")}), "epoch");
    const QPixmap pill = dragPill(tree().dragText({stem}), tree());
    QVERIFY(pill.height() < 3 * tree().fontMetrics().height() && pill.width() < 300);
    QCOMPARE(pill.toImage().pixelColor(0, 0).alpha(), 0); // round
    QVERIFY(dragPill(QString(1000, u'x'), tree()).width() < 400);
    if (const QString folder = qEnvironmentVariable("CAIRN_SCREENSHOTS"); !folder.isEmpty()) {
        QVERIFY(pill.save(folder + "/drag-pill.png"));
    }
}

/// Of a model with billions of parameters, of long types.
void tst_WindowUse::fitsNumbers()
{
    Model made;
    made.tensor("decoder.weight", checkpoint::kNoId, Dtype::Float8E4M3FnUz, {82'257, 81'920}, {81'920, 1});
    made.tensor("decoder.bias", checkpoint::kNoId, Dtype::Float8E4M3Fn, {999'999}, {1});
    made.tensor("scales", made.storage(pattern(1000)), Dtype::BFloat16, {500}, {1});
    const DocumentPtr document = documentOf(made.build());
    for (const int width : {900, 1280, 1920}) {
        TreePage page;
        page.resize(width, 600);
        page.show();
        page.showDocument(document, rowsOf(*document), {});
        for (QModelIndex row = page.model()->index(0, 0); row.isValid(); row = page.indexBelow(row)) {
            for (const RowColumn column :
                 {RowColumn::SavedOn, RowColumn::Dtype, RowColumn::Elements, RowColumn::Bytes}) {
                const QModelIndex cell = row.siblingAtColumn(static_cast<int>(column));
                QVERIFY2(page.sizeHintForIndex(cell).width() <= page.columnWidth(cell.column()),
                         qPrintable(QStringLiteral("%1 at %2").arg(cell.data().toString()).arg(width)));
            }
        }
    }
}

void tst_WindowUse::namesLargeNumbersShort()
{
    QCOMPARE(shortCountText(0), "0");
    QCOMPARE(shortCountText(4096), "4 096");
    QCOMPARE(shortCountText(999'999), "999 999");
    QCOMPARE(shortCountText(1'000'000), "1.00 M");
    QCOMPARE(shortCountText(16'777'216), "16.8 M");
    QCOMPARE(shortCountText(131'072'000), "131 M");
    QCOMPARE(shortCountText(999'600'000), "1.00 B");
    QCOMPARE(shortCountText(6'738'415'616), "6.74 B");
    Model made;
    made.tensor("weight", checkpoint::kNoId, Dtype::Float32, {6'738'415, 1000}, {1000, 1}).device =
        made.builder().device("meta");
    const DocumentPtr document = documentOf(made.build());
    CheckpointModel rows;
    rows.show(document, {.tree = rowsOf(*document), .filter = nullptr, .targets = nullptr});
    const QModelIndex cell = rows.index(0, static_cast<int>(RowColumn::Elements));
    QCOMPARE(cell.data().toString(), "6.74 B");
    QCOMPARE(cell.data(Qt::ToolTipRole).toString(), "6 738 415 000");
    QCOMPARE(cell.data(Qt::AccessibleTextRole).toString(), "6 738 415 000");
}

void tst_WindowUse::showsColumnsThatSaySomething()
{
    openSample();
    const auto isShown = [this](RowColumn column) { return !tree().isColumnHidden(static_cast<int>(column)); };
    QVERIFY(!isShown(RowColumn::MapsTo));
    view().setMap(devices::MapLocation::device("cpu"));
    QVERIFY(isShown(RowColumn::MapsTo));
    view().setMap({});
    QVERIFY(!isShown(RowColumn::MapsTo));

    Model made;
    made.tensor("first", made.storage(pattern(8)), Dtype::Float32, {2}, {1});
    const DocumentPtr plain = documentOf(made.build());
    Model tied;
    const StorageId shared = tied.storage(pattern(8));
    tied.tensor("first", shared, Dtype::Float32, {2}, {1});
    tied.tensor("second", shared, Dtype::Float32, {2}, {1});
    const DocumentPtr unusual = documentOf(tied.build());
    TreePage page;
    const int notes = static_cast<int>(RowColumn::Notes);
    page.showDocument(plain, rowsOf(*plain), {});
    QVERIFY(page.isColumnHidden(notes));
    page.showDocument(unusual, rowsOf(*unusual), {});
    QVERIFY(!page.isColumnHidden(notes));

    TreePage later; // what a person hides stays so
    page.header()->resizeSection(0, 200);
    later.setColumnState(page.columnState());
    QCOMPARE(later.columnWidth(0), 200);
    later.showDocument(plain, rowsOf(*plain), {});
    QVERIFY(later.isColumnHidden(notes));
    later.showDocument(unusual, rowsOf(*unusual), {});
    QVERIFY(!later.isColumnHidden(notes));
}

void tst_WindowUse::sortsLargestFirst()
{
    openSample();
    const auto click = [this](RowColumn column) {
        const QHeaderView& header = *tree().header();
        const int x = header.sectionViewportPosition(static_cast<int>(column)) + 10;
        QTest::mouseClick(header.viewport(), Qt::LeftButton, {}, {x, header.height() / 2});
    };
    for (const RowColumn column : {RowColumn::Bytes, RowColumn::Elements}) {
        click(column);
        QCOMPARE(tree().options().order, std::optional(column));
        QVERIFY(tree().options().descending);
    }
    click(RowColumn::Dtype);
    QVERIFY(!tree().options().descending);
}

/// The chip of a group is of the device that most of its bytes are on.
void tst_WindowUse::namesDevicesByWeight()
{
    Model made;
    const StorageId large = made.storage(pattern(4000), ByteOrder::Little, "cuda:1");
    const StorageId small = made.storage(pattern(8), ByteOrder::Little, "cpu");
    made.group("model");
    made.tensor("block.count", small, Dtype::Float32, {2}, {1}).device = made.builder().device("cpu");
    made.tensor("block.weight", large, Dtype::Float32, {1000}, {1}).device = made.builder().device("cuda:1");
    const DocumentPtr document = documentOf(made.build());
    CheckpointModel rows;
    rows.show(document, {.tree = rowsOf(*document), .filter = nullptr, .targets = nullptr});
    const QModelIndex group = rows.index(0, 0);
    const QModelIndex block = rows.index(0, 0, group);
    QCOMPARE(block.data().toString(), "block");
    for (const QModelIndex& row : {group, block}) {
        const QModelIndex cell = row.siblingAtColumn(static_cast<int>(RowColumn::SavedOn));
        QCOMPARE(cell.data(CheckpointModel::DevicesRole).toStringList(), QStringList({"cuda:1", "cpu"}));
    }
}

void tst_WindowUse::keepsTheInspectorsWidth()
{
    openSample();
    const auto* dock = part<QDockWidget>("inspectorDock");
    auto* tabs = part<ViewTabs>("inspectorTabs");
    const int width = dock->width();
    for (const char* name : {"epoch", "model.cls_token", "model"}) {
        const EntryId id = entryOf(*view().document(), name);
        tree().select(id);
        for (int tab = 0; tab < tabs->count(); ++tab) {
            tabs->setCurrentIndex(tab);
            QTRY_VERIFY(hasNoJobs(*m_window));
            QCoreApplication::processEvents();
            QCOMPARE(dock->width(), width);
        }
    }
}

void tst_WindowUse::keepsTheMapsHeight()
{
    m_window->resize(1280, 1000);
    openSample();
    trigger("mapDockAction");
    const auto* dock = part<QDockWidget>("mapDock");
    QTRY_VERIFY(dock->isVisible() && dock->height() > 100);
    m_window->resizeDocks({part<QDockWidget>("mapDock")}, {450}, Qt::Vertical);
    const int height = dock->height();
    QVERIFY(height > 300);
    m_window->resize(1280, 560);
    QTRY_VERIFY(dock->height() < height);
    m_window->resize(1280, 1000);
    QTRY_COMPARE(dock->height(), height);
}

void tst_WindowUse::keepsMessagesFew()
{
    openSample();
    auto* stack = part<StripStack>("strips");
    QList<NoticeBar*> notices;
    const auto visible = [&] { return std::ranges::count_if(notices, &QWidget::isVisible); };
    for (int i = 0; i < 5; ++i) {
        notices.append(new NoticeBar(stack));
        stack->add(notices.back());
        notices.back()->ask(QStringLiteral("message %1").arg(i), {});
    }
    auto* more = part<QPushButton>("moreStrips");
    QTRY_COMPARE(visible(), 2);
    QVERIFY(notices[4]->isVisible() && notices[3]->isVisible()); // the latest
    QCOMPARE(more->text(), "3 more messages");
    QCoreApplication::processEvents();
    picture("messages");
    QTest::mouseClick(more, Qt::LeftButton);
    QTRY_COMPARE(visible(), 5);
    QTest::mouseClick(more, Qt::LeftButton);
    QTRY_COMPARE(visible(), 2);
    QTest::mouseClick(notices[4]->findChild<QPushButton*>("noticeDismiss"), Qt::LeftButton);
    QTRY_COMPARE(more->text(), "2 more messages");
    delete notices.takeAt(3);
    delete notices.takeAt(0);
    QTRY_VERIFY(!more->isVisible());
    QVERIFY(notices[0]->isVisible() && notices[1]->isVisible());
}

/// What failed stays until somebody has read it, whole.
void tst_WindowUse::letsGoodNewsGo()
{
    const auto stripWith = [this](const QString& text, bool isGood) {
        auto* strip = new JobStrip("Saving a.pth");
        part<StripStack>("strips")->add(strip);
        strip->showResult(text, isGood);
        return strip;
    };
    const QPointer<JobStrip> good = stripWith("Saved a.pth", true);
    auto* timer = good->findChild<QTimer*>("jobFading");
    QVERIFY(timer->isActive());
    timer->start(0);
    QTRY_VERIFY(good.isNull());
    const QString words = QStringLiteral("cannot write in this folder: Read-only file system. ").repeated(12);
    const JobStrip* bad = stripWith(words, false);
    QVERIFY(!bad->findChild<QTimer*>("jobFading")->isActive());
    const auto* text = bad->findChild<QLabel*>("jobText");
    QTRY_VERIFY(text->height() >= text->heightForWidth(text->width()));
    QTRY_VERIFY(text->height() > 2 * text->fontMetrics().height());
}

void tst_WindowUse::writesDevicesSmall()
{
    QCOMPARE(sentence("cpu needs more"), "cpu needs more.");
    QCOMPARE(sentence("mps is not there"), "mps is not there.");
    QCOMPARE(sentence("cuda:0 is not there"), "cuda:0 is not there.");
    QCOMPARE(sentence("there is more"), "There is more.");
}

void tst_WindowUse::showsCommandsWithoutBackticks()
{
    QCOMPARE(inWords(verbatim("Write a copy with `cairn-cli convert` and the same map")),
             QString::fromUtf8("Write a copy with “cairn-cli convert” and the same map."));
    QCOMPARE(inWords(verbatim("its name is `a`b")), "Its name is `a`b."); // of a file, which stays what it is
}

/// Zero is what lies between both colours, also where nothing else is.
void tst_WindowUse::paintsZeroNeutral()
{
    values::SliceOverview zeros;
    zeros.rows = zeros.columns = zeros.sliceRows = zeros.sliceColumns = 1;
    zeros.means = {0};
    zeros.special = {0};
    HeatMapPlot plot;
    plot.setHeatPalette(HeatPalette::Diverging);
    plot.setOverview(zeros);
    const QColor colour = plot.image().pixelColor(0, 0);
    QVERIFY2(colour.saturation() < 20 && colour.lightness() > 200, qPrintable(colour.name()));
}

/// Of a long vector each cell stands for thousands.
void tst_WindowUse::countsCellsInWords()
{
    const QString path = m_folder.filePath("long.safetensors");
    constexpr int count = 9'000'000;
    QByteArray header = R"({"long":{"dtype":"U8","shape":[9000000],"data_offsets":[0,9000000]}})";
    header += QByteArray((8 - header.size() % 8) % 8, ' ');
    writeFile(path, byteArray(little(static_cast<std::uint64_t>(header.size()), 8)) + header + QByteArray(count, '\1'));
    open(path);
    auto* tabs = part<ViewTabs>("inspectorTabs");
    tree().select(entryOf(*view().document(), "long"));
    tabs->setCurrentWidget(tabs->page(QStringLiteral("heatMapPage")));
    const auto text = [this] {
        for (const QLabel* label : m_window->findChildren<QLabel*>()) {
            if (label->text().contains("each cell is the mean")) {
                return label->text();
            }
        }
        return QString();
    };
    QTRY_VERIFY(!text().isEmpty());
    QVERIFY2(!text().contains("e+"), qPrintable(text()));
}

void tst_WindowUse::addsRulesThatChangeNothing()
{
    openSample();
    trigger("mapDockAction");
    auto& panel = *m_window->findChild<DeviceMapPanel*>();
    QTRY_VERIFY(panel.analysis() != nullptr);
    panel.setMap(devices::MapLocation({{"cuda:0", "cpu"}, {"cuda:1", "meta"}}));
    auto* rules = part<QTableView>("ruleView");
    rules->setCurrentIndex(rules->model()->index(0, 0)); // the selected one is not the last
    const auto targets = [this, &panel] {
        const checkpoint::Checkpoint& file = *view().document()->checkpoint;
        const devices::Placement placed = devices::placeStorages(file, panel.map(), nullptr);
        QStringList all;
        for (StorageId id = 0; id < file.storages().size(); ++id) {
            all.append(QString::fromStdString(std::string(placed.target(id))));
        }
        return all;
    };
    const QStringList before = targets();
    trigger("addRuleAction");
    QCOMPARE(rules->model()->rowCount(), 3);
    QCOMPARE(targets(), before);
    const int name = rules->columnWidth(1);
    QVERIFY2(name >= rules->fontMetrics().horizontalAdvance("model.*"), qPrintable(QString::number(name)));
}

void tst_WindowUse::showsTheRowThatIsChosen()
{
    openSample();
    TreePage& rows = tree();
    rows.setFocus();
    for (const auto& [key, modifiers] : {std::pair(Qt::Key_End, Qt::NoModifier),
                                         {Qt::Key_Home, Qt::NoModifier},
                                         {Qt::Key_End, Qt::ControlModifier},
                                         {Qt::Key_Home, Qt::ControlModifier}}) {
        QTest::keyClick(&rows, key, modifiers);
        QCOMPARE(rows.selectionModel()->selectedRows(), QModelIndexList{rows.currentIndex().siblingAtColumn(0)});
        const bool isFirst = key == Qt::Key_Home;
        QCOMPARE(rows.currentIndex().row() == 0 && !rows.currentIndex().parent().isValid(), isFirst);
    }
}

void tst_WindowUse::remembersItsTabs()
{
    const QString other = fixture("torch26/adam.pt");
    open(kSample);
    open(other);
    m_window->open({kSample}); // to the front
    QVERIFY(m_window->close());
    OpenTabs tabs(*m_settings);
    QVERIFY(tabs.paths().isEmpty()); // who did not ask for them starts with an empty window
    tabs.setWanted(true);
    const QString sample = QFileInfo(kSample).absoluteFilePath();
    QCOMPARE(tabs.paths(), QStringList({sample, QFileInfo(other).absoluteFilePath(), sample}));
    startAgain("en");
    m_window->open(tabs.paths());
    QTRY_VERIFY(m_window->view() != nullptr && view().document());
    QCOMPARE(part<QTabWidget>("files")->count(), 2);
    QCOMPARE(view().path(), sample);
    m_window->close();
    tabs.remember({"/gone/with.pth"}, {});
    QVERIFY(tabs.paths().isEmpty());
}

void tst_WindowUse::readsVerdictsWithoutMarkup()
{
    openSample();
    const QAccessibleInterface* read = QAccessible::queryAccessibleInterface(part<QLabel>("verdictText"));
    QVERIFY(read != nullptr);
    const QString words = read->text(QAccessible::Name);
    QVERIFY2(!words.isEmpty() && !words.contains(u'<') && !words.contains("&nbsp;"), qPrintable(words));
}

void tst_WindowUse::showsArrowsOfFullTabBars()
{
    FileTabs tabs;
    for (int i = 0; i < 12; ++i) {
        tabs.addTab(new QWidget, QStringLiteral("checkpoint_of_epoch_%1.pth").arg(i));
    }
    tabs.resize(600, 200);
    tabs.setCurrentIndex(6); // there are more on both sides
    tabs.show();
    for (const Theme theme : {Theme::Light, Theme::Dark}) {
        applyTheme(theme);
        QCoreApplication::processEvents();
        int buttons = 0;
        for (QToolButton* button : tabs.tabBar()->findChildren<QToolButton*>()) {
            if (!button->isVisible() || button->arrowType() == Qt::NoArrow) {
                continue;
            }
            ++buttons;
            const QImage picture = button->grab().toImage();
            const QColor ground = picture.pixelColor(3, 3);
            int drawn = 0;
            for (int y = 4; y < picture.height() - 4; ++y) {
                for (int x = 4; x < picture.width() - 4; ++x) {
                    drawn += std::abs(picture.pixelColor(x, y).lightness() - ground.lightness()) > 60 ? 1 : 0;
                }
            }
            QVERIFY2(drawn >= 6, qPrintable(QString::number(drawn)));
        }
        QCOMPARE(buttons, 2);
        draw(tabs, "full-tabs");
    }
    applyTheme(Theme::Light);
}

CAIRN_TEST(tst_WindowUse, QApplication);

} // namespace cairn::tst_window_use

#include "tst_window_use.moc"
