#include "core/base/progress.h"
#include "core/base/text/base64.h"
#include "core/convert/batch/batch_commit.h"
#include "core/convert/batch/batch_format.h"
#include "core/convert/batch/batch_make.h"
#include "core/convert/batch/batch_plan.h"
#include "core/convert/batch/batch_result.h"
#include "core/convert/batch/batch_text.h"
#include "core/convert/batch/input_stamp.h"
#include "tests/support/files.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QTemporaryDir>

#include <algorithm>
#include <memory>
#include <random>

namespace cairn::tst_batch {

using namespace cairn::convert;
using cairn::test::codeOf;
using cairn::test::contentOf;
using cairn::test::whyNot;
using cairn::test::writeFile;

namespace {

BatchUnit unitOf(std::uint64_t number, std::uint64_t bytes)
{
    const std::string name = "m" + std::to_string(number) + ".pt";
    return {.file = "/data/" + name,
            .out = "a/" + name,
            .stamp = {.bytes = bytes, .changed = 1'700'000'000'123'456'789 + static_cast<std::int64_t>(number)},
            .sha256 = {},
            .part = {},
            .bytes = bytes};
}

std::vector<BatchUnit> unitsOf(std::size_t count)
{
    std::mt19937_64 random(7);
    std::vector<BatchUnit> units;
    for (std::size_t i = 0; i < count; ++i) {
        units.push_back(unitOf(i, random() % 1'000'000'000));
    }
    return units;
}

} // namespace

/// Plans of batches, what becomes of their tasks, and what is believed of a plan that somebody else wrote.
class TestBatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void saysTheSameOfTheSame();
    void dealsEvenly();
    void keepsWhatItWasGiven();
    void namesThatAreNoText();
    void hostilePlans_data();
    void hostilePlans();
    void staysBelowItsFolder_data();
    void staysBelowItsFolder();
    void tornResultsAreNone();
    void doneStaysDone();
    void countsTasks();
    void movesAllAtOnce();
    void movesNothingThatIsNotWhole();
    void noTwoCopiesOfOneName();
    void leavesNothingOfAStoppedPlan();
    void isNotBelowItsCopies_data();
    void isNotBelowItsCopies();
    void knowsFoldersOfPlans();
    void namesTasksAsAnArray();
    void looksAtSetsOfRanks();

private:
    [[nodiscard]] std::string at(const QString& name) const { return m_folder->filePath(name).toStdString(); }
    [[nodiscard]] BatchHead head(std::uint64_t tasks) const
    {
        BatchHead made;
        made.folder = at("out");
        made.tasks = tasks;
        made.memoryBytes = 1 << 30;
        return made;
    }
    [[nodiscard]] BatchPlan planOf(const QString& name, std::vector<BatchUnit> units, std::uint64_t tasks) const
    {
        BatchHead made = head(tasks);
        const auto written = writeBatchPlan(at(name), made, std::move(units));
        auto plan = written ? BatchPlan::open(at(name)) : Result<BatchPlan>(std::unexpected(written.error()));
        if (!plan) {
            qFatal("%s", plan.error().paragraph().c_str());
        }
        return std::move(*plan);
    }
    /// Writes what a task would, and gives its result.
    [[nodiscard]] TaskResult copyOf(const BatchPlan& plan, std::uint64_t task) const
    {
        TaskResult result;
        result.files = 1;
        result.bytes = 10;
        const std::vector<BatchUnit> units = plan.task(task).value();
        for (const BatchUnit& unit : units) {
            const QByteArray content = QByteArray::fromStdString(unit.file);
            writeFile(QString::fromStdString(plan.unfinishedFolder() + '/' + unit.out), content);
            result.outputs.push_back({.out = unit.out, .bytes = static_cast<std::uint64_t>(content.size())});
        }
        return result;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestBatch::saysTheSameOfTheSame()
{
    std::vector<BatchUnit> units = unitsOf(500);
    const BatchPlan first = planOf("first", units, 7);
    std::ranges::reverse(units);
    const BatchPlan second = planOf("second", units, 7);
    QCOMPARE(first.id(), second.id());
    QVERIFY(contentOf(m_folder->filePath("first/plan.jsonl")) == contentOf(m_folder->filePath("second/plan.jsonl")));
    units.front().stamp.changed += 1;
    QVERIFY(planOf("third", units, 7).id() != first.id());
}

void TestBatch::dealsEvenly()
{
    const std::vector<BatchUnit> units = unitsOf(3000);
    const BatchPlan plan = planOf("plan", units, 50);
    std::vector<std::string> seen;
    std::uint64_t before = ~std::uint64_t{0};
    for (std::uint64_t task = 0; task < 50; ++task) {
        const auto mine = plan.task(task);
        QVERIFY2(mine, mine ? "" : qPrintable(whyNot(mine.error())));
        std::uint64_t bytes = 0;
        std::uint64_t last = ~std::uint64_t{0};
        for (const BatchUnit& unit : *mine) {
            QVERIFY(unit.bytes <= last); // largest first
            last = unit.bytes;
            bytes += unit.bytes;
            seen.push_back(unit.file);
        }
        QCOMPARE(bytes, plan.taskBytes(task).value());
        QVERIFY(bytes <= before);
        before = bytes;
    }
    QVERIFY(plan.taskBytes(0).value() - plan.taskBytes(49).value() < plan.head().bytes / 50 / 20); // 5 %
    std::ranges::sort(seen);
    QCOMPARE(seen.size(), units.size());
    QVERIFY(std::ranges::adjacent_find(seen) == seen.end());
    QCOMPARE(codeOf(plan.task(50)), "usage");
    // Files without bytes are dealt out, too, and there are no more tasks than files.
    const BatchPlan empty = planOf("empty", {unitOf(1, 0), unitOf(2, 0), unitOf(3, 0)}, 10);
    QCOMPARE(empty.head().tasks, std::uint64_t{3});
    for (std::uint64_t task = 0; task < 3; ++task) {
        QCOMPARE(empty.task(task).value().size(), std::size_t{1});
    }
}

void TestBatch::keepsWhatItWasGiven()
{
    BatchUnit unit = unitOf(1, 12);
    unit.sha256 = std::string(64, 'a');
    unit.part = 3;
    unit.stamp.files = 9;
    unit.stamp.changed = -5;
    BatchHead made = head(1);
    made.isLenient = true;
    made.recipe.drop = {"optimizer*", "line\nbreak"};
    made.recipe.shardSize = "5GB";
    QVERIFY(writeBatchPlan(at("plan"), made, {unit}));
    const auto plan = BatchPlan::open(at("plan"));
    QVERIFY2(plan, plan ? "" : qPrintable(whyNot(plan.error())));
    QVERIFY(plan->head().isLenient && !plan->head().refusesDangerous);
    QVERIFY(plan->head().recipe.drop == made.recipe.drop);
    QCOMPARE(plan->head().folder, at("out"));
    const BatchUnit read = plan->task(0).value().front();
    QVERIFY(read.stamp == unit.stamp && read.part == unit.part && read.bytes == 12);
    QCOMPARE(read.sha256, unit.sha256);
    QCOMPARE(codeOf(writeBatchPlan(at("plan"), made, {unit})), "io.target-exists"); // no plan is written over
}

void TestBatch::namesThatAreNoText()
{
    for (const std::string& bytes :
         {std::string("a"), std::string("ab"), std::string("abc"), std::string("\xff\x00\xfe", 3)}) {
        QCOMPARE(fromBase64(base64(bytes)).value(), bytes);
    }
    for (const char* const bad : {"abc", "ab=c", "a===", "ab!=", "abcd=efg"}) {
        QVERIFY2(!fromBase64(bad), bad);
    }
    BatchUnit unit = unitOf(1, 1);
    unit.file = "/data/\xff\"\n.pt";
    unit.out = "\xfe.pt";
    const BatchUnit read = planOf("plan", {unit}, 1).task(0).value().front();
    QCOMPARE(read.file, unit.file);
    QCOMPARE(read.out, unit.out);
}

void TestBatch::hostilePlans_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::newRow("up") << QByteArray("\"out\":\"a/m1.pt\"") << QByteArray("\"out\":\"../m.pt\"");
    QTest::newRow("root") << QByteArray("\"out\":\"a/m1.pt\"") << QByteArray("\"out\":\"/a/m.pt\"");
    QTest::newRow("no file") << QByteArray("\"file\":\"/data") << QByteArray("\"fils\":\"/data");
    QTest::newRow("relative file") << QByteArray("\"file\":\"/data/m1") << QByteArray("\"file\":\"data//m1");
    QTest::newRow("NUL") << QByteArray("a/m1.pt") << QByteArray("\\u0000");
    QTest::newRow("task") << QByteArray("{\"task\":0") << QByteArray("{\"task\":9");
    QTest::newRow("no JSON") << QByteArray("{\"task\":0") << QByteArray("{\"task\"::");
    QTest::newRow("negative size") << QByteArray("\"size\":12") << QByteArray("\"size\":-1");
    QTest::newRow("no time") << QByteArray("\"changed\"") << QByteArray("\"changes\"");
    QTest::newRow("many tasks") << QByteArray("\"tasks\":1") << QByteArray("\"tasks\":9");
    QTest::newRow("no tasks") << QByteArray("\"tasks\":1") << QByteArray("\"tasks\":0");
    QTest::newRow("version") << QByteArray("\"version\":1") << QByteArray("\"version\":2");
    QTest::newRow("relative folder") << QByteArray("\"folder\":\"/") << QByteArray("\"folder\":\"x");
    QTest::newRow("folder above") << QByteArray("/out\"") << QByteArray("/..\" ");
    QTest::newRow("id") << QByteArray("\"id\":\"") << QByteArray("\"id\":\"/../../");
    QTest::newRow("recipe") << QByteArray("\"cairn.recipe\"") << QByteArray("\"cairn.recipf\"");
    QTest::newRow("field") << QByteArray("\"lenient\"") << QByteArray("\"lenienx\"");
    QTest::newRow("place") << QByteArray("[  ") << QByteArray("[99");
    QTest::newRow("line feed gone") << QByteArray("}\n[") << QByteArray("} [");
}

void TestBatch::hostilePlans()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    const QString path = m_folder->filePath("plan/plan.jsonl");
    QCOMPARE(planOf("plan", {unitOf(1, 12)}, 1).task(0).value().size(), std::size_t{1});
    QByteArray content = contentOf(path);
    const qsizetype place = content.indexOf(from);
    QVERIFY(place >= 0);
    // Lengths stay, or what is told is always that they do not fit.
    content.replace(place, from.size(), to.leftJustified(from.size(), ' '));
    if (to.size() > from.size()) {
        content.remove(content.indexOf('"', place + to.size()) - (to.size() - from.size()), to.size() - from.size());
    }
    writeFile(path, content);
    const auto plan = BatchPlan::open(at("plan"));
    const auto task = plan ? plan->task(0) : Result<std::vector<BatchUnit>>(std::unexpected(plan.error()));
    QVERIFY2(!task, "it is believed");
    QCOMPARE(codeOf(task), "json.syntax");
    QVERIFY(!task.error().where.empty());
}

void TestBatch::staysBelowItsFolder_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("stays");
    QTest::newRow("name") << "a.pt" << true;
    QTest::newRow("folders") << "a/b/c.pt" << true;
    QTest::newRow("dots in names") << "..a/b../.c.pt" << true;
    QTest::newRow("nothing") << "" << false;
    QTest::newRow("root") << "/a" << false;
    QTest::newRow("up") << "../a" << false;
    QTest::newRow("up later") << "a/../../b" << false;
    QTest::newRow("up last") << "a/.." << false;
    QTest::newRow("here") << "./a" << false;
    QTest::newRow("empty part") << "a//b" << false;
    QTest::newRow("folder") << "a/" << false;
}

void TestBatch::staysBelowItsFolder()
{
    QFETCH(QString, path);
    QTEST(staysBelow(path.toStdString()), "stays");
}

void TestBatch::tornResultsAreNone()
{
    const BatchPlan plan = planOf("plan", unitsOf(4), 2);
    const TaskResult result = copyOf(plan, 1);
    QVERIFY(writeResult(plan, 1, result));
    QVERIFY(readResult(plan, 1));
    QVERIFY(!readResult(plan, 0));
    const QString path = QString::fromStdString(plan.resultPath(1));
    const QByteArray whole = contentOf(path);
    for (qsizetype length = 0; length + 1 < whole.size(); ++length) { // all but the line feed
        writeFile(path, whole.first(length));
        QVERIFY2(!readResult(plan, 1), qPrintable(QString::number(length)));
    }
    writeFile(path, QByteArray(whole).replace("\"task\":1", "\"task\":0"));
    QVERIFY(!readResult(plan, 1));
    writeFile(path, QByteArray(whole).replace(QByteArray::fromStdString(plan.id()), "0123456789abcdef"));
    QVERIFY(!readResult(plan, 1)); // of another plan
    writeFile(path, QByteArray(whole).replace("\"out\":\"a/", "\"out\":\"../"));
    QVERIFY(!readResult(plan, 1));
    writeFile(path, whole);
    QVERIFY(readResult(plan, 1));
}

void TestBatch::doneStaysDone()
{
    const BatchPlan plan = planOf("plan", unitsOf(1), 1);
    TaskResult failed;
    failed.state = TaskState::Failed;
    failed.failures.push_back({.file = "/data/m0.pt", .code = "zip.crc", .text = "damaged"});
    QVERIFY(writeResult(plan, 0, failed));
    QVERIFY(readResult(plan, 0)->failures == failed.failures);
    QVERIFY(writeResult(plan, 0, copyOf(plan, 0)));
    QVERIFY(writeResult(plan, 0, failed)); // of a slower run
    QVERIFY(readResult(plan, 0)->state == TaskState::Done);
    QVERIFY(readResult(plan, 0)->outputs == copyOf(plan, 0).outputs);
    QVERIFY(markBegun(plan, 0));
    QVERIFY(!markBegun(plan, 0));
    unmark(plan, 0);
    QVERIFY(!isMarked(plan, 0));
}

void TestBatch::countsTasks()
{
    const BatchPlan plan = planOf("plan", unitsOf(9), 4);
    TaskResult done = copyOf(plan, 0);
    done.began = 1000;
    done.seconds = 10;
    done.bytes = 500;
    QVERIFY(writeResult(plan, 0, done));
    TaskResult stale;
    stale.state = TaskState::Stale;
    stale.failures = {{.file = "/a", .code = "io.file-changed", .text = "a"},
                      {.file = "/b", .code = "io.file-changed", .text = "b"}};
    QVERIFY(writeResult(plan, 2, stale));
    QVERIFY(markBegun(plan, 3));
    const auto state = stateOf(plan, 1);
    QVERIFY(state);
    QCOMPARE(state->done, std::uint64_t{1});
    QCOMPARE(state->stale, std::uint64_t{1});
    QCOMPARE(state->begun, std::uint64_t{1});
    QVERIFY((state->left == std::vector<std::uint64_t>{1, 2, 3}));
    QCOMPARE(state->failures.size(), std::size_t{1});
    QCOMPARE(state->failuresInAll, std::uint64_t{2});
    QCOMPARE(state->bytesPerSecond().value(), 50.0);
}

void TestBatch::movesAllAtOnce()
{
    const BatchPlan plan = planOf("plan", unitsOf(5), 2);
    Progress progress;
    QVERIFY(writeResult(plan, 0, copyOf(plan, 0)));
    QCOMPARE(codeOf(commitBatch(plan, progress)), "usage.unmet-request");
    QVERIFY(!QFile::exists(m_folder->filePath("out")));
    QVERIFY(writeResult(plan, 1, copyOf(plan, 1)));
    writeFile(QString::fromStdString(plan.unfinishedFolder() + "/a/.m0.pt.cairn-abcdefghijkl.part"), "killed");
    const auto report = commitBatch(plan, progress);
    QVERIFY2(report, report ? "" : qPrintable(whyNot(report.error())));
    QCOMPARE(report->files, std::uint64_t{5});
    QVERIFY(!report->wasFinished);
    QCOMPARE(cairn::test::filesIn(m_folder->filePath("out/a")).size(), 5);
    QVERIFY(!QFile::exists(QString::fromStdString(plan.unfinishedFolder())));
    QVERIFY(commitBatch(plan, progress)->wasFinished);
    writeFile(QString::fromStdString(plan.unfinishedFolder() + "/a/m0.pt"), "of a run that was late");
    QVERIFY(commitBatch(plan, progress)->wasFinished);
    QVERIFY(QDir(QString::fromStdString(plan.unfinishedFolder())).removeRecursively());
    QVERIFY(QFile::remove(QString::fromStdString(plan.finishedPath()))); // as when a run is killed between the two
    QVERIFY(!commitBatch(plan, progress)->wasFinished);
    QVERIFY(QFile::exists(QString::fromStdString(plan.finishedPath())));
    QVERIFY(QFile::remove(m_folder->filePath("out/a/m0.pt")));
    QCOMPARE(codeOf(commitBatch(plan, progress)), "io.file-changed");
}

/// A plan that somebody else wrote: one copy would take the place of another.
void TestBatch::noTwoCopiesOfOneName()
{
    std::vector<BatchUnit> units = unitsOf(2);
    units[1].out = units[0].out;
    const BatchPlan plan = planOf("plan", units, 1);
    QVERIFY(writeResult(plan, 0, copyOf(plan, 0)));
    Progress progress;
    QCOMPARE(codeOf(commitBatch(plan, progress)), "io.file-changed");
    QVERIFY(!QFile::exists(m_folder->filePath("out")));
}

void TestBatch::movesNothingThatIsNotWhole()
{
    const BatchPlan plan = planOf("plan", unitsOf(3), 1);
    Progress progress;
    QVERIFY(writeResult(plan, 0, copyOf(plan, 0)));
    const QString copy = QString::fromStdString(plan.unfinishedFolder()) + "/a/m1.pt";
    const QByteArray content = contentOf(copy);
    writeFile(copy, content + "more");
    QCOMPARE(codeOf(commitBatch(plan, progress)), "io.file-changed");
    writeFile(copy, content);
    const QString other = QString::fromStdString(plan.unfinishedFolder()) + "/nobody.pt";
    writeFile(other, "x");
    QCOMPARE(codeOf(commitBatch(plan, progress)), "io.file-changed");
    QVERIFY(QFile::remove(other));
    writeFile(m_folder->filePath("out/precious"), "p");
    QCOMPARE(codeOf(commitBatch(plan, progress)), "io.target-exists");
    QCOMPARE(contentOf(m_folder->filePath("out/precious")), QByteArray("p"));
    QVERIFY(QFile::remove(m_folder->filePath("out/precious")));
    QVERIFY(commitBatch(plan, progress)); // an empty folder is none
    QCOMPARE(contentOf(m_folder->filePath("out/a/m1.pt")), content);
}

void TestBatch::leavesNothingOfAStoppedPlan()
{
    Progress progress;
    progress.requestStop();
    BatchHead made = head(3);
    QDir().mkpath(m_folder->filePath("mine"));
    QCOMPARE(codeOf(writeBatchPlan(at("new/plan"), made, unitsOf(50), &progress)), "cancelled");
    QCOMPARE(codeOf(writeBatchPlan(at("mine"), made, unitsOf(50), &progress)), "cancelled");
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden),
             QStringList{"mine"});
    QVERIFY(QDir(m_folder->filePath("mine")).isEmpty());
}

void TestBatch::isNotBelowItsCopies_data()
{
    QTest::addColumn<QString>("copies");
    QTest::addColumn<QString>("plan");
    QTest::addColumn<bool>("isBelow");
    QTest::newRow("the same") << "real/out" << "real/out" << true;
    QTest::newRow("below") << "real/out" << "real/out/plan" << true;
    QTest::newRow("by a link") << "real/out" << "link/out/plan" << true;
    QTest::newRow("copies by a link") << "link/out" << "real/out/plan" << true;
    QTest::newRow("beside") << "link/out" << "real/out-plan" << false;
}

void TestBatch::isNotBelowItsCopies()
{
    QFETCH(QString, copies);
    QFETCH(QString, plan);
    QFETCH(bool, isBelow);
    QVERIFY(QDir(m_folder->path()).mkpath("real"));
    QVERIFY(QFile::link(m_folder->filePath("real"), m_folder->filePath("link")));
    BatchRequest request;
    request.recipe.folder = at(copies);
    Progress progress;
    const auto made = makeBatchPlan(request, at(plan), unitsOf(3), progress);
    QCOMPARE(made.has_value(), !isBelow);
    QCOMPARE(QDir(m_folder->filePath("real")).isEmpty(), isBelow);
}

void TestBatch::knowsFoldersOfPlans()
{
    (void)planOf("plan", unitsOf(10), 3);
    QVERIFY(BatchPlan::isIn(at("plan")));
    const QByteArray whole = contentOf(m_folder->filePath("plan/plan.jsonl"));
    writeFile(m_folder->filePath("moved/plan.jsonl"), whole);
    QVERIFY(BatchPlan::isIn(at("moved"))); // without results
    writeFile(m_folder->filePath("plan/plan.jsonl"), whole.chopped(10));
    QVERIFY(BatchPlan::isIn(at("plan"))); // damaged
    writeFile(m_folder->filePath("plan/plan.jsonl"), "{}\n");
    QVERIFY(!BatchPlan::isIn(at("plan"))); // for all its results
    writeFile(m_folder->filePath("other/plan.jsonl"), R"({"format":"else"})");
    QVERIFY(!BatchPlan::isIn(at("other")));
    QVERIFY(!BatchPlan::isIn(at("other/plan.jsonl")));
    QVERIFY(!BatchPlan::isIn(at("none")));
}

void TestBatch::namesTasksAsAnArray()
{
    QCOMPARE(arrayExpression({}), std::string());
    QCOMPARE(arrayExpression({5}), std::string("5"));
    QCOMPARE(arrayExpression({0, 1, 2, 3, 7, 9, 10}), std::string("0-3,7,9-10"));
}

/// Their name is that of no file.
void TestBatch::looksAtSetsOfRanks()
{
    writeFile(m_folder->filePath("b_rank_0.pt"), "one");
    writeFile(m_folder->filePath("b_rank_1.pt"), "three");
    writeFile(m_folder->filePath("other_rank_0.pt"), "none");
    const std::string set = m_folder->filePath("b_rank_*.pt").toStdString();
    QCOMPARE(filesOfInput(set).size(), std::size_t{2});
    const auto stamp = stampOf(set);
    QVERIFY(stamp);
    QCOMPARE(stamp->files, std::uint64_t{2});
    QCOMPARE(stamp->bytes, std::uint64_t{8});
    QVERIFY(!stampOf(m_folder->filePath("c_rank_*.pt").toStdString()));
}

CAIRN_TEST(TestBatch);

} // namespace cairn::tst_batch

#include "tst_batch.moc"
