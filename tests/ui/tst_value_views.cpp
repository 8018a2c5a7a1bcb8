#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "tests/ui/view_test.h"
#include "ui/text/theme.h"
#include "ui/values/aligned_text.h"
#include "ui/values/heat_map_plot.h"
#include "ui/values/heat_map_view.h"
#include "ui/values/histogram_plot.h"
#include "ui/values/histogram_view.h"
#include "ui/values/values_view.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QSpinBox>
#include <QStyleOptionHeader>
#include <QTableView>
#include <QTemporaryDir>

#include <limits>
#include <utility>
#include <vector>

namespace cairn::tst_value_views {

using namespace cairn::ui;
using namespace cairn::test;

/// The views of values, each alone with a checkpoint that a test builds. With CAIRN_SCREENSHOTS set to a folder they
/// are drawn there.
class tst_ValueViews : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void values();
    void rowNumbersFit();
    void valuesOfOtherAxes();
    void valuesExported();
    void valuesThatAreNotThere();
    void histogram();
    void heatMap();
    void heatMapScales();
    void histogramOfSteps();
    void valuesFitTheirColumns();
    void firstValuesStandBelowEachOther();
};

void tst_ValueViews::values()
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

/// What the theme puts around headers leaves the numbers of rows their height.
void tst_ValueViews::rowNumbersFit()
{
    applyTheme(Theme::Light);
    Answers answers;
    ValuesView view(answers);
    const DocumentPtr document = numbers();
    view.showDocument(document);
    view.show();
    view.showEntry(entryOf(*document, "matrix"));
    const auto* table = view.findChild<QTableView*>("valuesTable");
    QTRY_COMPARE(table->model()->rowCount(), 3);
    const QHeaderView* rows = table->verticalHeader();
    QStyleOptionHeader section;
    section.initFrom(rows);
    section.orientation = Qt::Vertical;
    section.rect = QRect(0, 0, rows->width(), rows->sectionSize(0));
    const QRect label = rows->style()->subElementRect(QStyle::SE_HeaderLabel, &section, rows);
    QVERIFY2(label.height() >= rows->fontMetrics().ascent() + rows->fontMetrics().descent(),
             qPrintable(QString::number(label.height())));
}

void tst_ValueViews::valuesOfOtherAxes()
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

void tst_ValueViews::valuesExported()
{
    QTemporaryDir folder;
    Answers answers;
    ValuesView view(answers);
    const DocumentPtr document = numbers();
    view.showDocument(document);
    view.showEntry(entryOf(*document, "matrix"));
    const auto written = [&](const char* action) {
        answers.target = folder.filePath(action);
        view.findChild<QAction*>(action)->trigger();
        (void)QTest::qWaitFor([&] { return QFile::exists(answers.target); });
        return contentOf(answers.target);
    };
    QCOMPARE(written("valuesCsv"), "0.0,1.0,2.0,3.0\n4.0,5.0,6.0,7.0\nnan,inf,-inf,0.1\n");
    QTRY_VERIFY(view.findChild<QWidget*>("valuesExport")->isEnabled());
    const QByteArray npy = written("valuesNpy");
    QCOMPARE(npy.size(), 128 + 12 * 4);
    QVERIFY(npy.startsWith("\x93NUMPY\x01"));
    QVERIFY(npy.contains("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4, ), }"));
    QCOMPARE(npy.sliced(132, 4), QByteArray("\x00\x00\x80\x3f", 4));
}

void tst_ValueViews::valuesThatAreNotThere()
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

void tst_ValueViews::histogram()
{
    HistogramView view;
    const DocumentPtr document = numbers();
    view.showDocument(document);
    view.resize(420, 560);
    view.showEntry(entryOf(*document, "matrix"));
    QCoreApplication::processEvents();
    QVERIFY(hasNoJobs(view) && !view.plot()->histogram()); // nobody can see it: nothing is read
    view.show();
    QTRY_VERIFY(view.plot()->histogram());
    QVERIFY2(view.text().contains("Smallest … largest\t0 … 7"), qPrintable(view.text()));
    QVERIFY(view.text().contains("Mean ± deviation of the finite\t")); // and not of all
    QVERIFY(view.text().contains("NaN\t1"));
    QVERIFY(view.text().contains("Infinite\t1 positive, 1 negative"));
    QCOMPARE(view.plot()->histogram()->low, 0.0);
    Q_EMIT view.plot()->rangeRequested(2, 4);
    QTRY_COMPARE(view.plot()->histogram()->low, 2.0);
    QCOMPARE(view.plot()->histogram()->above, 3U);
    view.findChild<QAction*>("histogramWhole")->trigger();
    QTRY_COMPARE(view.plot()->histogram()->low, 0.0);
    view.showEntry(entryOf(*document, "outside"));
    QTRY_VERIFY(view.findChild<QLabel*>("histogramMessage")->text().contains("outside its storage"));

    const DocumentPtr real = sample();
    view.showDocument(real);
    view.showEntry(entryOf(*real, "model.blocks.0.attn.qkv.weight"));
    QTRY_VERIFY(view.plot()->histogram());
    draw(view, "histogram");
    view.findChild<QCheckBox*>("histogramLog")->setChecked(true);
    draw(view, "histogram-log");
}

void tst_ValueViews::heatMap()
{
    QTemporaryDir folder;
    Answers answers;
    answers.target = folder.filePath("map.png");
    HeatMapView view(answers);
    const DocumentPtr document = numbers();
    view.showDocument(document);
    view.resize(420, 480);
    view.show();
    view.showEntry(entryOf(*document, "cube"));
    QTRY_VERIFY(view.plot()->overview());
    QCOMPARE(view.plot()->image().size(), QSize(4, 3));
    QCOMPARE(view.plot()->overview()->high, 11.0);
    const QRgb last = view.plot()->image().pixel(3, 2);
    view.findChild<QComboBox*>("heatMapPalette")->setCurrentIndex(2);
    QVERIFY(view.plot()->image().pixel(3, 2) != last);
    QCOMPARE(view.plot()->image().pixel(3, 2), heatColor(HeatPalette::Grey, 1));
    view.findChild<QAction*>("heatMapSave")->trigger();
    QVERIFY(!QImage(answers.target).isNull());
    view.showEntry(entryOf(*document, "matrix"));
    QTRY_VERIFY(view.plot()->overview() && view.plot()->overview()->special[8] == 1);
    view.findChild<QComboBox*>("heatMapPalette")->setCurrentIndex(0);
    draw(view, "heat-map-special");

    const DocumentPtr real = sample();
    view.showDocument(real);
    view.showEntry(entryOf(*real, "model.blocks.0.attn.qkv.weight"));
    QTRY_VERIFY(view.plot()->overview());
    draw(view, "heat-map");
}

/// What scales and grids must fit, and what they must say.
DocumentPtr scales()
{
    Model model;
    const std::vector<std::int64_t> far = {9007199254740900, 9007199254740950, 9007199254740999, 9007199254740901};
    const auto farBytes = std::as_bytes(std::span(far));
    model.tensor("far", model.storage(Bytes(farBytes.begin(), farBytes.end())), Dtype::Int64, {2, 2}, {2, 1});
    const std::int64_t time = 1'700'000'000'000'000'001;
    const std::vector<std::int64_t> times = {time, time + 6, time + 3, time};
    const auto timeBytes = std::as_bytes(std::span(times));
    model.tensor("times", model.storage(Bytes(timeBytes.begin(), timeBytes.end())), Dtype::Int64, {2, 2}, {2, 1});
    const std::vector<std::int64_t> wide = {std::int64_t{1} << 62, -5, 0, 1};
    const auto wideBytes = std::as_bytes(std::span(wide));
    model.tensor("wide", model.storage(Bytes(wideBytes.begin(), wideBytes.end())), Dtype::Int64, {2, 2}, {2, 1});
    model.tensor("bools", model.storage(Bytes{std::byte{1}, std::byte{0}}), Dtype::Bool, {2}, {1});
    const float nan = std::nanf("");
    model.tensor("nan", model.storage(bytesOf({nan, nan})), Dtype::Float32, {2}, {1});
    model.tensor("small", model.storage(bytesOf({-7.51483e-30F, 1})), Dtype::Float32, {1, 2}, {2, 1});
    std::vector<std::byte> steps(100);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        steps[i] = static_cast<std::byte>(i);
    }
    model.tensor("steps", model.storage(Bytes(steps.begin(), steps.end())), Dtype::UInt8, {100}, {1});
    return documentOf(model.build());
}

void tst_ValueViews::heatMapScales()
{
    Answers answers;
    HeatMapView view(answers);
    const DocumentPtr document = scales();
    view.showDocument(document);
    view.show();
    const auto legendOf = [&](const char* name) {
        view.showEntry(entryOf(*document, name));
        [&] { QTRY_VERIFY(view.plot()->overview()); }();
        return view.plot()->legend();
    };
    QCOMPARE(legendOf("bools"), std::pair(QString("0"), QString("1")));
    QCOMPARE(view.findChild<QLabel*>("heatMapState")->text().section(u' ', 0, 0), "2");
    QCOMPARE(legendOf("nan"), std::pair(QString(), QString()));
    QCOMPARE(legendOf("far"), std::pair(QString("9007199254740900"), QString("9007199254740999")));
    QCOMPARE(legendOf("times"), std::pair(QString("1700000000000000001"), QString("1700000000000000007")));
    const QImage image = view.plot()->image(); // doubles do not tell these numbers apart
    QVERIFY(image.pixel(0, 0) != image.pixel(1, 0) && image.pixel(0, 0) == image.pixel(1, 1));
    QCOMPARE(legendOf("wide"), std::pair(QString("-4.61169e+18"), QString("4.61169e+18")));
}

void tst_ValueViews::histogramOfSteps()
{
    HistogramView view;
    const DocumentPtr document = scales();
    view.showDocument(document);
    view.show();
    view.showEntry(entryOf(*document, "steps"));
    QTRY_VERIFY(view.plot()->histogram());
    const auto& counts = view.plot()->histogram()->counts;
    QVERIFY(std::ranges::all_of(counts, [&](std::uint64_t count) { return count == counts.front(); })); // no comb
    QCOMPARE(view.plot()->ends(), std::pair(QString("0"), QString("99")));
    view.showEntry(entryOf(*document, "far"));
    QTRY_VERIFY(view.plot()->histogram());
    QVERIFY(view.plot()->ends().first != view.plot()->ends().second);
    view.showEntry(entryOf(*document, "nan"));
    QTRY_VERIFY(view.plot()->note().contains("finite"));
}

void tst_ValueViews::valuesFitTheirColumns()
{
    Answers answers;
    ValuesView view(answers);
    const DocumentPtr document = scales();
    view.showDocument(document);
    view.show();
    auto* table = view.findChild<QTableView*>("valuesTable");
    for (const char* name : {"small", "far"}) {
        view.showEntry(entryOf(*document, name));
        QTRY_VERIFY(view.model()->index(0, 0).data().toString().size() > 1);
        QVERIFY2(static_cast<const QAbstractItemView*>(table)->sizeHintForColumn(0) <= table->columnWidth(0), name);
    }
    QVERIFY(view.findChild<QComboBox*>("valuesFormat")->findText("Six digits") < 0); // whole numbers have all
    view.showEntry(entryOf(*document, "small"));
    QCOMPARE(view.findChild<QComboBox*>("valuesFormat")->currentText(), "Six digits");
}

/// The same number of digits behind every point, in letters of one width.
void tst_ValueViews::firstValuesStandBelowEachOther()
{
    const auto text = [](std::vector<double> all) {
        values::TensorSlice slice;
        slice.rows = all.size() / 2;
        slice.columns = 2;
        slice.dtype = formats::Dtype::Float32;
        slice.numbers = std::move(all);
        slice.isComputed = true;
        return alignedText(slice);
    };
    QCOMPARE(text({0.0012, -0.0203, 1.5, 0}), " 0.001  -0.020\n 1.500   0.000");
    QCOMPARE(text({0.25, std::numeric_limits<double>::quiet_NaN()}), "0.2500     nan");
    QCOMPARE(text({1, 1e-8}), "1.000e+00  1.000e-08"); // and not 0.000
    QCOMPARE(text({123456, -1}), "123456      -1");
    QCOMPARE(text({0, 0}), "0  0");
}

CAIRN_TEST(tst_ValueViews, QApplication);

} // namespace cairn::tst_value_views

#include "tst_value_views.moc"
