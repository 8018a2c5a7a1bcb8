#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/common/table_search.h"
#include "ui/tree/row_filter.h"
#include "ui/tree/search_box.h"
#include "ui/verdict/header_panel.h"
#include "ui/window/view_tabs.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLabel>
#include <QPushButton>
#include <QStandardItemModel>
#include <QToolButton>
#include <QTreeView>

#include <functional>

namespace cairn::tst_window_search {

using namespace cairn::test;
using namespace cairn::ui;

/// The search box of the window: what it offers, the way from hit to hit, and that what is seen is what is searched.
class tst_WindowSearch : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(); }
    void offersWhatTheFileHas();
    void completesTheWordAtTheCursor();
    void leavesKeysToTheOffers();
    void stepsThroughHits();
    void ordersHitsAsTheyAreSeen();
    void clearsFromTheEmptyPage();
    void searchesWhatIsSeen();
    void searchesListsInSlices();
    void searchesFromChips();

private:
    [[nodiscard]] SearchBox& box() const { return *part<SearchBox>("search"); }
    [[nodiscard]] QString hits() const { return part<QLabel>("hits")->text(); }
    [[nodiscard]] QStringList offers() const
    {
        QStringList texts;
        const QAbstractItemModel& list = *box().offers()->model();
        for (int row = 0; row < list.rowCount(); ++row) {
            texts.append(list.index(row, 0).data().toString());
        }
        return texts;
    }
    [[nodiscard]] QString currentName() const
    {
        return tree().currentIndex().data(CheckpointModel::FullNameRole).toString();
    }
    void showPage(const char* name) const
    {
        QWidget* page = view().pages()->page(QString::fromLatin1(name));
        QVERIFY(page != nullptr);
        view().pages()->setCurrentWidget(page);
    }
};

void tst_WindowSearch::init()
{
    startAfresh();
    m_window->resize(1280, 800);
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    open(kSample);
    QTRY_VERIFY(hasNoJobs(*m_window));
    box().setFocus();
}

void tst_WindowSearch::offersWhatTheFileHas()
{
    QTest::keyClicks(&box(), "dev");
    QCOMPARE(offers().first(), "device:");
    QVERIFY(box().offers()->popup()->isVisible());
    QTest::keyClicks(&box(), "ice:");
    QCOMPARE(offers(), QStringList({"device:cpu", "device:cuda:0", "device:cuda:1"}));
    box().clear();
    QTest::keyClicks(&box(), "dtype:f");
    QCOMPARE(offers(), QStringList({"dtype:float32"}));
    box().clear();
    QTest::keyClicks(&box(), "CUDA");
    QCOMPARE(offers(), QStringList({"device:cuda:0", "device:cuda:1"}));
    box().clear();
    QTest::keyClicks(&box(), "blocks.0");
    QVERIFY2(offers().isEmpty() || offers().first().contains("blocks.0"), qPrintable(offers().join(u' ')));
    box().clear();
    QTest::keyClicks(&box(), "optim");
    QVERIFY2(offers().contains("optimizer"), qPrintable(offers().join(u' ')));
    if (const QString folder = qEnvironmentVariable("CAIRN_SCREENSHOTS"); !folder.isEmpty()) {
        QVERIFY(box().offers()->popup()->grab().save(folder + "/search-offers.png"));
    }
}

void tst_WindowSearch::completesTheWordAtTheCursor()
{
    QTest::keyClicks(&box(), "weight dev");
    Q_EMIT box().offers()->activated(QStringLiteral("device:"));
    QCOMPARE(box().text(), "weight device:");
    QVERIFY(offers().contains("device:cuda:1")); // the next step is offered at once
    Q_EMIT box().offers()->activated(QStringLiteral("device:cuda:1"));
    QCOMPARE(box().text(), "weight device:cuda:1 ");
    QTRY_COMPARE(hits(), "nothing in the tree");
    box().setText("dev attn");
    box().setCursorPosition(3);
    Q_EMIT box().offers()->activated(QStringLiteral("device:cpu"));
    QCOMPARE(box().text(), "device:cpu attn");
}

/// Enter and Escape are about the offers while there are any, and about the search else.
void tst_WindowSearch::leavesKeysToTheOffers()
{
    QTest::keyClicks(&box(), "device:cuda");
    QAbstractItemView* popup = box().offers()->popup();
    QVERIFY(popup->isVisible());
    QTest::keyClick(popup, Qt::Key_Escape);
    QVERIFY(!popup->isVisible());
    QCOMPARE(box().text(), "device:cuda");
    QTest::keyClicks(&box(), ":");
    QVERIFY(popup->isVisible());
    QTest::keyClick(popup, Qt::Key_Down);
    QTest::keyClick(popup, Qt::Key_Return);
    QCOMPARE(box().text(), "device:cuda:0 ");
    QVERIFY(box().hasFocus());
    QTest::keyClick(&box(), Qt::Key_Return);
    QTRY_VERIFY(tree().hasFocus());
    box().setFocus();
    QTest::keyClick(&box(), Qt::Key_Escape);
    QVERIFY(box().text().isEmpty());
}

void tst_WindowSearch::stepsThroughHits()
{
    const auto* button = part<QToolButton>("nextHitActionButton");
    QVERIFY(!part<QAction>("nextHitAction")->isEnabled());
    QVERIFY(button->isHidden());
    box().setText("norm1.weight");
    QTRY_COMPARE(hits(), "3 hits");
    QVERIFY(button->isVisible());
    QCOMPARE(currentName(), "model.blocks.0.norm1.weight");
    QTest::keyClick(&tree(), Qt::Key_F3);
    QCOMPARE(currentName(), "model.blocks.1.norm1.weight");
    QCOMPARE(hits(), "2 of 3");
    trigger("nextHitAction");
    trigger("nextHitAction");
    QCOMPARE(currentName(), "model.blocks.0.norm1.weight"); // after the last comes the first
    QTest::keyClick(&tree(), Qt::Key_F3, Qt::ShiftModifier);
    QCOMPARE(currentName(), "model.blocks.2.norm1.weight");
    tree().collapseAll();
    trigger("nextHitAction");
    QCOMPARE(currentName(), "model.blocks.0.norm1.weight");
    QVERIFY(tree().visualRect(tree().currentIndex()).isValid());
    picture("search-hits");
}

/// From any row to the hit below it or above it, however the file has numbered them.
void tst_WindowSearch::ordersHitsAsTheyAreSeen()
{
    const DocumentPtr document = view().document();
    const RowTreePtr rows = makeRowTree(*document, {}, Progress());
    const RowFilterPtr filter = filterRows(*document, *rows, *parseSearch("bias"), Progress());
    QVERIFY(filter->hits > 10);
    QCOMPARE(filter->hitRows.size(), static_cast<std::size_t>(filter->hits));
    CheckpointModel seen;
    seen.show(document, {.tree = rows, .filter = filter, .targets = nullptr});
    std::vector<NodeId> below; // one by one, as a person reads them
    const std::function<void(const QModelIndex&)> read = [&](const QModelIndex& parent) {
        for (int row = 0; row < seen.rowCount(parent); ++row) {
            const QModelIndex index = seen.index(row, 0, parent);
            below.push_back(CheckpointModel::nodeAt(index));
            read(index);
        }
    };
    read({});
    std::size_t passed = 0;
    for (const NodeId node : below) {
        const bool isHit = passed < filter->hitRows.size() && filter->hitRows[passed] == node;
        const std::size_t count = filter->hitRows.size();
        QCOMPARE(filter->hitFrom(node, -1), (passed + count - 1) % count);
        passed += isHit ? 1 : 0;
        QCOMPARE(filter->hitFrom(node, 1), passed % count);
    }
    QCOMPARE(passed, filter->hitRows.size());
}

void tst_WindowSearch::clearsFromTheEmptyPage()
{
    const auto* clear = part<QPushButton>("clearSearch");
    QVERIFY(!clear->isVisible());
    box().setText("no such thing");
    QTRY_VERIFY(clear->isVisible());
    picture("search-empty");
    QTest::mouseClick(part<QPushButton>("clearSearch"), Qt::LeftButton);
    QVERIFY(box().text().isEmpty());
    QTRY_VERIFY(!clear->isVisible());
    QVERIFY(model().rowCount() > 1);
}

/// REDUCE is an instruction of the pickle and no row of the tree.
void tst_WindowSearch::searchesWhatIsSeen()
{
    showPage("picklePage");
    auto* list = view().findChild<QTreeView*>("pickleList");
    QTRY_VERIFY(list->model()->rowCount() > 100);
    box().setFocus();
    QTest::keyClicks(&box(), "reduce");
    QTRY_VERIFY2(hits().startsWith("1 of"), qPrintable(hits()));
    QVERIFY(list->isVisible());
    QVERIFY(list->currentIndex().siblingAtColumn(2).data().toString() == "REDUCE");
    const int first = list->currentIndex().row();
    QTest::keyClick(&box(), Qt::Key_F3);
    QVERIFY(list->currentIndex().row() > first);
    QVERIFY(hits().startsWith("2 of"));
    picture("search-pickle");
    m_window->activateWindow(); // the list of offers took that, and nothing here gives it back
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTest::keyClick(&box(), Qt::Key_Return);
    QTRY_VERIFY(list->hasFocus());

    showPage("storagesPage"); // the same words, in another list
    QTRY_COMPARE(hits(), "nothing in this view");
    view().pages()->setCurrentWidget(&tree());
    QTRY_COMPARE(hits(), "nothing in the tree");
    box().setText("is:wrong");
    const auto* mistake = view().findChild<QLabel*>("searchMistake");
    QTRY_VERIFY(mistake->isVisible());
    showPage("picklePage"); // which takes words as they are
    QVERIFY(!mistake->isVisible());
}

void tst_WindowSearch::searchesListsInSlices()
{
    QStandardItemModel model;
    constexpr int kGroups = 300;
    for (int group = 0; group < kGroups; ++group) {
        auto* parent = new QStandardItem(QStringLiteral("group %1").arg(group));
        for (int row = 0; row < 20; ++row) {
            parent->appendRow({new QStandardItem(QStringLiteral("row %1").arg(row)),
                               new QStandardItem(group % 100 == 7 && row == 3 ? "wanted" : "other")});
        }
        model.appendRow(parent);
    }
    QTreeView list;
    list.setModel(&model);
    TableSearch search;
    search.setView(&list);
    search.search("WANTED row 3"); // of several cells
    QVERIFY(!search.isSettled());
    QTRY_VERIFY(search.isSettled());
    QCOMPARE(search.hits(), 3);
    QCOMPARE(search.summary(), "1 of 3");
    QCOMPARE(list.currentIndex().parent().row(), 7);
    search.step(-1);
    QCOMPARE(list.currentIndex().parent().row(), 207);
    model.removeRow(207); // another list: it is searched anew
    QTRY_COMPARE(search.summary(), "1 of 2");
    search.search({});
    QVERIFY(search.summary().isEmpty());
    search.setView(nullptr);
}

void tst_WindowSearch::searchesFromChips()
{
    showPage("globalsPage");
    Q_EMIT view().header()->deviceClicked("cuda:1");
    QCOMPARE(box().text(), "device:cuda:1");
    QCOMPARE(view().pages()->currentWidget(), &tree());
    QTRY_VERIFY(hits().contains("90"));
}

CAIRN_TEST(tst_WindowSearch, QApplication);

} // namespace cairn::tst_window_search

#include "tst_window_search.moc"
