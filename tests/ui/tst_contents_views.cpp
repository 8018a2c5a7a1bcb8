#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "tests/ui/view_test.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/pair_view.h"
#include "ui/contents/archive_view.h"
#include "ui/contents/globals_view.h"
#include "ui/contents/pickle_view.h"
#include "ui/contents/storages_view.h"
#include "ui/inspector/group_view.h"
#include "ui/inspector/treemap.h"
#include "ui/values/histogram_plot.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QTreeView>

namespace cairn::tst_contents_views {

using namespace cairn::ui;
using namespace cairn::test;

/// The views of contents, each alone with a checkpoint that a test builds. With CAIRN_SCREENSHOTS set to a folder they
/// are drawn there.
class tst_ContentsViews : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void storages();
    void squares();
    void group();
    void globals();
    void archive();
    void archiveOfChangedBytes();
    void pickle();
    void compare();
    void compareFlatLists();
    void compareTrouble();
};

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
    auto* tree = view.findChild<QTreeView*>("storagesTree");
    const QModelIndex place = view.model()->index(0, StoragesModel::Place);
    QCOMPARE(place.data().toString(), "data/0 at 0x4cc0"); // the record that it is
    QVERIFY(tree->columnWidth(StoragesModel::Place) >
            QFontMetrics(place.data(Qt::FontRole).value<QFont>()).horizontalAdvance(place.data().toString()));
    draw(view, "storages");
    const auto* list = view.findChild<QTreeView*>("storagesTree");
    QVERIFY(list->isColumnHidden(StoragesModel::Unused)); // there is nothing in it

    view.findChild<QTreeView*>("storagesTree")->header()->setSortIndicator(StoragesModel::Bytes, Qt::DescendingOrder);
    QTRY_VERIFY(view.model()->index(0, StoragesModel::Bytes).data().toString().endsWith("kB"));

    const DocumentPtr shared = numbers();
    view.showDocument(shared);
    view.findChild<QCheckBox*>("storagesSpecial")->setChecked(true);
    QTRY_COMPARE(view.model()->rowCount(), 2); // and the one whose tensor has no elements
    const QModelIndex storage = view.model()->index(0, 0);
    QCOMPARE(view.model()->rowCount(storage), 2);
    QVERIFY(!list->isColumnHidden(StoragesModel::Unused));
    QCOMPARE(storage.siblingAtColumn(StoragesModel::Unused).data().toString(), "8 B");
    QSignalSpy activated(&view, &StoragesView::entryActivated);
    Q_EMIT view.findChild<QTreeView*>("storagesTree")->activated(view.model()->index(1, 0, storage));
    QCOMPARE(activated.size(), 1);
    QCOMPARE(activated[0][0].value<checkpoint::EntryId>(), entryOf(*shared, "alias"));
}

void tst_ContentsViews::squares()
{
    const std::vector<QRectF> areas = squarify({6, 6, 4, 3, 2, 2, 1}, QRectF(0, 0, 600, 400));
    QCOMPARE(areas.size(), std::size_t{7});
    QCOMPARE(areas[0], QRectF(0, 0, 300, 200));
    QCOMPARE(areas[1], QRectF(0, 200, 300, 200));
    double sum = 0;
    for (const QRectF& area : areas) {
        sum += area.width() * area.height();
        QVERIFY(QRectF(-0.001, -0.001, 600.002, 400.002).contains(area));
    }
    QVERIFY(std::abs(sum - 600 * 400) < 0.01);
    QCOMPARE(squarify({0, 0}, QRectF(0, 0, 10, 10)).size(), std::size_t{2});
}

void tst_ContentsViews::group()
{
    GroupView view;
    const DocumentPtr document = sample();
    view.resize(420, 600);
    view.show();
    view.showDocument(document);
    const RowTreePtr rows = rowsOf(*document);
    view.showRow(rows, 0);
    const auto* totals = view.findChild<QLabel*>("groupTotals");
    QTRY_VERIFY(totals->text().contains("183 tensors"));
    draw(view, "group");
    const NodeId tensor = rows->nodeOf(entryOf(*document, "model.blocks.0.attn.qkv.weight"));
    view.showRow(rows, tensor); // its group
    QTRY_VERIFY2(totals->text().startsWith("2 tensors"), qPrintable(totals->text()));
    QCOMPARE(view.treemap()->cells()[0].name, "weight");
    view.showRow(rows, checkpoint::kNoId);
    QVERIFY(totals->text().isEmpty());
    NodeId blocks = tensor;
    while (rows->fullNameOf(*document, blocks) != "model.blocks") {
        blocks = (*rows)[blocks].parent;
    }
    view.showRow(rows, blocks); // which is no entry, but a level that dots make
    QTRY_VERIFY(view.treemap()->cells().size() > 2);
    const auto& cells = view.treemap()->cells();
    for (std::size_t i = 1; i < cells.size(); ++i) {
        QVERIFY(cells[i].weight <= cells[i - 1].weight);
    }
    QSignalSpy activated(&view, &GroupView::entryActivated);
    QTest::keyClick(view.treemap(), Qt::Key_Right);
    QTest::keyClick(view.treemap(), Qt::Key_Return);
    QCOMPARE(activated.size(), 1);
    QCOMPARE(activated[0][0].value<checkpoint::EntryId>(), cells[0].id);
}

void tst_ContentsViews::globals()
{
    GlobalsView view;
    const QAbstractItemModelTester tester(view.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    view.resize(900, 420);
    view.show();
    view.showDocument(sample());
    const QString table = tableText(*view.model(), " | ");
    QVERIFY2(table.contains("argparse.Namespace | ✗ refused | ✗ refused | ✗ refused | 1 |"), qPrintable(table));
    QVERIFY(table.contains("collections.OrderedDict | ✓ allowed"));
    QVERIFY(view.findChild<QLabel*>("globalsSummary")->text().contains("in torch 2.6: refuses"));
    draw(view, "globals");
    view.showDocument(opened(fixture("byhand/safe_every_dtype.safetensors")));
    QVERIFY(view.findChild<QLabel*>("globalsSummary")->text().contains("Data only"));
    view.showDocument(opened(fixture("torch26/zip_protocol4.pt"))); // all its names are allowed
    const QString summary = view.findChild<QLabel*>("globalsSummary")->text();
    QVERIFY2(summary.contains("in torch 2.6: refuses the pickle instruction"), qPrintable(summary));
}

void tst_ContentsViews::archive()
{
    ArchiveView view;
    const QAbstractItemModelTester tester(view.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    view.resize(900, 420);
    view.show();
    view.showDocument(sample());
    QCOMPARE(view.model()->index(0, ArchiveModel::Name).data().toString(), "archive/data.pkl");
    view.check();
    QTRY_COMPARE(view.model()->stateOf(0), formats::RecordState::Intact);
    draw(view, "archive");
    view.showDocument(opened(fixture("byhand/legacy_views.pt")));
    QVERIFY(view.findChild<QLabel*>("archiveSummary")->text().contains("no zip archive"));
}

void tst_ContentsViews::archiveOfChangedBytes()
{
    QTemporaryDir folder;
    const QString path = folder.filePath("changed.pth");
    QVERIFY(QFile::copy(kSample, path));
    const DocumentPtr whole = opened(path);
    const auto* archive = whole->checkpoint->archive();
    const auto number = static_cast<int>(archive->entries().size() / 2);
    QFile file(path);
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.seek(static_cast<qint64>(archive->entries()[static_cast<std::size_t>(number)].dataOffset)));
    char byte = 0;
    QVERIFY(file.getChar(&byte));
    QVERIFY(file.seek(file.pos() - 1));
    QVERIFY(file.putChar(static_cast<char>(~byte)));
    file.close();
    ArchiveView view;
    view.resize(900, 300);
    view.show();
    view.showDocument(opened(path));
    view.check();
    QTRY_COMPARE(view.model()->stateOf(number), formats::RecordState::Changed);
    QCOMPARE(view.model()->stateOf(0), formats::RecordState::Intact);
    auto* summary = view.findChild<QLabel*>("archiveSummary");
    QVERIFY(summary->text().contains("1 changed"));
    QCOMPARE(summary->palette().color(QPalette::WindowText), badText(view.palette()));
    QCOMPARE(view.findChild<QTreeView*>("archiveList")->currentIndex().row(), number);
    const QString found = view.model()->index(number, ArchiveModel::State).data().toString();
    QVERIFY2(found.contains(QStringLiteral("bytes changed, in ")), qPrintable(found));
    draw(view, "archive-changed");
    view.showDocument(whole);
    QVERIFY(summary->palette().color(QPalette::WindowText) != badText(view.palette()));
}

void tst_ContentsViews::pickle()
{
    PickleView view;
    const QAbstractItemModelTester tester(view.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    view.resize(900, 420);
    view.show();
    view.showDocument(sample());
    QTRY_VERIFY(view.model()->rowCount() > 1000);
    const auto line = [&view](int row) {
        QStringList cells;
        for (int column = 0; column < PickleModel::ColumnCount; ++column) {
            cells.append(view.model()->index(row, column).data().toString());
        }
        return cells.join(u' ');
    };
    QCOMPARE(line(0), "0 0x0 PROTO 2");
    QCOMPARE(line(1), "1 0x2 EMPTY_DICT ");
    QCOMPARE(line(4), "4 0x6 BINUNICODE 'model'");
    QCOMPARE(line(view.model()->rowCount() - 1).section(u' ', 2), "STOP ");
    view.goToOffset(8); // inside the text
    QCOMPARE(view.findChild<QTreeView*>("pickleList")->currentIndex().row(), 4);
    draw(view, "pickle");
    view.showDocument(opened(fixture("byhand/legacy_views.pt")));
    QTRY_VERIFY(view.model()->rowCount() > 10);
    QCOMPARE(line(view.model()->rowCount() - 1).section(u' ', 2), "STOP ");
    view.showDocument(opened(fixture("byhand/safe_every_dtype.safetensors")));
    QVERIFY(view.findChild<QLabel*>("pickleSummary")->text().contains("no pickle"));
}

void tst_ContentsViews::compare()
{
    Answers answers;
    answers.files = {kSample};
    CompareView view(answers);
    const QAbstractItemModelTester tester(view.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    view.resize(1000, 500);
    view.show();
    const DocumentPtr document = sample();
    view.showDocument(document);
    QSignalSpy settled(&view, &CompareView::settled);
    view.findChild<QAction*>("compareChoose")->trigger();
    QVERIFY(settled.wait(60'000));
    auto* summary = view.findChild<QLabel*>("compareSummary");
    QVERIFY2(summary->text().contains("The same names"), qPrintable(summary->text()));
    QCOMPARE(view.model()->rowCount(), 0);
    auto* message = view.findChild<QLabel*>("compareEmpty");
    QVERIFY(message->isVisible() && message->text().contains("no difference"));
    draw(view, "compare-same");
    view.compareNumbers();
    QVERIFY(settled.wait(60'000));
    QVERIFY2(summary->text().endsWith("tensors, numbers too"), qPrintable(summary->text()));
    view.findChild<QCheckBox*>("compareOnlyChanged")->setChecked(false);
    QTRY_VERIFY(!message->isVisible());
    QCOMPARE(view.model()->rowCount(), static_cast<int>(document->checkpoint->entries()[0].childCount));
    view.findChild<QCheckBox*>("compareOnlyChanged")->setChecked(true);

    view.showDocument(numbers());
    view.compareWith(answers.files.front());
    QVERIFY(settled.wait(60'000));
    QVERIFY(view.model()->rowCount() > 0);
    QVERIFY(view.findChild<QPlainTextEdit*>("compareLoading")->toPlainText().contains("Missing key(s) in state_dict"));
    QVERIFY2(summary->text().startsWith("two_gpus.pth: "), qPrintable(summary->text()));
    auto* stateDicts = view.findChild<QCheckBox*>("compareStateDicts");
    QVERIFY(stateDicts->isVisible());
    stateDicts->click();
    QVERIFY(settled.wait(60'000));
    QVERIFY2(summary->text().startsWith("Compared with “model” in two_gpus.pth: "), qPrintable(summary->text()));
    QVERIFY2(summary->text().contains("outside the state_dicts not compared"), qPrintable(summary->text()));
    QVERIFY(view.findChild<QLabel*>("compareLoadingTitle")->isVisible());
    QVERIFY(view.findChild<QTreeView*>("compareTree")->rootIsDecorated());
    QVERIFY(view.findChild<QTreeView*>("compareTree")->isColumnHidden(ComparisonModel::Relative));
    view.compareNumbers();
    QVERIFY(settled.wait(60'000));
    QVERIFY(!summary->text().contains("numbers not compared"));
    draw(view, "compare");
    QSignalSpy activated(&view, &CompareView::entryActivated);
    Q_EMIT view.findChild<QTreeView*>("compareTree")->activated(view.model()->index(0, 0));
    QCOMPARE(activated.size(), 1);
}

void tst_ContentsViews::compareFlatLists()
{
    const QTemporaryDir folder;
    const auto saved = [&](const QString& name, const std::vector<float>& numbers) {
        const QByteArray header = R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}} )";
        QByteArray bytes(8, '\0');
        bytes[0] = static_cast<char>(header.size());
        const Bytes data = bytesOf(numbers);
        bytes += header + QByteArray(reinterpret_cast<const char*>(data.data()), static_cast<qsizetype>(data.size()));
        writeFile(folder.filePath(name), bytes);
        return folder.filePath(name);
    };
    Answers answers;
    CompareView view(answers);
    view.resize(1000, 300);
    view.show();
    view.showDocument(opened(saved("a.safetensors", {1, 2})));
    QSignalSpy settled(&view, &CompareView::settled);
    view.compareWith(saved("b.safetensors", {1, 2.5F}));
    QVERIFY(settled.wait(60'000));
    QCOMPARE(view.findChild<QLabel*>("compareSummary")->text(),
             "b.safetensors: The same names, dtypes, shapes and devices: 1 tensors · numbers not compared yet");
    view.resize(500, 300);
    view.compareNumbers();
    QVERIFY(settled.wait(60'000));
    auto* tree = view.findChild<QTreeView*>("compareTree");
    QVERIFY(tree->columnWidth(ComparisonModel::Differing) >=
            tree->header()->sectionSizeHint(ComparisonModel::Differing));
    QVERIFY(tree->isVisible() && !tree->rootIsDecorated());
    const auto cell = [&](int column) { return view.model()->index(0, column).data().toString(); };
    QCOMPARE(cell(ComparisonModel::Largest), "0.5");
    QCOMPARE(cell(ComparisonModel::Relative), "0.2");
    QCOMPARE(cell(ComparisonModel::Differing), "1 of 2");
    auto* pair = view.findChild<PairView*>();
    QVERIFY(!pair->isVisible());
    tree->setCurrentIndex(view.model()->index(0, 0));
    QTRY_VERIFY(pair->isVisible() && pair->plot()->other().has_value());
    const auto& counts = pair->plot()->histogram()->counts; // of {1, 2} from 1 to 2.5
    QCOMPARE(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}), 2U);
    QCOMPARE(pair->plot()->histogram()->low, 1.0);
    QCOMPARE(pair->plot()->histogram()->high, 2.5);
    QCOMPARE(counts.front(), 1U);
    QCOMPARE(counts.back(), 0U);
    QCOMPARE(pair->plot()->other()->counts.front(), 1U);
    QCOMPARE(pair->plot()->other()->counts.back(), 1U);
    QVERIFY2(pair->text().contains("Largest relative difference\t0.2"), qPrintable(pair->text()));
    draw(view, "compare-flat");
}

void tst_ContentsViews::compareTrouble()
{
    Answers answers;
    CompareView view(answers);
    view.showDocument(sample());
    QSignalSpy settled(&view, &CompareView::settled);
    view.compareWith(QStringLiteral("/nonexistent.pth"));
    QVERIFY(settled.wait(60'000));
    QVERIFY(view.findChild<QLabel*>("compareSummary")->text().contains("nonexistent"));
    QVERIFY(!view.findChild<QLabel*>("compareEmpty")->isHidden());
    QVERIFY(view.findChild<QLabel*>("compareEmpty")->text().contains("nonexistent"));
}

CAIRN_TEST(tst_ContentsViews, QApplication);

} // namespace cairn::tst_contents_views

#include "tst_contents_views.moc"
