#include "tests/ui/view_test.h"
#include "ui/views/storages_view.h"
#include "ui/views/values_view.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QSpinBox>
#include <QTableView>
#include <QTreeView>

using namespace cairn;
using namespace cairn::ui;
using namespace cairn::test;

/// The views of contents, each alone with a checkpoint that a test builds. With CAIRN_SCREENSHOTS set to a folder they
/// are drawn there.
class tst_ContentsViews : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void values();
    void valuesOfOtherAxes();
    void valuesThatAreNotThere();
    void storages();
};

void tst_ContentsViews::values()
{
    Answers answers;
    ValuesView view(answers);
    const QAbstractItemModelTester tester(view.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    const DocumentPtr document = numbers();
    view.showDocument(document);
    QVERIFY(view.findChild<QLabel*>("valuesMessage")->text().contains("Select a tensor"));
    view.resize(420, 600);
    view.show();
    view.showEntry(entryOf(*document, "matrix"));
    auto* table = view.findChild<QTableView*>("valuesTable");
    QTRY_COMPARE(tableText(*view.model()), "0 1 2 3\n4 5 6 7\nnan inf -inf 0.1\n");
    QVERIFY(view.model()->index(2, 0).data(Qt::BackgroundRole).isValid());
    QVERIFY(!view.model()->index(0, 1).data(Qt::BackgroundRole).isValid());
    draw(view, "values");

    view.findChild<QComboBox*>("valuesFormat")->setCurrentIndex(4);
    QCOMPARE(view.model()->index(0, 1).data().toString(), "0x3f800000");
    view.findChild<QComboBox*>("valuesFormat")->setCurrentIndex(1);
    QCOMPARE(view.model()->index(0, 1).data().toString(), "1.0");
    table->selectAll();
    view.copy();
    QTRY_COMPARE(QGuiApplication::clipboard()->text(), "0.0\t1.0\t2.0\t3.0\n4.0\t5.0\t6.0\t7.0\nnan\tinf\t-inf\t0.1\n");
}

void tst_ContentsViews::valuesOfOtherAxes()
{
    Answers answers;
    ValuesView view(answers);
    const QAbstractItemModelTester tester(view.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    const DocumentPtr document = numbers();
    view.showDocument(document);
    view.resize(420, 300);
    view.show();
    view.showEntry(entryOf(*document, "cube")); // 2 × 3 × 4 of 0 to 23
    QTRY_COMPARE(tableText(*view.model()), "0 1 2 3\n4 5 6 7\n8 9 10 11\n");
    view.findChild<QSpinBox*>("sliceIndex0")->setValue(1);
    QTRY_COMPARE(tableText(*view.model()), "12 13 14 15\n16 17 18 19\n20 21 22 23\n");
    auto* rows = view.findChild<QComboBox*>("sliceRows");
    rows->setCurrentIndex(0);
    Q_EMIT rows->activated(0);
    QTRY_COMPARE(tableText(*view.model()), "0 1 2 3\n12 13 14 15\n");
    auto* columns = view.findChild<QComboBox*>("sliceColumns");
    columns->setCurrentIndex(0); // then the rows have to move
    Q_EMIT columns->activated(0);
    QVERIFY(rows->currentIndex() != 0);
    draw(view, "values-cube");
}

void tst_ContentsViews::valuesThatAreNotThere()
{
    Answers answers;
    ValuesView view(answers);
    const DocumentPtr document = numbers();
    view.showDocument(document);
    view.show();
    const auto* message = view.findChild<QLabel*>("valuesMessage");
    view.showEntry(entryOf(*document, "meta"));
    QVERIFY(message->text().contains("only its shape"));
    view.showEntry(entryOf(*document, "text"));
    QVERIFY(message->text().contains("no tensor"));
    view.showEntry(entryOf(*document, "outside"));
    QTRY_VERIFY(message->text().contains("outside its storage"));
    view.showEntry(entryOf(*document, "none"));
    QVERIFY(message->text().contains("no elements"));
}

void tst_ContentsViews::storages()
{
    StoragesView view;
    const QAbstractItemModelTester tester(view.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    view.resize(900, 400);
    view.show();
    const DocumentPtr document = sample();
    view.showDocument(document);
    QTRY_COMPARE(view.model()->rowCount(), static_cast<int>(document->checkpoint->storages().size()));
    QVERIFY(view.findChild<QLabel*>("storagesSummary")->text().contains("storages, 134 kB"));
    draw(view, "storages");

    view.findChild<QTreeView*>("storagesTree")->header()->setSortIndicator(StoragesModel::Bytes, Qt::DescendingOrder);
    QTRY_VERIFY(view.model()->index(0, StoragesModel::Bytes).data().toString().endsWith("kB"));

    const DocumentPtr shared = numbers();
    view.showDocument(shared);
    view.findChild<QCheckBox*>("storagesSpecial")->setChecked(true);
    QTRY_COMPARE(view.model()->rowCount(), 2); // and the one whose tensor has no elements
    const QModelIndex storage = view.model()->index(0, 0);
    QCOMPARE(view.model()->rowCount(storage), 2);
    QCOMPARE(storage.siblingAtColumn(StoragesModel::Unused).data().toString(), "8 B");
    QSignalSpy activated(&view, &StoragesView::entryActivated);
    Q_EMIT view.findChild<QTreeView*>("storagesTree")->activated(view.model()->index(1, 0, storage));
    QCOMPARE(activated.size(), 1);
    QCOMPARE(activated[0][0].value<checkpoint::EntryId>(), entryOf(*shared, "alias"));
}

QTEST_MAIN(tst_ContentsViews)
#include "tst_contents_views.moc"
