#include "tests/support/files.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QHash>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <algorithm>

namespace cairn::tst_readme {

using cairn::test::cairnCli;
using cairn::test::contentOf;
using cairn::test::kPlainEnvironment;
using cairn::test::Outcome;
using cairn::test::outcomeOf;

namespace {

QString top()
{
    return QStringLiteral(CAIRN_SOURCE_DIR);
}

/// A page taken apart: its text, what stands in single backticks, and its blocks of code by their language.
struct Page {
    struct Block {
        QString language;
        QStringList lines;
    };

    QString path; ///< from the top of the tree
    QString prose;
    QStringList spans;
    QList<Block> blocks;
};

Page pageOf(const QString& path)
{
    static const QRegularExpression kSpan("`([^`\n]+)`");
    Page page{.path = path, .prose = {}, .spans = {}, .blocks = {}};
    bool isCode = false;
    const QString text = QString::fromUtf8(contentOf(top() + u'/' + path));
    for (const QString& line : text.split(u'\n')) {
        if (line.startsWith("```")) {
            isCode = !isCode;
            if (isCode) {
                page.blocks.append({.language = line.mid(3), .lines = {}});
            }
        } else if (isCode) {
            page.blocks.last().lines.append(line);
        } else {
            page.prose += line + u'\n';
        }
    }
    for (const QRegularExpressionMatch& match : kSpan.globalMatch(page.prose)) {
        page.spans.append(match.captured(1));
    }
    return page;
}

/// A heading as the part of a link behind the #.
QString anchorOf(QString heading)
{
    static const QRegularExpression kOther("[^\\w\\- ]", QRegularExpression::UseUnicodePropertiesOption);
    return heading.toLower().remove(kOther).replace(u' ', u'-');
}

QStringList anchorsOf(const QString& path)
{
    static const QRegularExpression kHeading("^#+ (.+)$", QRegularExpression::MultilineOption);
    QStringList anchors;
    const QString prose = pageOf(path).prose;
    for (const QRegularExpressionMatch& match : kHeading.globalMatch(prose)) {
        anchors.append(anchorOf(match.captured(1)));
    }
    return anchors;
}

/// Commands of blocks of shell, without their remarks, lines that go on put together.
QStringList commandsIn(const Page& page)
{
    static const QRegularExpression kRemark("\\s+#.*$");
    QStringList commands;
    for (const Page::Block& block : page.blocks) {
        if (block.language != "sh" && block.language != "console") {
            continue;
        }
        bool goesOn = false;
        for (QString line : block.lines) {
            if (block.language == "console" && !line.startsWith("$ ") && !goesOn) {
                continue;
            }
            line = line.startsWith("$ ") ? line.mid(2) : line;
            line.remove(kRemark);
            const QString last = goesOn ? commands.takeLast() : QString();
            goesOn = line.endsWith(u'\\');
            line.chop(goesOn ? 1 : 0);
            commands.append(last + line);
        }
    }
    return commands;
}

QStringList optionsIn(const QString& text)
{
    static const QRegularExpression kOption("(?<![\\w-])--[a-z][a-z-]*");
    QStringList options;
    for (const QRegularExpressionMatch& match : kOption.globalMatch(text)) {
        options.append(match.captured());
    }
    return options;
}

/// What `cairn-cli COMMAND --help` lists; of no command those of the program.
QStringList optionsOf(const QString& command)
{
    static QHash<QString, QStringList> known;
    if (!known.contains(command)) {
        const Outcome help = cairnCli(command.isEmpty() ? QStringList{"--help"} : QStringList{command, "--help"});
        known[command] = help.code == 0 ? optionsIn(QString::fromUtf8(help.out)) : QStringList();
    }
    return known[command];
}

QStringList allCommands()
{
    static const QRegularExpression kCommand("^    ([a-z-]+)$", QRegularExpression::MultilineOption);
    const QString help = QString::fromUtf8(cairnCli({"--help"}).out);
    const qsizetype begin = help.indexOf("COMMANDS");
    const QString list = help.mid(begin, help.indexOf("OPTIONS") - begin);
    QStringList commands;
    for (const QRegularExpressionMatch& match : kCommand.globalMatch(list)) {
        commands.append(match.captured(1));
    }
    return commands;
}

/// What a line of output is whenever it is printed.
QString timeless(QString line)
{
    static const QRegularExpression kTime("\\b[0-9.]+ m?s\\b");
    static const QRegularExpression kEnd("\\s+$");
    return line.replace(kTime, "TIME").remove(kEnd);
}

/// Where lines differ from what a page shows of them, where "..." stands for any lines; empty if they do not.
QString difference(const QStringList& shown, const QStringList& printed)
{
    qsizetype at = 0;
    bool isAnywhere = false;
    for (const QString& line : shown) {
        if (line == "...") {
            isAnywhere = true;
            continue;
        }
        const QString wanted = timeless(line);
        while (isAnywhere && at < printed.size() && timeless(printed[at]) != wanted) {
            ++at;
        }
        if (at >= printed.size() || timeless(printed[at]) != wanted) {
            return "shown: " + line + "\nprinted: " + printed.value(at, "nothing more");
        }
        ++at;
        isAnywhere = false;
    }
    return isAnywhere || at == printed.size() ? QString() : "printed, and not shown: " + printed[at];
}

/// The files that the pages speak of, in a folder where their commands are run.
void makeFiles(const QString& folder)
{
    const QString sample = top() + "/resources/samples/two_gpus.pth";
    const QString fixtures = top() + "/tests/fixtures/";
    const QList<std::pair<QString, QString>> files{
        {"two_gpus.pth", sample},
        {"model.pth", sample},
        {"huge.pth", sample},
        {"run.ckpt", sample},
        {"runs/first.pth", sample},
        {"runs/second.pth", sample},
        {"new.pth", fixtures + "torch214/state_dict.pt"},
        {"old.pth", fixtures + "torch113/legacy_state_dict.pt"},
        {"model.safetensors", fixtures + "torch214/safe_state_dict.safetensors"},
        {"evil.pt", top() + "/tests/hostile/01_reduce_os_system.pt"},
    };
    QVERIFY(QDir(folder).mkpath("runs"));
    for (const auto& [name, source] : files) {
        QVERIFY2(QFile::copy(source, folder + u'/' + name), qPrintable(source));
    }
    const QDir shards(fixtures + "byhand/sharded_safetensors");
    for (const QString& name : shards.entryList(QDir::Files)) {
        QVERIFY(QFile::copy(shards.filePath(name), folder + u'/' + name));
    }
    const QDir step(fixtures + "folders/torch26/dcp_fsdp_tp");
    QVERIFY(QDir(folder).mkpath("step-1000"));
    for (const QString& name : step.entryList(QDir::Files | QDir::Hidden)) {
        QVERIFY(QFile::copy(step.filePath(name), folder + "/step-1000/" + name));
    }
    test::writeFile(folder + "/cut.pth", test::contentOf(sample).first(120'000));
    const QDir run(fixtures + "folders/deepspeed/zero3");
    QVERIFY(QDir(folder).mkpath("run/global_step2"));
    QVERIFY(QFile::copy(run.filePath("latest"), folder + "/run/latest"));
    for (const QString& name : QDir(run.filePath("global_step2")).entryList(QDir::Files)) {
        QVERIFY(QFile::copy(run.filePath("global_step2/" + name), folder + "/run/global_step2/" + name));
    }
    test::writeFile(folder + "/two.devicemap.json",
                    R"({"format": "cairn.devicemap", "version": 1, "map": "device", "device": "cpu"})");
}

Outcome runIn(const QString& folder, const QString& command)
{
    QProcess process;
    process.setEnvironment(kPlainEnvironment);
    process.setWorkingDirectory(folder);
    process.start("/bin/sh", {"-c", "PATH=\"$0:$PATH\"; " + command, QFileInfo(CAIRN_CLI).path()});
    return outcomeOf(process);
}

} // namespace

/// Reads the pages of the tree as a person would: follows the links, opens the files, types the commands.
class TestReadme : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theFirstPageIsShort();
    void links_data() { pages(); }
    void links();
    void paths_data() { pages(); }
    void paths();
    void options_data() { pages(); }
    void options();
    void outputs_data() { pages(); }
    void outputs();
    void commandsRun_data() { pages(); }
    void commandsRun();
    void jsonIsDescribed_data();
    void jsonIsDescribed();
    void everyCodeIsDescribed();
    void differences_data();
    void differences();

private:
    static void pages();
};

void TestReadme::pages()
{
    QTest::addColumn<QString>("path");
    const QDir tree(top());
    QStringList found{"README.md", ".github/CONTRIBUTING.md"};
    for (const char* folder : {"app", "core", "packaging", "resources", "tests", "ui"}) {
        QDirIterator files(tree.filePath(folder), {"*.md"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            found.append(tree.relativeFilePath(files.next()));
        }
    }
    found.sort();
    QVERIFY(found.size() > 10);
    for (const QString& path : found) {
        QTest::newRow(qPrintable(path)) << path;
    }
}

void TestReadme::theFirstPageIsShort()
{
    QVERIFY(QFileInfo(top() + "/README.md").size() <= 9000);
}

void TestReadme::links()
{
    static const QRegularExpression kLink("\\]\\(([^)#\\s]*)(?:#([^)\\s]*))?\\)");
    QFETCH(const QString, path);
    const QFileInfo page(top() + u'/' + path);
    const QString prose = pageOf(path).prose;
    for (const QRegularExpressionMatch& match : kLink.globalMatch(prose)) {
        const QString target = match.captured(1);
        if (target.contains("://")) {
            continue;
        }
        const QString file = target.isEmpty() ? page.filePath() : QDir::cleanPath(page.path() + u'/' + target);
        QVERIFY2(QFileInfo::exists(file), qPrintable(target));
        const QString anchor = match.captured(2);
        const QString other = QDir(top()).relativeFilePath(file);
        QVERIFY2(anchor.isEmpty() || anchorsOf(other).contains(anchor), qPrintable(target + u'#' + anchor));
    }
}

/// Files and folders that are named by their way from the top, and tests by their names.
void TestReadme::paths()
{
    static const QRegularExpression kPath(
        "^(?:README\\.md|(?:app|core|packaging|resources|tests|ui|\\.ci)/[\\w./-]*)$");
    static const QRegularExpression kTest("\\btst_[a-z]\\w*");
    QFETCH(const QString, path);
    const Page page = pageOf(path);
    const QStringList code = page.spans + commandsIn(page);
    for (const QString& text : code) {
        const QString first = text.section(u' ', 0, 0);
        const bool isPath = kPath.match(first).hasMatch() && !first.contains("NAME"); // which stands for a name
        QVERIFY2(!isPath || QFileInfo::exists(top() + u'/' + first), qPrintable(first));
        for (const QRegularExpressionMatch& match : kTest.globalMatch(text)) {
            const QString name = match.captured();
            QDirIterator files(QStringLiteral(CAIRN_TESTS_DIR), {name + ".cpp"}, QDir::Files,
                               QDirIterator::Subdirectories);
            QVERIFY2(files.hasNext(), qPrintable(name));
        }
    }
}

void TestReadme::options()
{
    static const QRegularExpression kCall("(?<!/)\\bcairn-cli(?: (?:--\\S+ )*((?:batch )?[a-z]+))?\\b([^|;&)]*)");
    QFETCH(const QString, path);
    const Page page = pageOf(path);
    const QStringList commands = allCommands();
    QVERIFY(commands.contains("inspect"));
    // Options of the window stand on its manual page, and those of the archive in what starts it there.
    QStringList known =
        optionsIn(QString::fromUtf8(contentOf(top() + "/packaging/linux/man/cairn.1")).replace("\\-", "-"));
    known += optionsIn(QString::fromUtf8(contentOf(top() + "/packaging/portable/start")));
    for (const QString& command : commands + QStringList{""}) {
        known += optionsOf(command);
    }
    for (const QString& text : page.spans + commandsIn(page)) {
        const QStringList unknown = text.startsWith("--") ? optionsIn(text) : QStringList();
        for (const QString& option : unknown) {
            QVERIFY2(known.contains(option), qPrintable(text));
        }
        for (const QRegularExpressionMatch& match : kCall.globalMatch(text)) {
            const QString command = match.captured(1).replace(u' ', u'-'); // "batch plan" is batch-plan
            QVERIFY2(command.isEmpty() || commands.contains(command), qPrintable(text));
            for (const QString& option : optionsIn(match.captured(2))) {
                QVERIFY2(optionsOf(command).contains(option), qPrintable(text));
            }
        }
    }
}

/// A block of "console" is what the program prints, but for times; the commands of a page follow each other.
void TestReadme::outputs()
{
    QFETCH(const QString, path);
    QTemporaryDir folder;
    makeFiles(folder.path());
    for (const Page::Block& block : pageOf(path).blocks) {
        for (qsizetype at = 0; block.language == "console" && at < block.lines.size();) {
            QVERIFY2(block.lines[at].startsWith("$ cairn-cli "), qPrintable(block.lines[at]));
            QString command = block.lines[at++].mid(2);
            while (command.endsWith(u'\\') && at < block.lines.size()) {
                command = command.chopped(1) + block.lines[at++];
            }
            QStringList shown;
            while (at < block.lines.size() && !block.lines[at].startsWith("$ ")) {
                shown.append(block.lines[at++]);
            }
            const Outcome outcome = runIn(folder.path(), command);
            QStringList printed = QString::fromUtf8(outcome.out + outcome.err).split(u'\n');
            printed.removeLast(); // what follows the last line end
            const QString problem = difference(shown, printed);
            QVERIFY2(problem.isEmpty(), qPrintable(command + u'\n' + problem));
        }
    }
}

/// Commands without output do what they say, too. Only loading needs what a machine may not have, and addresses.
void TestReadme::commandsRun()
{
    QFETCH(const QString, path);
    QTemporaryDir folder;
    makeFiles(folder.path());
    for (const QString& command : commandsIn(pageOf(path))) {
        if (!command.startsWith("cairn-cli ") || command.startsWith("cairn-cli load ") || command.contains("FILE") ||
            command.contains("://")) {
            continue;
        }
        const Outcome outcome = runIn(folder.path(), command);
        QVERIFY2(outcome.code == 0 || outcome.code == 1, qPrintable(command + u'\n' + outcome.err));
    }
}

void TestReadme::jsonIsDescribed_data()
{
    QTest::addColumn<QStringList>("arguments");
    const auto row = [](const QStringList& arguments) { QTest::newRow(qPrintable(arguments[0])) << arguments; };
    row({"inspect", "two_gpus.pth"});
    row({"check", "two_gpus.pth", "--machine", "cpu", "--python"});
    row({"stats", "two_gpus.pth", "--bins", "2"});
    row({"diff", "two_gpus.pth", "evil.pt"});
    row({"devices"});
    row({"formats"});
}

/// Every key that a command prints stands in its row of the table.
void TestReadme::jsonIsDescribed()
{
    QFETCH(const QStringList, arguments);
    QTemporaryDir folder;
    makeFiles(folder.path());
    const Outcome outcome = runIn(folder.path(), "cairn-cli " + arguments.join(u' ') + " --json");
    const QJsonObject json = cairn::test::jsonOf(outcome);
    QVERIFY2(!json.isEmpty(), outcome.err.constData());
    const QString page = QString::fromUtf8(contentOf(top() + "/app/cli/README.md"));
    const qsizetype begin = page.indexOf("\n| " + arguments[0] + " | `");
    QVERIFY(begin >= 0);
    const QString described = page.mid(begin, page.indexOf(u'\n', begin + 1) - begin);
    for (const QString& key : json.keys()) {
        QVERIFY2(key == "schema" || described.contains(u'`' + key + u'`'), qPrintable(key)); // that is in all of them
    }
}

/// The codes that `check` and `load` can give are on the pages that explain them.
void TestReadme::everyCodeIsDescribed()
{
    static const QRegularExpression kCode("\"((?:device|map|meta|file)\\.[a-z-]+)\"");
    static const QRegularExpression kRuntime("\"(runtime\\.[a-z-]+)\"");
    int codes = 0;
    const auto describes = [&codes](const QString& folder, const QString& source, const QRegularExpression& pattern) {
        const QString page = QString::fromUtf8(contentOf(top() + u'/' + folder + "/README.md"));
        const QString text = QString::fromUtf8(contentOf(source));
        for (const QRegularExpressionMatch& match : pattern.globalMatch(text)) {
            ++codes;
            QVERIFY2(page.contains(match.captured(1)), qPrintable(source + ": " + match.captured(1)));
        }
    };
    describes("core/devices", top() + "/core/devices/preflight.h", kCode);
    describes("core/runtime", top() + "/core/base/error.h", kRuntime);
    QVERIFY(codes > 20);
}

void TestReadme::differences_data()
{
    QTest::addColumn<QStringList>("shown");
    QTest::addColumn<QStringList>("printed");
    QTest::addColumn<bool>("isSame");
    QTest::newRow("same") << QStringList{"a", "b"} << QStringList{"a", "b"} << true;
    QTest::newRow("other time") << QStringList{"in 5 ms, done"} << QStringList{"in 1.20 s, done"} << true;
    QTest::newRow("blanks at the end") << QStringList{"a"} << QStringList{"a  "} << true;
    QTest::newRow("another line") << QStringList{"a", "c"} << QStringList{"a", "b"} << false;
    QTest::newRow("too few shown") << QStringList{"a"} << QStringList{"a", "b"} << false;
    QTest::newRow("too many shown") << QStringList{"a", "b"} << QStringList{"a"} << false;
    QTest::newRow("left out") << QStringList{"a", "...", "d"} << QStringList{"a", "b", "c", "d"} << true;
    QTest::newRow("left out, and not found") << QStringList{"a", "...", "e"} << QStringList{"a", "b", "d"} << false;
    QTest::newRow("end left out") << QStringList{"a", "..."} << QStringList{"a", "b", "c"} << true;
    QTest::newRow("beginning left out") << QStringList{"...", "c"} << QStringList{"a", "b", "c"} << true;
}

void TestReadme::differences()
{
    QFETCH(const QStringList, shown);
    QFETCH(const QStringList, printed);
    QFETCH(const bool, isSame);
    QCOMPARE(difference(shown, printed).isEmpty(), isSame);
}

CAIRN_TEST(TestReadme);

} // namespace cairn::tst_readme

#include "tst_readme.moc"
