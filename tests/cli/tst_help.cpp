#include "tests/support/fixtures.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <utility>

namespace cairn::tst_help {

using cairn::test::cairnCli;
using cairn::test::kSample;
using cairn::test::Outcome;
using cairn::test::shell;

namespace {

/// Fits a narrow terminal, and has nothing in it that is only for one.
void isPage(const QByteArray& page)
{
    for (const QByteArray& line : page.split('\n')) {
        QVERIFY2(QString::fromUtf8(line).size() <= 80, line.constData());
        QVERIFY2(!line.endsWith(' ') && !line.contains('\x1b'), line.constData());
    }
}

} // namespace

/// What the program says about itself, and what holds for all commands.
class TestHelp : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void help();
    void shortHelp_data();
    void shortHelp();
    void version();
    void aFileIsInspected();
    void colours();
    void quiet();

private:
    QTemporaryDir m_folder;
};

void TestHelp::help()
{
    for (const QStringList& arguments : {QStringList{"--help"},
                                         {"help"},
                                         {"inspect", "--help"},
                                         {"formats", "--help"},
                                         {"help", "convert"},
                                         {"Help", "help"}}) {
        const bool isKnown = arguments[0] != "Help"; // commands are words, and have one spelling
        const Outcome outcome = cairnCli(arguments);
        QCOMPARE(outcome.code, isKnown ? 0 : 2);
        if (!isKnown) {
            QVERIFY2(outcome.err.contains(R"(did you mean "help"?)"), outcome.err.constData());
            continue;
        }
        QVERIFY(outcome.err.isEmpty());
        qsizetype at = -1;
        for (const char* part : {"NAME\n    cairn-cli", "\nUSAGE\n", "\nEXAMPLES\n    cairn-cli ", "\nDESCRIPTION\n",
                                 "\nOPTIONS\n    -h\n"}) {
            const qsizetype next = outcome.out.indexOf(part);
            QVERIFY2(next > at, part); // in this order
            at = next;
        }
        QCOMPARE(outcome.out.count("EXAMPLES"), 1);
        isPage(outcome.out);
    }
    QCOMPARE(cairnCli({"help"}).out, cairnCli({"--help"}).out);
    QCOMPARE(cairnCli({"help", "convert"}).out, cairnCli({"convert", "--help"}).out);
    QCOMPARE(cairnCli({"--help", "convert"}).out, cairnCli({"convert", "--help"}).out);
    for (const char* command : {"check", "stats", "diff", "verify"}) {
        const QByteArray page = cairnCli({command, "--help"}).out;
        QVERIFY2(page.contains("\nJSON\n") && page.contains("cairn-cli.schema.json"), command);
        isPage(page);
    }
    const QByteArray inspect = cairnCli({"inspect", "--help"}).out;
    for (const char* option : {"FILE...", "--json", "--tree", "--storages", "--globals", "--values"}) {
        QVERIFY2(inspect.contains(QByteArray("\n    ") + option + '\n'), option);
    }
}

void TestHelp::shortHelp_data()
{
    QTest::addColumn<QString>("command");
    static const QRegularExpression kCommand("^    ([a-z-]+)$", QRegularExpression::MultilineOption);
    const QString page = QString::fromUtf8(cairnCli({"--help"}).out);
    const QString list =
        page.mid(page.indexOf("\nCOMMANDS\n"), page.indexOf("\nOPTIONS\n") - page.indexOf("\nCOMMANDS\n"));
    for (const QRegularExpressionMatch& match : kCommand.globalMatch(list)) {
        QTest::newRow(qPrintable(match.captured(1))) << match.captured(1);
    }
}

void TestHelp::shortHelp()
{
    QFETCH(QString, command);
    const Outcome outcome = cairnCli({command, "-h"});
    command.replace("batch-", "batch "); // as it is typed
    QCOMPARE(cairnCli(command.split(u' ') + QStringList{"-h"}).out, outcome.out);
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.err.isEmpty());
    const qsizetype usage = outcome.out.indexOf("\nUsage:\n    cairn-cli " + command.toUtf8());
    const qsizetype examples = outcome.out.indexOf("\nExamples:\n    ");
    const qsizetype options = outcome.out.indexOf("\nOptions:\n    -");
    QVERIFY2(0 < usage && usage < examples && (options < 0 || examples < options), outcome.out.constData());
    QVERIFY2(outcome.out.contains("`cairn-cli " + command.toUtf8() + " --help` has everything"),
             outcome.out.constData());
    QVERIFY2(outcome.out.count('\n') <= 45, outcome.out.constData());
    isPage(outcome.out);
}

void TestHelp::version()
{
    static const QRegularExpression kVersion(
        "^cairn-cli \\d+\\.\\d+\\.\\d+( \\([0-9a-f]+\\))?\nbuild     \\w+, .+\nCUDA      .+\nLibTorch  .+\n$");
    for (const char* way : {"--version", "-V", "version"}) {
        const Outcome outcome = cairnCli({way});
        QCOMPARE(outcome.code, 0);
        QVERIFY2(kVersion.match(outcome.out).hasMatch(), outcome.out.constData());
    }
}

/// What is no command and may be a file is one that is looked into.
void TestHelp::aFileIsInspected()
{
    const QString folder = m_folder.filePath("first");
    QVERIFY(QDir().mkdir(folder) && QFile::copy(kSample, folder + "/model") &&
            QFile::copy(kSample, folder + "/two.pth"));
    const auto run = [&](const QString& words) { return shell("cd \"$2\" && exec \"$1\" " + words, {folder}); };
    QCOMPARE(run("model").out, run("inspect model").out);
    QCOMPARE(run("model").code, 0);
    QCOMPARE(run("two.pth model --storages").out, run("inspect two.pth model --storages").out);
    QCOMPARE(run("--color always ./model").out, run("inspect --color always ./model").out);
    QCOMPARE(run("--tree two.pth").out, run("inspect two.pth --tree").out);
    for (const char* missing : {"nowhere.pth", "no/where"}) {
        const Outcome outcome = run(missing);
        QCOMPARE(outcome.code, 4);
        QVERIFY2(outcome.err.contains(missing) && outcome.err.contains("No such file"), outcome.err.constData());
    }
    QVERIFY(QFile::copy(kSample, folder + "/formats"));
    QCOMPARE(run("formats").out, cairnCli({"formats"}).out); // a command is meant, whatever is called so
    QCOMPARE(run("insepct two.pth").code, 2);
}

void TestHelp::colours()
{
    const auto isColoured = [](const QStringList& words) { return cairnCli(words).out.contains('\x1b'); };
    QVERIFY(!isColoured({"inspect", kSample}));
    QVERIFY(!isColoured({"inspect", kSample, "--color", "auto"}));
    QVERIFY(isColoured({"inspect", kSample, "--color", "always"}));
    QVERIFY(isColoured({"inspect", kSample, "--color=Always"}));
    QVERIFY(isColoured({"--color", "always", "inspect", kSample}));
    QVERIFY(!isColoured({"--color", "always", "inspect", kSample, "--color", "never"})); // the nearer one
    QVERIFY(!isColoured({"--color", "always", "inspect", kSample, "--color", "auto"}));
    QVERIFY(!isColoured({"convert", "--help"}));
    QVERIFY(isColoured({"convert", "--help", "--color", "always"}));
    QVERIFY(isColoured({"--color", "always", "-h"}));
    QVERIFY(!isColoured({"inspect", "--json", kSample, "--color", "always"}));
    const Outcome outcome = cairnCli({"inspect", kSample, "--color", "purple"});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("\"purple\" is none of auto, always, never"), outcome.err.constData());
}

/// Only the exit status, and errors.
void TestHelp::quiet()
{
    const QString copy = m_folder.filePath("quiet.pth");
    for (const auto& [words, code] : QList<std::pair<QStringList, int>>{
             {{"check", kSample, "-q", "--trusted", "--machine", "cpu", "--map", "*=cpu"}, 0},
             {{"check", kSample, "--quiet", "--machine", "cpu"}, 1},
             {{"diff", kSample, kSample, "-q"}, 0},
             {{"convert", kSample, "-q", "-o", copy}, 0},
             {{"diff", kSample, copy, "-q"}, 1}}) {
        const Outcome outcome = cairnCli(words);
        QCOMPARE(outcome.code, code);
        QVERIFY2(outcome.out.isEmpty() && outcome.err.isEmpty(), (outcome.out + outcome.err).constData());
    }
    const Outcome failed = cairnCli({"convert", kSample, "-q", "-o", copy});
    QCOMPARE(failed.code, 4);
    QVERIFY2(failed.out.isEmpty() && failed.err.contains("quiet.pth"), failed.err.constData());
    const Outcome warned =
        cairnCli({"convert", kSample, "-q", "--force", "-o", copy, "--drop", "nothing", "--lenient"});
    QCOMPARE(warned.code, 0);
    QVERIFY(warned.out.isEmpty());
    QCOMPARE(warned.err, "cairn-cli: warning: " + kSample.toUtf8() + ": --drop \"nothing\" matched nothing\n");
    for (const QStringList& words : {QStringList{"check", kSample},
                                     {"inspect", kSample},
                                     {"stats", kSample},
                                     {"diff", kSample, copy},
                                     {"convert", kSample, "-o", copy, "--force"}}) {
        QVERIFY(!jsonOf(cairnCli(words + QStringList{"-q", "--json"})).isEmpty()); // what was asked for is told
    }
}

CAIRN_TEST(TestHelp);

} // namespace cairn::tst_help

#include "tst_help.moc"
