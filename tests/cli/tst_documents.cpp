#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>

namespace cairn::tst_documents {

namespace {

/// What `program` says, both streams together; a failure of the program fails the test.
QString outputOf(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    if (!process.waitForFinished(60'000) || process.exitCode() != 0) {
        QTest::qFail(qPrintable(program + ": " + process.errorString() + ' ' + process.readAll()), __FILE__, __LINE__);
    }
    return QString::fromUtf8(process.readAll());
}

QString document(const char* name)
{
    return QStringLiteral(CAIRN_CLI_DOCUMENTS "/") + name;
}

/// The manual pages of cairn-cli.
QStringList pages()
{
    return QDir(QStringLiteral(CAIRN_CLI_DOCUMENTS)).entryList({"*.1"}, QDir::Files);
}

} // namespace

/// The manual pages and the completions, read by the programs that they are for.
class TestDocuments : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bashCompletes_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("offered");
        QTest::newRow("commands") << "cairn-cli con" << "convert";
        QTest::newRow("options of a command") << "cairn-cli convert --in-p" << "--in-place";
        QTest::newRow("not those of another") << "cairn-cli formats --in-p" << "";
        QTest::newRow("values") << "cairn-cli convert --to safe" << "safetensors";
        QTest::newRow("values of an open set") << "cairn-cli check --machine th" << "this";
        QTest::newRow("other values are left to the shell") << "cairn-cli check --machine box" << "";
        QTest::newRow("versions of torch") << "cairn-cli check --torch la" << "latest";
        QTest::newRow("devices") << "cairn-cli load --fallback m" << "meta";
        QTest::newRow("commands to explain") << "cairn-cli help conv" << "convert";
        QTest::newRow("shells") << "cairn-cli completion z" << "zsh";
        QTest::newRow("when to colour") << "cairn-cli stats --color al" << "always";
        QTest::newRow("general options") << "cairn-cli --ver" << "--version";
        QTest::newRow("files are left to the shell") << "cairn-cli inspect mod" << "";
    }

    void bashCompletes()
    {
        QFETCH(QString, words);
        QFETCH(QString, offered);
        const QString script = "source \"$0\"; COMP_WORDS=($1); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _cairn_cli; "
                               "printf %s \"${COMPREPLY[*]}\"";
        QCOMPARE(outputOf("bash", {"-c", script, document("cairn-cli.bash"), words}), offered);
    }

    void bashCompletesNames_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("offered");
        QTest::newRow("of a row") << "cairn-cli get FILE model.head.b" << "model.head.bias";
        QTest::newRow("to keep") << "cairn-cli convert FILE --keep epo" << "epoch";
        QTest::newRow("behind a value") << "cairn-cli convert --to pth FILE --drop epo" << "epoch";
        QTest::newRow("in quotes") << "cairn-cli get FILE 'epo" << "epoch";
        QTest::newRow("nothing so named") << "cairn-cli get FILE xyz" << "";
        QTest::newRow("behind a colon") << "cairn-cli get FILE mod : epo" << "";
        QTest::newRow("no file yet") << "cairn-cli get mod" << "";
        QTest::newRow("a file to write") << "cairn-cli get FILE -o epo" << "";
    }

    void bashCompletesNames()
    {
        QFETCH(QString, words);
        QFETCH(QString, offered);
        const QString script = "source \"$0\"; PATH=$(dirname \"$2\"):$PATH; COMP_WORDS=($1); "
                               "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _cairn_cli; printf %s \"${COMPREPLY[*]}\"";
        words.replace("FILE", QStringLiteral(CAIRN_SOURCE_DIR "/resources/samples/two_gpus.pth"));
        QCOMPARE(outputOf("bash", {"-c", script, document("cairn-cli.bash"), words, CAIRN_CLI}), offered);
    }

    /// What the program prints is what is installed.
    void programPrintsThem()
    {
        for (const auto& [shell, file] : {std::pair{"bash", "cairn-cli.bash"}, std::pair{"zsh", "_cairn-cli"},
                                          std::pair{"fish", "cairn-cli.fish"}}) {
            QCOMPARE(outputOf(CAIRN_CLI, {"completion", shell}), outputOf("cat", {document(file)}));
        }
    }

    void bashCompletesTheWindow()
    {
        const QString script = "source \"$0\"; COMP_WORDS=(cairn \"$1\"); COMP_CWORD=1; _cairn; "
                               "printf %s \"${COMPREPLY[*]}\"";
        const QString file = QStringLiteral(CAIRN_SOURCE_DIR "/packaging/linux/completions/cairn.bash");
        QCOMPARE(outputOf("bash", {"-c", script, file, "--con"}), "--convert");
        QCOMPARE(outputOf("bash", {"-c", script, file, "mod"}), "");
    }

#ifdef CAIRN_WINDOW
    void windowOptionsAreEverywhere()
    {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        const QString help = outputOf(CAIRN_WINDOW, {"--help"});
        const QString folder = QStringLiteral(CAIRN_SOURCE_DIR "/packaging/linux/");
        const QString page = outputOf("cat", {folder + "man/cairn.1"}).remove('\\');
        int options = 0;
        for (const auto& found : QRegularExpression("--([a-z-]+)").globalMatch(help)) {
            ++options;
            const QString name = found.captured(1);
            QVERIFY2(page.contains("--" + name), qPrintable(name));
            for (const char* file : {"cairn.bash", "_cairn"}) {
                QVERIFY2(outputOf("cat", {folder + "completions/" + file}).contains("--" + name), qPrintable(name));
            }
            QVERIFY2(outputOf("cat", {folder + "completions/cairn.fish"}).contains("-l " + name), qPrintable(name));
        }
        QVERIFY(options >= 5);
    }
#endif

    void otherShellsReadTheirs_data()
    {
        QTest::addColumn<QString>("shell");
        QTest::addColumn<QString>("file");
        QTest::newRow("zsh") << "zsh" << document("_cairn-cli");
        QTest::newRow("fish") << "fish" << document("cairn-cli.fish");
        const QString folder = QStringLiteral(CAIRN_SOURCE_DIR "/packaging/linux/completions/");
        QTest::newRow("zsh, cairn") << "zsh" << folder + "_cairn";
        QTest::newRow("fish, cairn") << "fish" << folder + "cairn.fish";
    }

    void otherShellsReadTheirs()
    {
        QFETCH(QString, shell);
        QFETCH(QString, file);
        if (QStandardPaths::findExecutable(shell).isEmpty()) {
            QSKIP(qPrintable(shell + " is not installed"));
        }
        QCOMPARE(outputOf(shell, {"-n", file}), QString());
    }

    void manReadsThePages_data()
    {
        QTest::addColumn<QString>("page");
        for (const QString& name : pages()) {
            QTest::newRow(qPrintable(name)) << document(qPrintable(name));
        }
        QTest::newRow("cairn") << QStringLiteral(CAIRN_SOURCE_DIR "/packaging/linux/man/cairn.1");
    }

    void manReadsThePages()
    {
        QFETCH(QString, page);
        if (QStandardPaths::findExecutable("man").isEmpty()) {
            QSKIP("man is not installed");
        }
        QCOMPARE(outputOf("sh", {"-c", "MANWIDTH=80 man --warnings -l \"$0\" 2>&1 >/dev/null", page}), QString());
        const QString text = outputOf("man", {"-l", page});
        QVERIFY(text.contains("NAME") && text.contains("SYNOPSIS"));
    }

    void everyCommandHasItsPage()
    {
        const QString main = outputOf("cat", {document("cairn-cli.1")});
        QVERIFY(main.contains("\\-\\-version"));
        const QString list = outputOf(CAIRN_CLI, {"--help"}).section("COMMANDS\n", 1).section("OPTIONS\n", 0, 0);
        int commands = 0;
        for (const auto& found :
             QRegularExpression("^    ([a-z-]+)$", QRegularExpression::MultilineOption).globalMatch(list)) {
            ++commands;
            const QString name = found.captured(1);
            QVERIFY2(pages().contains("cairn-cli-" + name + ".1"), qPrintable(name));
            QVERIFY2(main.contains(".BR cairn\\-cli\\-" + QString(name).replace("-", "\\-") + " (1)"),
                     qPrintable(name));
        }
        QCOMPARE(commands, pages().size() - 1);
    }

    void pagesOfHelp_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QStringList>("environment");
        QTest::addColumn<bool>("isPaged");
        const QString sed = "PAGER=sed 's/^/PAGED:/'";
        QTest::newRow("longer than the screen") << "convert --help" << QStringList{sed, "LINES=24"} << true;
        QTest::newRow("by name") << "help convert" << QStringList{sed, "LINES=24"} << true;
        QTest::newRow("the short one") << "convert -h" << QStringList{sed, "LINES=24"} << true;
        QTest::newRow("fits") << "convert --help" << QStringList{sed, "LINES=5000"} << false;
        QTest::newRow("not wanted") << "convert --help" << QStringList{"PAGER=", "LINES=24"} << false;
        QTest::newRow("cat") << "convert --help" << QStringList{"PAGER=cat", "LINES=24"} << false;
        QTest::newRow("no such program") << "convert --help" << QStringList{"PAGER=/nowhere", "LINES=24"} << false;
        QTest::newRow("a pipe") << "convert --help | cat" << QStringList{sed, "LINES=24"} << false;
    }

    /// What a terminal shows of help.
    void pagesOfHelp()
    {
        QFETCH(const QString, command);
        QFETCH(const QStringList, environment);
        QFETCH(const bool, isPaged);
        if (QStandardPaths::findExecutable("script").isEmpty()) {
            QSKIP("there is no program that makes a terminal");
        }
        QProcess process;
        process.setEnvironment(test::kPlainEnvironment + environment + QStringList{"NO_COLOR=1", "SHELL=/bin/sh"});
        process.start("script", {"-qec", QStringLiteral(CAIRN_CLI " ") + command, "/dev/null"});
        const test::Outcome outcome = test::outcomeOf(process);
        QVERIFY2(outcome.code == 0, outcome.out + outcome.err);
        QVERIFY2(outcome.out.contains("cairn-cli convert"), outcome.out);
        QCOMPARE(outcome.out.contains("PAGED:"), isPaged);
    }

    /// All that --help says of a command stands on its page.
    void pagesSayWhatHelpSays()
    {
        const QString page = outputOf("cat", {document("cairn-cli-convert.1")});
        QVERIFY(page.contains(".SH IN PLACE") && page.contains(".SH EXAMPLES") && page.contains(".SH EXIT STATUS"));
        const QString help = outputOf(CAIRN_CLI, {"convert", "--help"});
        int options = 0;
        for (const auto& found : QRegularExpression("--([a-z-]+)").globalMatch(help)) {
            ++options;
            QVERIFY2(QString(page).remove('\\').contains(found.captured()), qPrintable(found.captured()));
        }
        QVERIFY(options > 20);
        QVERIFY2(page.contains("[\\fIFILE...\\fR]"), "what may be left out stands in brackets");
    }
};

CAIRN_TEST(TestDocuments);

} // namespace cairn::tst_documents

#include "tst_documents.moc"
