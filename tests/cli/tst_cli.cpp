#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/little.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <climits>
#include <csignal>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cairn::tst_cli {

using cairn::test::byteArray;
using cairn::test::cairnCli;
using cairn::test::jsonOf;
using cairn::test::kPlainEnvironment;
using cairn::test::kSample;
using cairn::test::little;
using cairn::test::Outcome;
using cairn::test::shell;
using cairn::test::writtenFile;

namespace {

/// A safetensors file of one-element tensors with these names, written as JSON strings.
QByteArray safetensors(const QStringList& jsonNames)
{
    QByteArray header = "{";
    qsizetype offset = 0;
    for (const QString& name : jsonNames) {
        header += header.size() > 1 ? "," : "";
        header += "\"" + name.toUtf8() + "\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[" +
                  QByteArray::number(offset) + "," + QByteArray::number(offset + 4) + "]}";
        offset += 4;
    }
    header += '}';
    return byteArray(little(static_cast<std::uint64_t>(header.size()), 8)) + header + QByteArray(offset, '\0');
}

} // namespace

class TestCli : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void usageErrors_data();
    void usageErrors();
    void withoutArguments();
    void errorsAsJson();
    void aFileWhoseNameBeginsWithADash();
    void formats();
    void showsTheSample();
    void jsonOfTheSample();
    void everyViewOfTheSample_data();
    void everyViewOfTheSample();
    void followsTheEnvironment();
    void namesCannotSteerTheTerminal();
    void badFiles_data();
    void badFiles();
    void namesABadFileOnce();
    void oneBadFileDoesNotStopTheOthers();
    void aFileThatCannotBeRead();
    void aReaderThatGoesAwayIsNoError();
    void aFullDiskIsAnError();
    void aClosedOutputIsAnError();
    void interruptCancels();

private:
    QTemporaryDir m_folder;
};

void TestCli::initTestCase()
{
    QVERIFY(m_folder.isValid());
}

void TestCli::usageErrors_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("message");

    const auto row = [](const char* name, const QStringList& arguments, const QByteArray& message) {
        QTest::newRow(name) << arguments << message;
    };
    row("command", {"insepct", "x"}, R"(unknown command "insepct"; did you mean "inspect"?)");
    row("command, and help", {"insepct", "-h"}, R"(unknown command "insepct"; did you mean "inspect"?)");
    row("command, and all help", {"insepct", "--help"}, R"(unknown command "insepct"; did you mean "inspect"?)");
    row("command of other programs", {"show", "x"}, R"(unknown command "show"; did you mean "inspect"?)");
    row("far command", {"frobnicate"}, R"(unknown command "frobnicate". See `cairn-cli -h`)");
    row("no command to explain", {"help", "convrt"}, R"(did you mean "convert"?)");
    row("no shell", {"completion", "bsh"}, R"("bsh" is none of bash, zsh, fish; did you mean "bash"?)");
    row("option", {"--versoin"}, R"(unknown option "--versoin"; did you mean "--version"?)");
    row("option before its command", {"--json", "inspect", "x"},
        "behind the command, as in `cairn-cli inspect --json`");
    row("no file", {"inspect"}, "inspect needs FILE...");
    row("option of the command", {"inspect", "x", "--jason"}, R"("--jason"; did you mean "--json"? See)");
    row("option with a value", {"convert", "x", "--renam=a=b"}, R"("--renam"; did you mean "--rename"?)");
    row("option and no file", {"inspect", "-weird"}, R"(unknown option "-weird")");
    row("name of a file", {"inspect", "-weird.pth"},
        "Write ./-weird.pth for the file of that name, or put -- in front");
    row("option of another command", {"inspect", "x", "--torch", "2.6"}, "It is an option of `cairn-cli check`");
    row("option of other commands", {"inspect", "x", "--force"},
        "It is an option of `cairn-cli convert`, `check`, `get`, `salvage` and `sum`");
    row("option of other programs", {"convert", "x", "--output", "y"}, R"("--output"; did you mean "--out"?)");
    row("option of other programs, mistyped", {"convert", "x", "--ouput", "y"}, R"("--ouput"; did you mean "--out"?)");
    row("help with a value", {"convert", "--help=x"}, "--help takes no value. See `cairn-cli -h`");
    row("option without its dash", {"convert", "x", "--dryrun"}, R"("--dryrun"; did you mean "--dry-run"?)");
    row("two views", {"inspect", "x", "--json", "--tree"}, "--json and --tree cannot be asked for together");
    row("no value", {"convert", "x", "--jobs"}, "--jobs needs a value: --jobs N");
    row("no value, and it may be repeated", {"convert", "x", "--keep"}, "--keep needs a value: --keep GLOB");
    row("one file of two", {"diff", "x"}, "diff needs A B. See");
    row("no word of the list", {"convert", "x", "--to", "safetensor"},
        R"("safetensor" is none of keep, pth, legacy, safetensors, dcp; did you mean "safetensors"?)");
    row("no word of another list", {"convert", "x", "--existing", "skp"}, R"(did you mean "skip"?)");
    row("no dtype", {"convert", "x", "-o", "y", "--cast", "bfloat"},
        R"("bfloat" is no dtype; did you mean "bfloat16"?)");
    row("no number", {"convert", "x", "-j", "all"}, R"(--jobs: "all" is no whole number from 1 to 64)");
    row("number out of range", {"stats", "x", "--bins", "0"}, R"(--bins: "0" is no whole number from 1 to 1000)");
    row("given twice", {"convert", "x", "-o", "y", "-o", "z"}, "--out is given more than once");
    row("value for a flag", {"inspect", "x", "--tree=maybe"}, "--tree takes no value");
    row("formats takes no file", {"formats", "x"}, R"(formats takes nothing but options; there is no place for "x")");
    row("too many words", {"diff", "a", "b", "c", "d", "e", "f"},
        R"(diff takes A and B and no more; there is no place for "c" "d" "e" and 1 more)");
}

void TestCli::usageErrors()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, message);
    const Outcome outcome = cairnCli(arguments);
    QCOMPARE(outcome.code, 2);
    QCOMPARE(outcome.out.isEmpty(), !arguments.contains("--json"));
    QVERIFY2(outcome.err.startsWith("cairn-cli: ") && outcome.err.contains(message), outcome.err.constData());
    const bool saysWhatToDo =
        QRegularExpression("See `cairn-cli |rite |It is an option of").match(outcome.err).hasMatch();
    QVERIFY2(saysWhatToDo && !outcome.err.contains("?."), outcome.err.constData());
    QCOMPARE(outcome.err.count('\n'), 1);
}

void TestCli::withoutArguments()
{
    const Outcome outcome = cairnCli({});
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.out.isEmpty());
    for (const char* part :
         {"Usage:\n    cairn-cli COMMAND", "\n    cairn-cli FILE...", "\n    inspect     show what is in a checkpoint",
          "\n    stats       tell what", "`cairn-cli COMMAND --help`"}) {
        QVERIFY2(outcome.err.contains(part), outcome.err.constData());
    }
    QVERIFY(outcome.err.count('\n') < 24); // rows of a terminal
}

void TestCli::aFileWhoseNameBeginsWithADash()
{
    const QString folder = m_folder.filePath("dash");
    QVERIFY(QDir().mkdir(folder) && QFile::copy(kSample, folder + "/-weird.pth"));
    const Outcome outcome = shell("cd \"$2\" && \"$1\" inspect -weird.pth", {folder});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("Write ./-weird.pth for the file of that name"), outcome.err.constData());
    for (const char* words : {"inspect ./-weird.pth", "inspect -- -weird.pth", "-- -weird.pth", "-s -- -weird.pth",
                              "--color never -- -weird.pth", "./-weird.pth"}) {
        const Outcome shown = shell(QString("cd \"$2\" && \"$1\" ") + words, {folder});
        QVERIFY2(shown.code == 0 && shown.out.contains("-weird.pth"), shown.err);
    }
}

/// Also of commands that have no object for each file.
void TestCli::errorsAsJson()
{
    const QString nowhere = m_folder.filePath("nowhere.pth");
    for (const QStringList& arguments :
         {QStringList{"inspect", nowhere}, {"stats", nowhere}, {"check", nowhere}, {"diff", kSample, nowhere}}) {
        const Outcome outcome = cairnCli(arguments + QStringList{"--json"});
        QCOMPARE(outcome.code, arguments[0] == "diff" ? 2 : 4);
        QCOMPARE(jsonOf(outcome).value("error")["code"].toString(), "io.not-found");
        QCOMPARE(jsonOf(outcome).value(arguments[0] == "diff" ? "b" : "file").toString(), nowhere);
        QVERIFY(outcome.err.contains("nowhere.pth"));
    }
    const QString list = m_folder.filePath("nowhere.txt");
    for (const QStringList& arguments : {QStringList{"check", kSample, "--map", "nothing"},
                                         {"check", kSample, "--machine", "abacus"},
                                         {"check", kSample, "--map-file", list},
                                         {"convert", kSample},
                                         {"convert", kSample, "-o", "x.pth", "--rename", "a"},
                                         {"convert", kSample, "-o", "x.pth", "--to", "zip"},
                                         {"diff", kSample},
                                         {"verify"},
                                         {"stats", "--files-from", list},
                                         {"get", kSample, "--jsn"}}) {
        const Outcome outcome = cairnCli(arguments + QStringList{"--json"});
        QVERIFY2(outcome.code == (arguments.contains(list) ? 4 : 2), outcome.err);
        const QJsonObject error = jsonOf(outcome)["error"].toObject();
        QVERIFY2(outcome.err.contains(error["message"].toString().toUtf8()) && !error["message"].toString().isEmpty(),
                 outcome.out);
    }
}

void TestCli::formats()
{
    const Outcome text = cairnCli({"formats"});
    QCOMPARE(text.code, 0);
    const Outcome json = cairnCli({"formats", "--json"});
    QCOMPARE(json.code, 0);
    const QJsonObject document = jsonOf(json);
    QStringList names;
    for (const QJsonValue& format : document["formats"].toArray()) {
        names.append(format["format"].toString());
        QVERIFY(text.out.contains(format["title"].toString().toUtf8()));
        QVERIFY(!format["recognised_by"].toString().isEmpty());
    }
    QCOMPARE(names,
             QStringList({"torch-zip", "torch-legacy", "torch-tar", "torchscript", "torch-package", "pt2-archive",
                          "safetensors", "sharded", "distributed-shard", "folder", "cut-safetensors", "rank-files",
                          "deepspeed", "pickle", "numpy-array", "numpy-archive", "gguf"}));
    QVERIFY(document["named"].toArray().size() > 20);
    QVERIFY(text.out.contains("Git LFS pointer"));
}

void TestCli::showsTheSample()
{
    const Outcome outcome = cairnCli({"inspect", kSample});
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.err.isEmpty(), outcome.err.constData());
    const QByteArray text = outcome.out.simplified();
    for (const char* part : {"torch zip", "cuda:0", "cuda:1", "torch.load without map_location needs those devices",
                             "A copy by `cairn-cli convert` needs none."}) {
        QVERIFY2(text.contains(part), part);
    }
    QVERIFY(!outcome.out.contains('\x1b'));
}

void TestCli::jsonOfTheSample()
{
    const Outcome outcome = cairnCli({"inspect", "--json", kSample, kSample});
    QCOMPARE(outcome.code, 0);
    const QList<QByteArray> lines = outcome.out.split('\n');
    QCOMPARE(lines.size(), 3); // two documents, and nothing after the last line end
    QCOMPARE(lines[0], lines[1]);
    QJsonParseError problem;
    const QJsonObject json = QJsonDocument::fromJson(lines[0], &problem).object();
    QCOMPARE(problem.error, QJsonParseError::NoError);
    QCOMPARE(json["file"].toString(), kSample);
    QCOMPARE(json["bytes"].toInteger(), QFileInfo(kSample).size());
    QVERIFY(json["devices"].toObject().contains("cuda:0"));
    QVERIFY(json["devices"].toObject().contains("cuda:1"));
    qint64 tensors = 0;
    for (const QJsonValue& usage : json["devices"].toObject()) {
        tensors += usage["tensors"].toInteger();
    }
    QCOMPARE(json["tensors"].toArray().size(), tensors);
    for (const QJsonValue& storage : json["storages"].toArray()) {
        QVERIFY(storage["file_offset"].toInteger() + storage["bytes"].toInteger() < json["bytes"].toInteger());
    }
}

void TestCli::everyViewOfTheSample_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("part");

    QTest::newRow("tree") << QStringList{"--tree"} << QByteArray("two_gpus.pth");
    QTest::newRow("storages") << QStringList{"--storages"} << QByteArray("\nStorages\n");
    QTest::newRow("values") << QStringList{"--values"} << QByteArray("\nValues\n");
    QTest::newRow("globals") << QStringList{"--globals"} << QByteArray("torch._utils._rebuild_tensor_v2");
    QTest::newRow("all") << QStringList{"--tree", "--storages", "--values", "--globals"} << QByteArray("\nStorages\n");
}

void TestCli::everyViewOfTheSample()
{
    QFETCH(QStringList, options);
    QFETCH(QByteArray, part);
    for (const int columns : {70, 80, 100, 132}) {
        const Outcome outcome = cairnCli(QStringList{"inspect", kSample} + options,
                                         kPlainEnvironment + QStringList{"COLUMNS=" + QString::number(columns)});
        QCOMPARE(outcome.code, 0);
        QVERIFY2(outcome.out.contains(part), outcome.out.constData());
        for (const QByteArray& line : outcome.out.split('\n')) {
            const bool isPath = line == kSample.toUtf8(); // the one line that is never cut
            QVERIFY2(isPath || QString::fromUtf8(line).size() <= columns, line.constData());
        }
    }
}

void TestCli::followsTheEnvironment()
{
    const Outcome ascii = cairnCli({"inspect", "--tree", kSample}, {"LC_ALL=C"});
    QCOMPARE(ascii.code, 0);
    for (const char c : ascii.out) {
        QVERIFY(static_cast<unsigned char>(c) < 0x80);
    }
    // With a terminal on the other side there is colour, unless NO_COLOR is set.
    const QString script = "script -qec '" CAIRN_CLI " inspect " + kSample + "' /dev/null";
    const auto onTerminal = [&](const QString& assignment) {
        return shell("export TERM=xterm " + assignment + "; command -v script >/dev/null || exit 99; " + script, {});
    };
    const Outcome coloured = onTerminal({});
    if (coloured.code == 99) {
        QSKIP("needs script(1) for a terminal");
    }
    QVERIFY(coloured.out.contains("\x1b["));
    QVERIFY(!onTerminal("NO_COLOR=1").out.contains("\x1b["));
    QVERIFY(!onTerminal("TERM=dumb").out.contains("\x1b["));
}

void TestCli::namesCannotSteerTheTerminal()
{
    const QString file =
        writtenFile(m_folder, "evil\x1b[31m.safetensors",
                    safetensors({R"(a\u001b]0;title\u0007)", R"(b\u202egnp.exe)", R"(c\u009b2J\n\r)"}));
    static const QRegularExpression kControl("[\\x{00}-\\x{09}\\x{0b}-\\x{1f}\\x{7f}-\\x{9f}\\x{202a}-\\x{202e}]");
    for (const char* view : {"--storages", "--tree", "--json"}) {
        const Outcome outcome = cairnCli({"inspect", view, file});
        QCOMPARE(outcome.code, 0);
        QVERIFY2(!QString::fromUtf8(outcome.out).contains(kControl), outcome.out.constData());
    }
    const Outcome missing = cairnCli({"inspect", "no\x1b[31m\nsuch"});
    QCOMPARE(missing.code, 4);
    QVERIFY2(!QString::fromUtf8(missing.err).contains(kControl), missing.err.constData());
    QCOMPARE(missing.err.count('\n'), 1);
}

void TestCli::badFiles_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("code");

    QTest::newRow("missing") << m_folder.filePath("missing.pt") << 4;
    QTest::newRow("below a file") << kSample + "/x" << 4;
    QTest::newRow("no name") << QString("") << 4;
    QTest::newRow("folder") << m_folder.path() << 4;
    QTest::newRow("device") << QString("/dev/null") << 4;
    QTest::newRow("empty") << writtenFile(m_folder, "empty.pt", {}) << 3;
    QTest::newRow("text") << writtenFile(m_folder, "text.pt", "Hello, world.\n") << 3;
    QTest::newRow("web page") << writtenFile(m_folder, "page.pt", "<!DOCTYPE html><html><body>Sign in</body></html>")
                              << 3;
    QTest::newRow("cut off") << writtenFile(m_folder, "cut.safetensors", safetensors({"a", "b"}).chopped(1)) << 3;
}

void TestCli::badFiles()
{
    QFETCH(QString, file);
    QFETCH(int, code);
    const Outcome outcome = cairnCli({"inspect", file});
    QCOMPARE(outcome.code, code);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY2(outcome.err.startsWith("cairn-cli: "), outcome.err.constData());
    QCOMPARE(outcome.err.count('\n'), 1);
    QVERIFY2(outcome.err.contains(file.toUtf8()), outcome.err.constData());

    const Outcome json = cairnCli({"inspect", "--json", file});
    QCOMPARE(json.code, code);
    QCOMPARE(json.err, outcome.err);
    const QJsonObject document = jsonOf(json);
    QCOMPARE(document["file"].toString(), file);
    QCOMPARE(document["error"]["code"].toString().startsWith("io."), code == 4);
}

void TestCli::namesABadFileOnce()
{
    const QString file = cairn::test::hostile("11_unknown_opcode.pt");
    for (const char* command : {"inspect", "stats", "salvage"}) {
        const Outcome outcome = cairnCli({command, file});
        QVERIFY2(outcome.code == 3 && outcome.err.count(file.toUtf8()) == 1, outcome.err.constData());
    }
}

void TestCli::oneBadFileDoesNotStopTheOthers()
{
    const QString good = writtenFile(m_folder, "good.safetensors", safetensors({"weight"}));
    const QString bad = writtenFile(m_folder, "bad.safetensors", safetensors({"weight"}).chopped(2));
    const Outcome outcome = cairnCli({"inspect", m_folder.filePath("missing"), good, bad, kSample});
    QCOMPARE(outcome.code, 4); // the worst of 4, 0, 3, 0
    QVERIFY(outcome.out.contains("good.safetensors"));
    QVERIFY(outcome.out.contains("two_gpus.pth"));
    QCOMPARE(outcome.err.count('\n'), 2);
    QCOMPARE(cairnCli({"inspect", good, bad}).code, 3);
    QCOMPARE(cairnCli({"inspect", bad, good}).code, 3);

    const Outcome json = cairnCli({"inspect", "--json", good, bad, kSample});
    QCOMPARE(json.code, 3);
    QCOMPARE(json.out.count('\n'), 3);
    for (const QByteArray& line : json.out.trimmed().split('\n')) {
        QVERIFY(QJsonDocument::fromJson(line).isObject());
    }
}

void TestCli::aFileThatCannotBeRead()
{
    if (::geteuid() == 0) {
        QSKIP("root can read everything");
    }
    const QString file = writtenFile(m_folder, "secret.pt", safetensors({"weight"}));
    QVERIFY(QFile::setPermissions(file, QFileDevice::Permissions()));
    QCOMPARE(cairnCli({"inspect", file}).code, 4);
}

void TestCli::aReaderThatGoesAwayIsNoError()
{
    QStringList names;
    for (int i = 0; i < 20'000; ++i) {
        names.append("tensor" + QString::number(i));
    }
    const QString file = writtenFile(m_folder, "many.safetensors", safetensors(names));
    for (const char* view : {"--json", "--tree"}) {
        const Outcome outcome =
            shell(QString("{ \"$1\" inspect ") + view + " \"$2\"; echo \"code $?\" >&2; } | head -c 10", {file});
        QCOMPARE(outcome.err, QByteArray("code 0\n"));
        QCOMPARE(outcome.out.size(), 10);
    }
}

void TestCli::aFullDiskIsAnError()
{
    if (!QFile::exists("/dev/full")) {
        QSKIP("needs /dev/full");
    }
    const Outcome outcome = shell("\"$1\" inspect \"$2\" > /dev/full", {kSample});
    QCOMPARE(outcome.code, 4);
    QVERIFY2(outcome.err.contains("standard output: writing failed"), outcome.err.constData());
}

void TestCli::aClosedOutputIsAnError()
{
    const Outcome outcome = shell("\"$1\" inspect \"$2\" >&-", {kSample});
    QCOMPARE(outcome.code, 4);
    QVERIFY2(outcome.err.contains("standard output"), outcome.err.constData());
}

void TestCli::interruptCancels()
{
    QStringList names;
    for (int i = 0; i < 20'000; ++i) {
        names.append("tensor" + QString::number(i));
    }
    const QString file = writtenFile(m_folder, "long.safetensors", safetensors(names));
    // Nobody reads the pipe, so the command fills it and waits; then Ctrl-C.
    int ends[2];
    QCOMPARE(::pipe2(ends, O_CLOEXEC), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        ::dup2(ends[1], STDOUT_FILENO);
        ::execl(CAIRN_CLI, CAIRN_CLI, "inspect", "--json", qPrintable(file), nullptr);
        ::_exit(127);
    }
    ::close(ends[1]);
    char first = 0;
    QCOMPARE(::read(ends[0], &first, 1), 1);
    const int capacity = ::fcntl(ends[0], F_GETPIPE_SZ);
    const auto waiting = [&] {
        int bytes = 0;
        return ::ioctl(ends[0], FIONREAD, &bytes) == 0 ? bytes : 0;
    };
    QTRY_VERIFY(waiting() > capacity - 2 * PIPE_BUF);
    ::kill(child, SIGINT);
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    ::close(ends[0]);
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 130);
}

CAIRN_TEST(TestCli, QCoreApplication);

} // namespace cairn::tst_cli

#include "tst_cli.moc"
