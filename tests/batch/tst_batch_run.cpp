#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"

#include <QDirIterator>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>

#include <csignal>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace cairn::tst_batch_run {

using namespace cairn::test;

namespace {

const QString kModel = fixture("torch113/tags_two_gpus.pt");
const QString kOther = fixture("torch113/tags_module.pt");
const QString kWeights = fixture("torch214/safe_state_dict.safetensors");

} // namespace

/// `cairn-cli batch`: plans that are run by hand, as a scheduler would run them.
class TestBatchRun : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void hasTwoSpellings();
    void sameAsConvert_data();
    void sameAsConvert();
    void shardByShard_data();
    void shardByShard();
    void shardByShardOfShards();
    void shardsOfTheInputCount();
    void doneOnce();
    void goesOnWhereItWasCutOff();
    void twiceAtOnce();
    void killedAgainAndAgain();
    void termLeavesNothing();
    void staleInputs_data();
    void staleInputs();
    void badInputs();
    void commitsWithoutFailed();
    void addsWhatFailedBefore();
    void nextUntilThereIsNone();
    void jobsOfSlurm();
    void listsWhatIsLeft();
    void planRefusals_data();
    void planRefusals();
    void leavesOutWhatIsGone();
    void makesALostCopyAgain();
    void usesNoFolderOfOthers();

private:
    [[nodiscard]] QString at(const QString& name) const { return m_folder->filePath(name); }
    void put(const QString& source, const QString& name) const
    {
        QVERIFY(QDir().mkpath(QFileInfo(at(name)).path()));
        QVERIFY(QFile::copy(source, at(name)));
        QVERIFY(QFile::setPermissions(at(name), QFile::ReadOwner | QFile::WriteOwner));
    }
    /// A checkpoint that takes a while to copy; its bytes are no checksums' business.
    void putLarge(const QString& name) const
    {
        put(fixture("torch113/tags_two_gpus_legacy.pt"), name);
        QVERIFY(QFile(at(name)).resize(qint64{3} << 30)); // sparse
    }
    void plan(const QStringList& words) const
    {
        const Outcome made = cairnCli(QStringList{"batch", "plan", "-o", at("plan"), "--out-dir", at("out")} + words);
        QVERIFY2(made.code == 0, made.err.constData());
    }
    [[nodiscard]] Outcome run(const QStringList& words) const
    {
        return cairnCli(QStringList{"batch", "run", at("plan")} + words);
    }
    [[nodiscard]] QJsonObject status() const { return jsonOf(cairnCli({"batch", "status", at("plan"), "--json"})); }
    [[nodiscard]] QString left() const { return cairnCli({"batch", "retry", at("plan")}).out.trimmed(); }
    /// Every task, then the commit.
    void finish() const
    {
        for (int task = 0; task < status()["tasks"].toInt(); ++task) {
            const Outcome done = run({"--task", QString::number(task)});
            QVERIFY2(done.code == 0, done.err.constData());
        }
        const Outcome moved = cairnCli({"batch", "commit", at("plan")});
        QVERIFY2(moved.code == 0, moved.err.constData());
    }
    [[nodiscard]] QString unfinished() const { return at("out.unfinished-" + status()["id"].toString()); }
    /// Names and bytes of all files below a folder, hidden ones too.
    [[nodiscard]] static QMap<QString, QByteArray> filesBelow(const QString& folder)
    {
        QMap<QString, QByteArray> found;
        QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            found.insert(QDir(folder).relativeFilePath(path), contentOf(path));
        }
        return found;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestBatchRun::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    put(kModel, "runs/a/model.pt");
    put(kOther, "runs/b/other.pt");
    put(kModel, "runs/b/deep/model.pt");
    put(kWeights, "runs/weights.safetensors");
}

void TestBatchRun::hasTwoSpellings()
{
    const QByteArray page = cairnCli({"batch", "run", "--help"}).out;
    QVERIFY2(page.contains("cairn-cli batch run [OPTION]"), page.constData());
    QCOMPARE(cairnCli({"batch-run", "--help"}).out, page);
    QCOMPARE(cairnCli({"help", "batch", "run"}).out, page);
    QCOMPARE(cairnCli({"batch", "-h"}).out, cairnCli({"batch", "plan", "-h"}).out);
    const Outcome alone = cairnCli({"batch"});
    QVERIFY2(alone.code == 2 && alone.err.contains("batch plan, batch run"), alone.err.constData());
    const Outcome wrong = cairnCli({"batch", "rum"});
    QVERIFY2(wrong.code == 2 && wrong.err.contains("did you mean"), wrong.err.constData());
}

void TestBatchRun::sameAsConvert_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("tags") << QStringList{};
    QTest::newRow("map") << QStringList{"--map", "cuda:*=cuda:7", "--lenient", "--verify"};
    QTest::newRow("safetensors") << QStringList{"--to", "safetensors", "--drop-others", "--clone", "--verify"};
    QTest::newRow("values") << QStringList{"--cast", "float32=bfloat16", "--lenient", "--name", "{dir}-{stem}.x{ext}"};
    QTest::newRow("shards") << QStringList{"--to", "safetensors", "--drop-others", "--clone", "--shard-size", "10kB"};
    QTest::newRow("folders") << QStringList{"--to", "dcp", "--files", "2", "--drop-others"};
}

void TestBatchRun::sameAsConvert()
{
    QFETCH(QStringList, words);
    const Outcome single = cairnCli(QStringList{"convert", "-r", at("runs"), "--out-dir", at("single")} + words);
    QVERIFY2(single.code == 0, single.err.constData());
    plan(QStringList{"-r", at("runs"), "--tasks", "3"} + words);
    QVERIFY(!QFile::exists(at("out")));
    finish();
    QVERIFY(filesBelow(at("out")).size() >= 3);
    QVERIFY(filesBelow(at("out")) == filesBelow(at("single")));
    QVERIFY(!QFile::exists(unfinished()));
}

void TestBatchRun::shardByShard_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("safetensors") << QStringList{"--to", "safetensors", "--drop-others", "--clone"};
    QTest::newRow("verified, cast") << QStringList{"--to",     "safetensors", "--drop-others", "--clone",
                                                   "--verify", "--cast",      "bf16"};
}

void TestBatchRun::shardByShard()
{
    QFETCH(QStringList, words);
    words += {"--shard-size", "20kB", kSample, at("runs/weights.safetensors")};
    QCOMPARE(cairnCli(QStringList{"convert", "--out-dir", at("single")} + words).code, 0);
    plan(QStringList{"--by-shard"} + words);
    const int tasks = status()["tasks"].toInt();
    QVERIFY2(tasks > 3, qPrintable(QString::number(tasks)));
    const Outcome first = run({"--task", "0", "--json"});
    QVERIFY2(first.code == 0, first.err.constData());
    QCOMPARE(filesBelow(unfinished()).size(), 1); // a task writes its own file alone
    finish();
    QVERIFY(filesBelow(at("out")) == filesBelow(at("single")));
}

/// Of a set of shards another, with other borders and of another format; each task reads of all shards what it needs.
void TestBatchRun::shardByShardOfShards()
{
    const QStringList tensors{"--to", "safetensors", "--drop-others", "--clone", "--shard-size", "30kB"};
    QCOMPARE(cairnCli(QStringList{"convert", kSample, "--out-dir", at("set")} + tensors).code, 0);
    const QString index = at("set/two_gpus.safetensors.index.json");
    const QStringList words{index, "--to", "pth", "--shard-size", "20kB", "--name", "{stem}.pth"};
    const Outcome single = cairnCli(QStringList{"convert", "--out-dir", at("single")} + words);
    QVERIFY2(single.code == 0, single.err.constData());
    QVERIFY(filesIn(at("single")).size() > 4);
    plan(QStringList{"--by-shard", "--tasks", "3"} + words);
    finish();
    QVERIFY(filesBelow(at("out")) == filesBelow(at("single")));
}

/// An index stands for its shards: when one of them changes, so does the input.
void TestBatchRun::shardsOfTheInputCount()
{
    const QStringList tensors{"--to", "safetensors", "--drop-others", "--clone", "--shard-size", "30kB"};
    QCOMPARE(cairnCli(QStringList{"convert", kSample, "--out-dir", at("set")} + tensors).code, 0);
    plan({at("set/two_gpus.safetensors.index.json"), "--to", "safetensors"});
    const QString shard = at("set/" + filesIn(at("set")).first());
    QVERIFY(shard.contains("-00001-of-"));
    writeFile(shard, contentOf(shard) + 'x');
    const Outcome stale = run({"--task", "0"});
    QCOMPARE(stale.code, 2);
    QVERIFY2(stale.err.contains("two_gpus.safetensors.index.json"), stale.err.constData());
}

void TestBatchRun::doneOnce()
{
    plan({"-r", at("runs"), "--tasks", "2"});
    QVERIFY(run({"--task", "0"}).out.contains("converted"));
    const QMap<QString, QByteArray> before = filesBelow(at("plan"));
    QVERIFY(run({"--task", "0"}).out.contains("is done already"));
    QVERIFY(jsonOf(run({"--task", "0", "--json"}))["was_done"].toBool());
    QVERIFY(filesBelow(at("plan")) == before);
    QVERIFY(QDir(unfinished()).removeRecursively()); // what it wrote is gone, so it is done no longer
    QVERIFY(run({"--task", "0"}).out.contains("converted"));
    finish();
    QVERIFY(run({"--task", "0"}).out.contains("is done already")); // after the commit, too
    QCOMPARE(cairnCli({"batch", "commit", at("plan"), "--json"}).code, 0);
    QVERIFY(jsonOf(cairnCli({"batch", "commit", at("plan"), "--json"}))["was_finished"].toBool());
}

/// As after kill -9: a copy is there, another half, and the result is torn.
void TestBatchRun::goesOnWhereItWasCutOff()
{
    plan({"-r", at("runs"), "--tasks", "1"});
    QCOMPARE(run({"--task", "0"}).code, 0);
    const QMap<QString, QByteArray> whole = filesBelow(unfinished());
    const QString result = at("plan/results/0.json");
    writeFile(result, contentOf(result).first(100));
    const QString copy = unfinished() + "/a/model.pt";
    struct stat kept{};
    QCOMPARE(::stat(qPrintable(unfinished() + "/b/deep/model.pt"), &kept), 0);
    QVERIFY(QFile::remove(copy));
    writeFile(unfinished() + "/a/.model.pt.cairn-abcdefghijkl.part", "half");
    writeFile(at("plan/results/.0.json.cairn-abcdefghijkl.part"), "half");
    QCOMPARE(status()["done"].toInt(), 0);
    QVERIFY(run({"--task", "0"}).out.contains("converted"));
    QVERIFY(filesBelow(unfinished()) == whole);
    struct stat now{};
    QCOMPARE(::stat(qPrintable(unfinished() + "/b/deep/model.pt"), &now), 0);
    QCOMPARE(now.st_ino, kept.st_ino); // what was whole was not written again
    QCOMPARE(filesIn(at("plan/results")), QStringList{"0.json"});
}

void TestBatchRun::twiceAtOnce()
{
    for (int i = 0; i < 40; ++i) {
        put(kModel, QString("runs/many/%1.pt").arg(i));
    }
    QCOMPARE(cairnCli({"convert", "-r", at("runs"), "--out-dir", at("single"), "-q"}).code, 0);
    plan({"-r", at("runs"), "--tasks", "1"});
    std::vector<std::unique_ptr<QProcess>> runs;
    for (int i = 0; i < 3; ++i) {
        auto& process = runs.emplace_back(std::make_unique<QProcess>());
        process->setEnvironment(kPlainEnvironment);
        process->start(CAIRN_CLI, {"batch", "run", at("plan"), "--task", "0"});
    }
    for (const auto& process : runs) {
        const Outcome outcome = outcomeOf(*process);
        QVERIFY2(outcome.code == 0, outcome.err.constData());
    }
    finish();
    QVERIFY(filesBelow(at("out")) == filesBelow(at("single")));
}

void TestBatchRun::killedAgainAndAgain()
{
    for (int i = 0; i < 60; ++i) {
        put(kModel, QString("runs/many/%1.pt").arg(i));
    }
    QCOMPARE(cairnCli({"convert", "-r", at("runs"), "--out-dir", at("single"), "-q"}).code, 0);
    plan({"-r", at("runs"), "--tasks", "1"});
    const QString copies = unfinished();
    for (int kills = 0; kills < 6; ++kills) {
        const qsizetype before = filesBelow(copies).size();
        QProcess process;
        process.setEnvironment(kPlainEnvironment);
        process.start(CAIRN_CLI, {"batch", "run", at("plan"), "--task", "0", "-j", "2"});
        QVERIFY(process.waitForStarted());
        while (process.state() != QProcess::NotRunning && filesBelow(copies).size() < before + 5) {
            process.waitForFinished(1);
        }
        process.kill();
        process.waitForFinished();
        const QMap<QString, QByteArray> left = filesBelow(copies);
        for (const auto& [name, content] : left.asKeyValueRange()) { // what has its name is whole
            QVERIFY2(name.contains(".part") || content == contentOf(at("single/" + name)), qPrintable(name));
        }
    }
    finish();
    QVERIFY(filesBelow(at("out")) == filesBelow(at("single")));
}

void TestBatchRun::termLeavesNothing()
{
    putLarge("large/0.pt");
    plan({at("large/0.pt")});
    QProcess process;
    process.setEnvironment(kPlainEnvironment);
    process.start(CAIRN_CLI, {"batch", "run", at("plan"), "--task", "0"});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(!filesBelow(unfinished()).isEmpty() || process.state() == QProcess::NotRunning, 30'000);
    QCOMPARE(status()["begun"].toInt(), 1);
    ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
    const Outcome outcome = outcomeOf(process);
    QCOMPARE(outcome.code, 130);
    QVERIFY2(outcome.err.contains("Run the task again"), outcome.err.constData());
    QVERIFY(filesBelow(unfinished()).isEmpty());
    QVERIFY(filesIn(at("plan/results")).isEmpty());
    QCOMPARE(left(), "0");
}

void TestBatchRun::staleInputs_data()
{
    QTest::addColumn<QString>("how");
    QTest::newRow("longer") << "longer";
    QTest::newRow("written to") << "time";
    QTest::newRow("gone") << "gone";
    QTest::newRow("other bytes, the same time") << "bytes";
}

void TestBatchRun::staleInputs()
{
    QFETCH(QString, how);
    plan(QStringList{"-r", at("runs"), "--tasks", "2"} + (how == "bytes" ? QStringList{"--sha256"} : QStringList()));
    const QString file = at("runs/b/other.pt");
    const QByteArray content = contentOf(file);
    struct stat status{};
    QCOMPARE(::stat(qPrintable(file), &status), 0);
    if (how == "gone") {
        QVERIFY(QFile::remove(file));
    } else if (how == "longer") {
        writeFile(file, content + 'x');
    } else if (how == "time") {
        const timespec times[2] = {{.tv_sec = 1000, .tv_nsec = 0}, {.tv_sec = 1000, .tv_nsec = 0}};
        QCOMPARE(::utimensat(AT_FDCWD, qPrintable(file), times, 0), 0);
    } else {
        QByteArray changed = content;
        changed[changed.size() / 2] = static_cast<char>(changed[changed.size() / 2] ^ 1);
        writeFile(file, changed);
        const timespec times[2] = {status.st_mtim, status.st_mtim};
        QCOMPARE(::utimensat(AT_FDCWD, qPrintable(file), times, 0), 0);
    }
    const Outcome first = run({"--task", "0"});
    const Outcome second = run({"--task", "1"});
    const Outcome& stale = first.code == 2 ? first : second;
    QCOMPARE(first.code + second.code, 2); // the other one is done
    QVERIFY2(stale.out.contains("stale") && stale.err.contains("other.pt"), stale.err.constData());
    QCOMPARE(this->status()["stale"].toInt(), 1);
    QVERIFY(!QFile::exists(unfinished() + "/b/other.pt"));
    QCOMPARE(cairnCli({"batch", "commit", at("plan")}).code, 1);
    QVERIFY(!QFile::exists(at("out")));
}

void TestBatchRun::badInputs()
{
    writeFile(at("runs/bad.pt"), "no checkpoint");
    plan({"-r", at("runs"), "--tasks", "1"});
    const Outcome failed = run({"--task", "0"});
    QCOMPARE(failed.code, 1);
    QVERIFY2(failed.out.contains("4 files converted, 1 failed") && failed.err.contains("bad.pt"),
             failed.out.constData());
    const Outcome shown = cairnCli({"batch", "status", at("plan")});
    QCOMPARE(shown.code, 1);
    QVERIFY2(shown.out.contains("bad.pt") && shown.out.contains("1 failed"), shown.out.constData());
    QCOMPARE(left(), "0");
    QCOMPARE(status()["failures"].toArray().size(), 1);
    QCOMPARE(run({"--task", "0"}).code, 1); // it is tried again
    QCOMPARE(cairnCli({"batch", "retry", at("plan"), "--clear"}).out, QByteArray("0\n"));
    QCOMPARE(status()["failed"].toInt(), 0);
    QCOMPARE(cairnCli({"batch", "commit", at("plan")}).code, 1);
}

void TestBatchRun::commitsWithoutFailed()
{
    writeFile(at("runs/bad.pt"), "no checkpoint");
    plan({"-r", at("runs"), "--tasks", "2"});
    const QStringList commit{"batch", "commit", at("plan"), "--without-failed"};
    QCOMPARE(run({"--task", "0"}).code + run({"--task", "1"}).code, 1);
    QVERIFY(QFile::remove(at("plan/results/0.json")));
    const Outcome early = cairnCli(commit); // a task has not been tried
    QVERIFY2(early.code == 1 && early.err.contains("1 of 2 tasks not done yet"), early.err.constData());
    QVERIFY(!QFile::exists(at("out")));
    (void)run({"--task", "0"});
    const Outcome refused = cairnCli({"batch", "commit", at("plan")});
    QVERIFY2(refused.code == 1 && refused.err.contains("--without-failed"), refused.err.constData());
    const Outcome moved = cairnCli(commit);
    QVERIFY2(moved.code == 1 && moved.out.contains("4 files") && moved.out.contains("bad.pt"), moved.out.constData());
    QCOMPARE(filesBelow(at("out")).size(), 4);
    const QJsonObject again = jsonOf(cairnCli(commit + QStringList{"--json"}));
    QVERIFY(again["was_finished"].toBool());
    QCOMPARE(again["left_out"].toArray().size(), 1);
    QVERIFY(again["left_out"].toArray()[0].toObject()["file"].toString().endsWith("bad.pt"));
    QVERIFY(cairnCli({"batch", "status", at("plan")}).out.contains("finished"));
}

/// What failed for a reason of its own is tried again, and gets its place among the others.
void TestBatchRun::addsWhatFailedBefore()
{
    plan({"-r", at("runs"), "--tasks", "1"});
    const QString blocked = unfinished() + "/weights.safetensors";
    QVERIFY(QDir().mkpath(blocked));
    QCOMPARE(run({"--task", "0"}).code, 1);
    QCOMPARE(cairnCli({"batch", "commit", at("plan"), "--without-failed"}).code, 1);
    QCOMPARE(filesBelow(at("out")).size(), 3);
    const auto before = filesBelow(at("out"));
    QVERIFY(QDir().rmdir(at("out/weights.safetensors")));
    QCOMPARE(run({"--task", "0"}).code, 0);
    const Outcome moved = cairnCli({"batch", "commit", at("plan"), "--json"});
    QVERIFY2(moved.code == 0, moved.err.constData());
    QVERIFY(!jsonOf(moved)["was_finished"].toBool());
    auto after = filesBelow(at("out"));
    QVERIFY(!after.take("weights.safetensors").isEmpty());
    QCOMPARE(after, before);
    QVERIFY(!QFile::exists(unfinished()));
    QVERIFY(jsonOf(cairnCli({"batch", "commit", at("plan"), "--json"}))["was_finished"].toBool());
}

void TestBatchRun::nextUntilThereIsNone()
{
    plan({"-r", at("runs"), "--tasks", "4"});
    writeFile(at("plan/results/1.begun"), ""); // somebody else is at it
    const Outcome ran = run({"--next"});
    QVERIFY2(ran.code == 0, ran.err.constData());
    QCOMPARE(ran.out.count("converted"), 3);
    QCOMPARE(left(), "1");
    const Outcome none = run({"--next"});
    QVERIFY2(none.code == 0 && none.out.isEmpty() && none.err.contains("nobody has begun"), none.err.constData());
    QCOMPARE(cairnCli({"batch", "retry", at("plan"), "--clear"}).code, 0);
    QCOMPARE(run({"--next"}).out.count("converted"), 1);
    finish();
}

void TestBatchRun::jobsOfSlurm()
{
    plan({"-r", at("runs"), "--tasks", "4"});
    const auto job = [&](const QString& number, const QStringList& words) {
        return cairnCli(QStringList{"batch", "run", at("plan")} + words,
                        kPlainEnvironment + QStringList{"SLURM_ARRAY_TASK_ID=" + number});
    };
    QVERIFY(job("1", {"--per-job", "3"}).out.contains("task 3:"));
    QCOMPARE(left(), "0-2");
    QVERIFY(job("0", {"--offset", "2"}).out.contains("task 2:"));
    QCOMPARE(job("0", {"--per-job", "2"}).out.count("converted"), 2);
    QCOMPARE(left(), "");
    for (const char* const wrong : {"4", "x", "-1", "1x", "", "99999999999999999999999"}) {
        QCOMPARE(job(wrong, {}).code, 2);
    }
    QCOMPARE(run({}).code, 2);
    QCOMPARE(run({"--task", "1", "--next"}).code, 2);
}

void TestBatchRun::listsWhatIsLeft()
{
    for (int i = 0; i < 26; ++i) {
        put(kOther, QString("runs/many/%1.pt").arg(i));
    }
    plan({"-r", at("runs"), "--tasks", "30"});
    QCOMPARE(left(), "0-29");
    for (const char* const task : {"0", "5", "6", "28"}) {
        QCOMPARE(run({"--task", task}).code, 0);
    }
    QCOMPARE(left(), "1-4,7-27,29");
    const auto retry = [&](const QStringList& words) {
        return QString(cairnCli(QStringList{"batch", "retry", at("plan")} + words).out);
    };
    QCOMPARE(retry({"--per-job", "10"}), "0-2\n");
    QCOMPARE(retry({"--max-array", "10"}), "0 1-4,7-9\n10 0-9\n20 0-7,9\n");
    QCOMPARE(retry({"--per-job", "10", "--sbatch"}),
             "--array=0-2 --mem=1024M --export=ALL,CAIRN_PER_JOB=10,CAIRN_OFFSET=0\n");
    QCOMPARE(retry({"--list"}).count('\n'), 26);
    QCOMPARE(jsonOf(cairnCli({"batch", "retry", at("plan"), "--json"}))["left"].toInt(), 26);
}

void TestBatchRun::planRefusals_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("says");
    const QStringList usual{"-r", "runs", "-o", "plan"};
    QTest::newRow("nowhere") << usual << 2 << "--out-dir";
    QTest::newRow("no plan") << QStringList{"-r", "runs", "--out-dir", "out"} << 2 << "-o PLAN";
    QTest::newRow("a folder that is there") << usual + QStringList{"--out-dir", "runs"} << 2 << "to be converted";
    QTest::newRow("a folder that is not empty")
        << QStringList{kSample, "-o", "plan", "--out-dir", "runs"} << 4 << "not empty";
    QTest::newRow("in place") << usual + QStringList{"--in-place"} << 2 << "--in-place";
    QTest::newRow("the plan among the copies")
        << QStringList{"-r", "runs", "-o", "out/plan", "--out-dir", "out"} << 2 << "in the folder of copies";
    QTest::newRow("an address") << QStringList{"hf://a/b/c.pt", "-o", "plan", "--out-dir", "out"} << 2
                                << "files and folders";
    QTest::newRow("a pipe") << QStringList{"-", "-o", "plan", "--out-dir", "out"} << 2 << "";
    QTest::newRow("one name twice")
        << QStringList{"runs/a/model.pt", "runs/b/deep/model.pt", "-o", "plan", "--out-dir", "out"} << 2 << "same name";
    QTest::newRow("parts of one file") << usual + QStringList{"--out-dir", "out", "--by-shard"} << 2 << "--shard-size";
    QTest::newRow("two ways to cut") << usual + QStringList{"--out-dir", "out", "--tasks", "2", "--task-bytes", "1GB"}
                                     << 2 << "--task";
    QTest::newRow("no size") << usual + QStringList{"--out-dir", "out", "--task-bytes", "many"} << 2 << "size";
    QTest::newRow("no such folder") << QStringList{"-r", "nobody", "-o", "plan", "--out-dir", "out"} << 4 << "nobody";
}

void TestBatchRun::planRefusals()
{
    QFETCH(QStringList, words);
    QFETCH(QString, says);
    QProcess process;
    process.setEnvironment(kPlainEnvironment);
    process.setWorkingDirectory(m_folder->path());
    process.start(CAIRN_CLI, QStringList{"batch", "plan"} + words);
    const Outcome outcome = outcomeOf(process);
    QTEST(outcome.code, "code");
    QVERIFY2(outcome.err.contains(says.toUtf8()), outcome.err.constData());
    QVERIFY(!QFile::exists(at("plan/plan.jsonl")));
    QCOMPARE(cairnCli({"batch", "run", at("runs"), "--task", "0"}).code, 4); // no plan
}

void TestBatchRun::leavesOutWhatIsGone()
{
    const Outcome made = cairnCli(
        {"batch", "plan", at("runs/a/model.pt"), at("gone.pt"), "-o", at("plan"), "--out-dir", at("out"), "--json"});
    QCOMPARE(made.code, 4);
    QVERIFY2(made.err.contains("gone.pt"), made.err.constData());
    const QByteArray last = made.out.trimmed().split('\n').last();
    const QJsonObject document = QJsonDocument::fromJson(last).object();
    QCOMPARE(document["files"].toInt(), 1);
    QCOMPARE(document["failed"].toInt(), 1);
    finish();
    QCOMPARE(filesBelow(at("out")).size(), 1);
}

/// After everything was moved: the advice that is given helps.
void TestBatchRun::makesALostCopyAgain()
{
    plan({"-r", at("runs"), "--tasks", "2"});
    finish();
    const QMap<QString, QByteArray> before = filesBelow(at("out"));
    QVERIFY(QFile::remove(at("out/") + before.firstKey()));
    const Outcome lost = cairnCli({"batch", "commit", at("plan")});
    QVERIFY2(lost.code != 0 && lost.err.contains("again"), lost.err.constData());
    const QString task = QString::fromUtf8(lost.err).section("run task ", 1).section(' ', 0, 0);
    QVERIFY(QFile::remove(at("plan/results/" + task + ".json")));
    QCOMPARE(run({"--task", task}).code, 0);
    const Outcome again = cairnCli({"batch", "commit", at("plan")});
    QVERIFY2(again.code == 0, again.err.constData());
    QVERIFY(filesBelow(at("out")) == before);
}

/// Its name can be read off the plan, so somebody else can be there first.
void TestBatchRun::usesNoFolderOfOthers()
{
    if (::geteuid() != 0) {
        QSKIP("only root can give files away");
    }
    constexpr uid_t nobody = 65534;
    plan({"-r", at("runs"), "--tasks", "1"});
    QVERIFY(QDir().mkpath(unfinished()));
    QCOMPARE(::chown(qPrintable(unfinished()), nobody, nobody), 0);
    const Outcome refused = run({"--task", "0"});
    QVERIFY2(refused.code == 4 && refused.err.contains("another user's"), refused.err.constData());
    QVERIFY(filesBelow(unfinished()).isEmpty());
    QCOMPARE(::chown(qPrintable(unfinished()), 0, 0), 0);
    finish();
}

CAIRN_TEST(TestBatchRun);

} // namespace cairn::tst_batch_run

#include "tst_batch_run.moc"
