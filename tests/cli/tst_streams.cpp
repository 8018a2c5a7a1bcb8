#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <csignal>
#include <memory>
#include <sys/stat.h>

namespace cairn::tst_streams {

using namespace cairn::test;

namespace {

const QString kModel = fixture(QStringLiteral("torch113/tags_two_gpus.pt"));

} // namespace

/// cairn-cli between other programs: checkpoints that come through pipes, and copies that leave through them.
class TestStreams : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }
    void everyCommandReadsThem_data();
    void everyCommandReadsThem();
    void processSubstitution();
    void namedPipes();
    void everyFormatComes_data();
    void everyFormatComes();
    void copiesGoOut();
    void whatIsSaidGoesToStandardError();
    void leavesNothingBehind();
    void whatCannotBe_data();
    void whatCannotBe();
    void isStoppedWhileItWaits_data();
    void isStoppedWhileItWaits();

private:
    [[nodiscard]] QString at(const QString& name) const { return m_folder->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestStreams::everyCommandReadsThem_data()
{
    QTest::addColumn<QString>("command");
    for (const char* command :
         {"inspect --json", "", "check --map '*=cpu' --machine cpu --json", "verify --json", "stats --json", "get",
          "diff --json", "sum --json", "salvage --json", "convert --json -o"}) {
        QTest::newRow(*command == '\0' ? "no command" : command) << QString(command);
    }
}

/// The same is said of what comes through a pipe as of the file.
void TestStreams::everyCommandReadsThem()
{
    QFETCH(const QString, command);
    const QString rest = command == "get" ? " conv.weight" : command == "diff --json" ? " \"$2\"" : QString();
    const QString target = command.startsWith("convert") ? ' ' + at("copy.pt") : QString();
    const QString name = fixture("torch113/state_dict.pt");
    const auto run = [&](const QString& before, const QString& file) {
        Outcome outcome =
            shell(before + "\"$1\" " + command + target + (command.isEmpty() ? " " : " ") + file + rest, {name});
        QFile::remove(at("copy.pt"));
        outcome.out.replace("/dev/stdin", name.toUtf8());
        return outcome;
    };
    const Outcome wanted = run("", "\"$2\"");
    for (const QString& pipe : {QString("-"), QString("/dev/stdin")}) {
        const Outcome outcome = run("cat \"$2\" | ", pipe);
        QCOMPARE(outcome.code, wanted.code);
        if (!command.startsWith("convert")) { // which says how long it took
            QCOMPARE(outcome.out, wanted.out);
        }
        QCOMPARE(outcome.err, wanted.err);
    }
    QCOMPARE(run("", "- <\"$2\"").code, wanted.code);
}

void TestStreams::namedPipes()
{
    const QString script = "mkfifo \"$3\" && { cat \"$2\" > \"$3\" & } && \"$1\" ";
    const QString pipe = at("a.pipe");
    const auto through = [&](const QString& rest) {
        QFile::remove(pipe);
        return shell(script + rest, {kModel, pipe, at("copy.pt")});
    };
    const Outcome verified = through("verify -- \"$3\"");
    QVERIFY2(verified.code == 0 && verified.out.startsWith(pipe.toUtf8() + ": whole: "), verified.out.constData());
    QCOMPARE(jsonOf(through("inspect --json-summary \"$3\""))["file"].toString(), pipe);
    const Outcome copied = through("convert \"$3\" -o \"$4\" --json");
    QCOMPARE(jsonOf(copied)["file"].toString(), pipe);
    QFile::remove(at("copy.pt"));
    QFile::remove(pipe);
    const Outcome none = shell(script + "inspect \"$3\"", {QStringLiteral(CAIRN_SOURCE_DIR "/README.md"), pipe});
    QVERIFY2(none.code == 3 && none.err.startsWith("cairn-cli: " + pipe.toUtf8()), none.err.constData());
    QFile::remove(pipe);
    QCOMPARE(through("diff \"$2\" \"$3\"").code, 0);
    QCOMPARE(through("inspect -r \"$3\"").code, 0);
    QCOMPARE(through("convert \"$3\" -o \"$4\" --map '*=saved'").code, 0);
    QCOMPARE(contentOf(at("copy.pt")), contentOf(kModel));

    QFile::remove(pipe);
    const Outcome inPlace = shell("mkfifo \"$2\" && \"$1\" convert --in-place \"$2\"", {pipe});
    QCOMPARE(inPlace.code, 2);
    QVERIFY2(inPlace.err.contains("what comes through a pipe has no place"), inPlace.err.constData());

    const QString sameLink = at("same");
    QVERIFY(QFile::link(pipe, sameLink));
    const Outcome twice = cairnCli({"diff", pipe, sameLink});
    QVERIFY2(twice.code == 2 && twice.err.contains("can be read once"), twice.err.constData());
}

void TestStreams::processSubstitution()
{
    QProcess bash;
    bash.setEnvironment(kPlainEnvironment);
    bash.start("bash", {"-c", "\"$0\" diff --same-weights <(cat \"$1\") <(cat \"$1\")", CAIRN_CLI, kModel});
    const Outcome outcome = outcomeOf(bash);
    QVERIFY2(outcome.code == 0, outcome.err);
}

void TestStreams::everyFormatComes_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"torch113/tags_two_gpus.pt", "torch113/tags_two_gpus_legacy.pt",
                             "torch214/safe_state_dict.safetensors", "byhand/tar_old.pt"}) {
        QTest::newRow(name) << QString(name);
    }
}

/// Also those that are opened more than once, or from their end.
void TestStreams::everyFormatComes()
{
    QFETCH(const QString, name);
    const Outcome checked = shell("cat \"$2\" | \"$1\" verify -", {fixture(name)});
    QVERIFY2(checked.code == 0, checked.out + checked.err);
    const QString copy = at("copy." + QFileInfo(name).suffix());
    const QString other = at("direct." + QFileInfo(name).suffix());
    const Outcome made = shell("cat \"$2\" | \"$1\" convert - --verify -q -o \"$3\"", {fixture(name), copy});
    QVERIFY2(made.code == 0, made.err);
    const Outcome direct = cairnCli({"convert", fixture(name), "-o", other, "-q"});
    QVERIFY2(direct.code == 0, direct.err);
    QVERIFY(contentOf(copy) == contentOf(other));
    const auto bits = QFile::ReadOwner | QFile::ReadGroup | QFile::ReadOther;
    QCOMPARE(QFile::permissions(copy) & bits, QFile::permissions(other) & bits);
}

void TestStreams::copiesGoOut()
{
    QCOMPARE(cairnCli({"convert", kModel, "-o", at("copy.pt"), "-q"}).code, 0);
    const Outcome outcome = cairnCli({"convert", kModel, "-o", "-"});
    QVERIFY2(outcome.code == 0, outcome.err);
    QVERIFY(outcome.out == contentOf(at("copy.pt")));
    const Outcome named = shell("\"$1\" convert \"$2\" -o /dev/stdout | cat", {kModel});
    QVERIFY2(named.code == 0 && named.out == outcome.out, named.err);

    const Outcome chain =
        shell("cat \"$2\" | \"$1\" convert - --to safetensors --drop-others --verify -o - | \"$1\" verify - --json",
              {kModel});
    QVERIFY2(chain.code == 0, chain.err);
    QCOMPARE(jsonOf(chain)["fine"].toBool(), true);
}

void TestStreams::whatIsSaidGoesToStandardError()
{
    const Outcome text = cairnCli({"convert", kModel, "-o", "-", "--verify"});
    QVERIFY2(text.err.contains("-> standard output") && text.err.contains("verified"), text.err);
    const Outcome json = cairnCli({"convert", kModel, "-o", "-", "--json"});
    QCOMPARE(QJsonDocument::fromJson(json.err).object()["out"].toString(), "-");
    const Outcome quiet = cairnCli({"convert", kModel, "-o", "-", "-q"});
    QVERIFY2(quiet.err.isEmpty(), quiet.err);
    QVERIFY(!quiet.out.isEmpty());
    const Outcome planned = cairnCli({"convert", kModel, "-o", "-", "--dry-run"});
    QVERIFY(planned.out.isEmpty() && planned.err.contains("nothing was written"));
}

void TestStreams::leavesNothingBehind()
{
    const QStringList arguments{m_folder->path(), kModel};
    const Outcome outcome =
        shell("export TMPDIR=\"$2\"; cat \"$3\" | \"$1\" convert - -o - -q >/dev/null; cat \"$3\" | \"$1\" inspect -; "
              "\"$1\" convert /nowhere -o -",
              arguments);
    QCOMPARE(outcome.code, 4);
    QVERIFY(QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).isEmpty());
}

void TestStreams::whatCannotBe_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char* name, const char* script, int code, const char* words) {
        QTest::newRow(name) << QString(script) << code << QByteArray(words);
    };
    row("nothing comes", ": | \"$1\" inspect -", 3, "the file is empty");
    row("text comes", "echo hello | \"$1\" inspect -", 3, "text file");
    row("closed", "\"$1\" inspect - <&-", 4, "cannot open it");
    row("in place", "cat \"$2\" | \"$1\" convert - --in-place", 2, "no place");
    row("a folder of copies", "cat \"$2\" | \"$1\" convert - --out-dir /tmp", 2, "has no name");
    row("a device", "\"$1\" inspect - </dev/null", 2, "this is a device");
    row("list and file", "echo | \"$1\" inspect - --files-from -", 2, "one standard input");
    row("no room for temporary files", "cat \"$2\" | TMPDIR=/nowhere \"$1\" inspect -", 4, "TMPDIR");
    row("no room for the copy", "TMPDIR=/nowhere \"$1\" convert \"$2\" -o -", 4, "TMPDIR");
    row("full output", "\"$1\" convert \"$2\" -o - -q >/dev/full", 4, "standard output");
}

void TestStreams::whatCannotBe()
{
    QFETCH(const QString, script);
    QFETCH(const int, code);
    QFETCH(const QByteArray, words);
    const Outcome outcome = shell(script, {kModel});
    QCOMPARE(outcome.code, code);
    QVERIFY2(outcome.err.contains(words), outcome.err);
    QCOMPARE(outcome.err.count('\n'), 1);
    QVERIFY(outcome.out.isEmpty());
}

void TestStreams::isStoppedWhileItWaits_data()
{
    QTest::addColumn<QString>("input");
    QTest::newRow("standard input") << "-";
    QTest::newRow("a named pipe that nobody opens") << "a.pipe";
}

/// Whoever writes into the pipe may never end, nor even begin.
void TestStreams::isStoppedWhileItWaits()
{
    QFETCH(const QString, input);
    if (input != "-") {
        QCOMPARE(::mkfifo(qPrintable(at(input)), 0600), 0);
    }
    QProcess process;
    process.setEnvironment(kPlainEnvironment);
    process.start(CAIRN_CLI, {"inspect", input == "-" ? input : at(input)});
    QVERIFY(process.waitForStarted());
    process.write("PK");
    QVERIFY(process.waitForBytesWritten());
    // Its temporary file is there when it has begun to read.
    const QDir files(QString("/proc/%1/fd").arg(process.processId()));
    const auto hasNamelessFile = [&files] {
        const QStringList names = files.entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot);
        return std::ranges::any_of(names, [&](const QString& name) {
            return QFile::symLinkTarget(files.filePath(name)).endsWith("(deleted)");
        });
    };
    QTRY_VERIFY_WITH_TIMEOUT(hasNamelessFile(), 30'000);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitCode(), 130);
}

CAIRN_TEST(TestStreams);

} // namespace cairn::tst_streams

#include "tst_streams.moc"
