#include "app/cli/common/progress_bar.h"
#include "app/cli/common/text_width.h"
#include "tests/support/test_program.h"

namespace cairn::tst_progress_bar {

using namespace cairn::cli;
using namespace std::chrono_literals;

namespace {

BarState halfDone()
{
    BarState state;
    state.stage = "writing";
    state.name = "checkpoint_of_a_long_training_run.pth";
    state.doneBytes = 2'000'000'000;
    state.totalBytes = 4'000'000'000;
    state.bytesPerSecond = 500e6;
    return state;
}

bool tells(const std::string& line, std::string_view part)
{
    return line.find(part) != std::string::npos;
}

} // namespace

class TestProgressBar : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsAllWhereThereIsRoom();
    void neverWraps_data();
    void neverWraps();
    void leavesOutWhatMattersLeast();
    void tellsNoPartOfTheUnknown();
    void countsFiles();
    void measuresTheRate();
};

void TestProgressBar::tellsAllWhereThereIsRoom()
{
    const std::string line = barText(halfDone(), 160, Charset::Ascii);
    for (const char* part :
         {"writing", "###...", "50%", "2.0 GB of 4.0 GB", "500 MB/s", "4 s left", "checkpoint_of_a"}) {
        QVERIFY2(tells(line, part), line.c_str());
    }
    BarState state = halfDone();
    state.bytesPerSecond = 10e6;
    QVERIFY(tells(barText(state, 160, Charset::Ascii), "3:20 left"));
    state.bytesPerSecond = 1e5;
    QVERIFY(tells(barText(state, 160, Charset::Ascii), "5:33:20 left"));
}

void TestProgressBar::neverWraps_data()
{
    QTest::addColumn<std::size_t>("columns");
    for (std::size_t columns = 1; columns < 200; ++columns) {
        QTest::newRow(QByteArray::number(static_cast<qulonglong>(columns)).constData()) << columns;
    }
}

void TestProgressBar::neverWraps()
{
    QFETCH(std::size_t, columns);
    for (const Charset charset : {Charset::Utf8, Charset::Ascii}) {
        for (const std::size_t files : {1U, 20'000U}) {
            BarState state = halfDone();
            state.files = state.file = files;
            const std::string line = barText(state, columns, charset);
            QVERIFY2(displayWidth(line) <= columns, line.c_str());
        }
    }
}

void TestProgressBar::leavesOutWhatMattersLeast()
{
    const std::string usual = barText(halfDone(), 79, Charset::Utf8);
    QVERIFY2(tells(usual, "4 s left") && tells(usual, "500 MB/s") && tells(usual, "██"), usual.c_str());
    const std::string narrow = barText(halfDone(), 30, Charset::Utf8);
    QVERIFY2(tells(narrow, "50%") && tells(narrow, "writing") && !tells(narrow, "/s"), narrow.c_str());
    QCOMPARE(barText(halfDone(), 4, Charset::Utf8), std::string(" 50%"));
}

void TestProgressBar::tellsNoPartOfTheUnknown()
{
    BarState state = halfDone();
    state.stage = "opening";
    state.doneBytes = state.totalBytes = 0;
    QCOMPARE(barText(state, 79, Charset::Utf8), std::string("opening  checkpoint_of_a_long_training_run.pth"));
}

void TestProgressBar::countsFiles()
{
    BarState state = halfDone();
    state.file = 3;
    state.files = 17;
    QVERIFY(tells(barText(state, 79, Charset::Utf8), "writing  3/17  "));
}

void TestProgressBar::measuresTheRate()
{
    RateMeter meter;
    RateMeter::Clock::time_point now{};
    meter.add(0, now);
    meter.add(0, now += 10s); // opening
    QVERIFY(!meter.bytesPerSecond().has_value());
    meter.add(100, now += 1s);
    meter.add(200, now += 1s);
    QVERIFY(qAbs(*meter.bytesPerSecond() - 100) < 1);
    for (int i = 1; i <= 20; ++i) {
        meter.add(static_cast<std::uint64_t>(200 + 1000 * i), now += 1s);
    }
    QVERIFY(qAbs(*meter.bytesPerSecond() - 1000) < 10); // what was long ago is forgotten
    meter.add(50, now += 1s);                           // another stage
    QVERIFY(!meter.bytesPerSecond().has_value());
}

CAIRN_TEST(TestProgressBar);

} // namespace cairn::tst_progress_bar

#include "tst_progress_bar.moc"
