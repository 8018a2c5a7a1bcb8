#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <csignal>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace cairn::tst_trees {

using namespace cairn::test;

namespace {

const QString kModel = fixture(QStringLiteral("torch113/tags_two_gpus.pt"));
const QString kOther = fixture(QStringLiteral("torch113/tags_module.pt"));
const QString kWeights = fixture(QStringLiteral("torch214/safe_state_dict.safetensors"));

} // namespace

/// Batches over folders of folders, as a person or a nightly job runs them.
class TestTrees : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }
    void keepsTheTree();
    void saysWhatIsPassedOver();
    void brokenFilesAreErrors();
    void takesFoldersThatAreCheckpoints();
    void foldersWithoutAnyAreErrors();
    void needsNoTwoFolders();
    void bringsUpToDate();
    void updateComparesBytesWithoutChecksums();
    void updateVerifiesWhatIsThere();
    void passesOverWhatHasNoTags();
    void copiesOfTheSameNameGoNowhere();
    void patternsKnowTheFolder();
    void leavesOutItsOwnCopies_data();
    void leavesOutItsOwnCopies();
    void leavesOutNumberedCopies();
    void tellsWhatWasAsWanted();
    void quietIsQuiet();
    void takesLists_data();
    void takesLists();
    void badLists();
    void linesOfATree();
    void namesThatAreNoText();
    void readsTrees();
    void isStoppedOnce();
    void oneErrorForAFolderThatCannotBe();

private:
    [[nodiscard]] QString at(const QString& name) const { return m_folder->filePath(name); }
    /// A folder of torch.distributed.checkpoint.
    void putStep(const QString& name) const
    {
        const QDir step(fixture("folders/torch26/dcp_two_ranks"));
        for (const QString& file : step.entryList(QDir::Files | QDir::Hidden)) {
            put(step.filePath(file), name + "/" + file);
        }
    }
    void put(const QString& source, const QString& name) const
    {
        QVERIFY(QDir().mkpath(QFileInfo(at(name)).path()));
        QVERIFY(QFile::copy(source, at(name)));
        QVERIFY(QFile::setPermissions(at(name), QFile::ReadOwner | QFile::WriteOwner));
    }
    /// All files below a folder, from there.
    [[nodiscard]] QStringList below(const QString& folder) const
    {
        QStringList found;
        QDirIterator files(at(folder), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            found.append(QDir(at(folder)).relativeFilePath(files.next()));
        }
        found.sort();
        return found;
    }
    [[nodiscard]] QStringList tags(const QString& name) const
    {
        return jsonOf(cairnCli({"inspect", "--json", at(name)}))["devices"].toObject().keys();
    }
    [[nodiscard]] static int number(const Outcome& outcome, const char* word)
    {
        int count = 0;
        for (const QByteArray& line : outcome.out.split('\n')) {
            count += QJsonDocument::fromJson(line).object().contains(QLatin1String(word)) ? 1 : 0;
        }
        return count;
    }
    void setTime(const QString& name, time_t seconds) const
    {
        const timespec times[2] = {{.tv_sec = seconds, .tv_nsec = 0}, {.tv_sec = seconds, .tv_nsec = 0}};
        QCOMPARE(::utimensat(AT_FDCWD, qPrintable(at(name)), times, 0), 0);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestTrees::keepsTheTree()
{
    put(kModel, "runs/a/best.pth");
    put(kOther, "runs/b/best.pth");
    put(kModel, "runs/b/deep/er/best.pt");
    put(kWeights, "runs/last.safetensors");
    const Outcome outcome = cairnCli({"convert", "-r", at("runs"), "--out-dir", at("out"), "--verify", "-j", "3"});
    QVERIFY2(outcome.code == 0, outcome.err);
    QCOMPARE(below("out"), (QStringList{"a/best.pth", "b/best.pth", "b/deep/er/best.pt", "last.safetensors"}));
    QCOMPARE(tags("out/a/best.pth"), QStringList{"cpu"});
    QVERIFY(contentOf(at("out/a/best.pth")) != contentOf(at("out/b/best.pth")));
    QVERIFY2(outcome.out.contains("4 files converted"), outcome.out);
    QVERIFY2(outcome.err.contains("4 checkpoints found"), outcome.err);

    const Outcome planned = cairnCli({"convert", "-r", at("runs"), "--out-dir", at("new"), "--dry-run"});
    QVERIFY2(planned.code == 0, planned.err);
    QVERIFY(!QFile::exists(at("new")));
}

void TestTrees::saysWhatIsPassedOver()
{
    put(kModel, "runs/model.pth");
    put(kModel, "runs/named_by_nothing");
    put(kModel, "runs/.hidden/model.pth");
    put(kModel, "runs/.model.pth");
    put(kModel, "runs/old/cpu/model.pth"); // the folder of an earlier run
    writeFile(at("runs/config.json"), "{\"a\": 1}");
    writeFile(at("runs/log.txt"), "epoch 1\n");
    writeFile(at("runs/tables.bin"), "no checkpoint, and a name that many files have\n");
    QVERIFY(QFile::link("..", at("runs/loop")));
    QVERIFY(QDir().mkpath(at("runs/set")));
    const QDir shards(fixture("byhand/sharded_safetensors"));
    for (const QString& name : shards.entryList(QDir::Files)) {
        QVERIFY(QFile::copy(shards.filePath(name), at("runs/set/" + name)));
    }
    QCOMPARE(::mkfifo(qPrintable(at("runs/fifo.pth")), 0600), 0);
    const Outcome outcome = cairnCli({"convert", "-r", at("runs"), "--out-dir", at("runs/old/cpu"), "--force"});
    QVERIFY2(outcome.code == 0, outcome.err);
    QCOMPARE(below("runs/old/cpu"), (QStringList{"model.pth", "named_by_nothing", "set/model.safetensors"}));
    const qsizetype count = shards.entryList({"*.safetensors"}, QDir::Files).size();
    for (const QByteArray& part :
         {QByteArray("3 checkpoints found"), QByteArray("4 files that are none"), // json, txt, bin, FIFO
          QByteArray("1 hidden file"), QByteArray::number(count) + " shards of sets", QByteArray("1 hidden folder"),
          QByteArray("1 link to a folder"), QByteArray("1 folder of copies")}) {
        QVERIFY2(outcome.err.contains(part), outcome.err + part);
    }
}

/// Whoever calls a file a checkpoint wants to know that it is none.
void TestTrees::brokenFilesAreErrors()
{
    put(kModel, "runs/fine.pth");
    writeFile(at("runs/short.pth"), contentOf(kModel).first(500));
    writeFile(at("runs/pytorch_model.bin"), "version https://git-lfs.github.com/spec/v1\n"
                                            "oid sha256:" +
                                                QByteArray(64, '0') + "\nsize 1000\n");
    writeFile(at("runs/optimizer.bin"), "cos\nsystem\n(S'true'\ntR\xff"); // torch.load runs it before it fails
    QVERIFY(QFile::link("nowhere", at("runs/gone.pth")));
    const Outcome outcome = cairnCli({"convert", "-r", at("runs"), "--out-dir", at("out"), "--json"});
    QCOMPARE(outcome.code, 4);
    QCOMPARE(number(outcome, "error"), 4);
    QVERIFY2(outcome.err.contains("optimizer.bin: ") && outcome.err.contains("LFS") && outcome.err.contains("gone.pth"),
             outcome.err);
    QCOMPARE(below("out"), QStringList{"fine.pth"});

    // Whoever keeps the list alone has each of them in it, too.
    const Outcome list = cairnCli({"convert", "-r", at("runs"), "--out-dir", at("list")});
    QVERIFY2(list.out.contains("short.pth  failed (zip.broken)\n") && list.out.contains("gone.pth  failed (io."),
             list.out);
    QVERIFY(!cairnCli({"convert", "-r", at("runs"), "--out-dir", at("quiet"), "-q"}).out.contains("failed"));
    const Outcome verified = cairnCli({"verify", "-r", at("runs")});
    QVERIFY2(verified.out.contains("short.pth: NOT WHOLE: it does not open (zip.broken)\n"), verified.out);
    QVERIFY(cairnCli({"verify", "-r", at("runs"), "-q"}).out.contains("short.pth: NOT WHOLE"));
    QVERIFY(cairnCli({"stats", "-r", at("runs"), "--nan"}).out.contains("short.pth: not read (zip.broken)\n"));
}

/// A folder that is one checkpoint is one input, and the files in it are none.
void TestTrees::takesFoldersThatAreCheckpoints()
{
    put(kModel, "runs/model.pth");
    putStep("runs/step");
    const Outcome outcome = cairnCli({"convert", "-r", at("runs"), "--out-dir", at("out"), "--verify"});
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.out.contains("2 files converted"), outcome.out);
    QCOMPARE(below("out"), (QStringList{"model.pth", "step.pth"}));
}

void TestTrees::foldersWithoutAnyAreErrors()
{
    put(kModel, "full/model.pth");
    writeFile(at("empty/log.txt"), "nothing\n");
    const Outcome outcome = cairnCli({"verify", "-r", at("empty"), at("full"), "--json"});
    QCOMPARE(outcome.code, 3);
    QVERIFY2(outcome.err.contains("no checkpoint in this folder"), outcome.err);
    QCOMPARE(number(outcome, "whole"), 1);
    QCOMPARE(cairnCli({"inspect", at("full")}).code, 0); // it is the one that is there
    put(kModel, "full/other.pth");
    const Outcome plain = cairnCli({"inspect", at("full")});
    QCOMPARE(plain.code, 4);
    QVERIFY2(plain.err.contains("with -r"), plain.err);
}

/// Without a place for copies they lie beside their sources, in every folder.
void TestTrees::needsNoTwoFolders()
{
    put(kModel, "runs/a/best.pth");
    put(kModel, "runs/b/best.pth");
    const Outcome outcome = cairnCli({"convert", "-r", at("runs"), "--name", "{stem}.cpu{ext}"});
    QVERIFY2(outcome.code == 0, outcome.err);
    QCOMPARE(below("runs"), (QStringList{"a/best.cpu.pth", "a/best.pth", "b/best.cpu.pth", "b/best.pth"}));
    const Outcome wrong = cairnCli({"convert", "-r", at("runs"), "-o", at("x.pth")});
    QCOMPARE(wrong.code, 2);
    QVERIFY2(wrong.err.contains("--out-dir"), wrong.err);
}

/// 200 files, and then five more; one of the first has changed, and one copy is that of another file.
void TestTrees::bringsUpToDate()
{
    for (int i = 0; i < 200; ++i) {
        put(i % 2 == 0 ? kModel : kOther, QString("runs/%1/%2.pth").arg(i % 20).arg(i));
    }
    const QStringList arguments{"convert", "-r", at("runs"), "--out-dir", at("out"), "--json"};
    const Outcome first = cairnCli(arguments);
    QVERIFY2(first.code == 0, first.err);
    QCOMPARE(number(first, "bytes"), 200);
    QCOMPARE(below("out").size(), 200);

    const Outcome refused = cairnCli(arguments);
    QCOMPARE(refused.code, 4);
    QVERIFY2(refused.err.contains("--existing"), refused.err);

    const QStringList update = arguments + QStringList{"--existing", "update"};
    const Outcome again = cairnCli(update);
    QVERIFY2(again.code == 0, again.err);
    QCOMPARE(number(again, "skipped"), 200);

    for (int i = 0; i < 5; ++i) {
        put(kModel, QString("runs/new/%1.pth").arg(i));
    }
    setTime("out/7/7.pth", 1'000'000'000); // older than its source
    QVERIFY(QFile::remove(at("out/8/8.pth")));
    put(kOther, "out/8/8.pth"); // not that of runs/8/8.pth, and newer
    writeFile(at("out/9/9.pth"), "damaged");
    const Outcome more = cairnCli(update);
    QVERIFY2(more.code == 0, more.err);
    QCOMPARE(number(more, "bytes"), 8);
    QCOMPARE(number(more, "skipped"), 197);
    QCOMPARE(below("out").size(), 205);
    QCOMPARE(tags("out/8/8.pth"), QStringList{"cpu"});

    const Outcome otherwise = cairnCli(update + QStringList{"--map", "*=cuda:5"});
    QVERIFY2(otherwise.code == 0, otherwise.err);
    QCOMPARE(number(otherwise, "bytes"), 205);
    const Outcome skipped = cairnCli(arguments + QStringList{"--existing", "skip"});
    QCOMPARE(number(skipped, "skipped"), 205);
}

/// Two checkpoints of one training differ in numbers alone.
void TestTrees::updateComparesBytesWithoutChecksums()
{
    const QByteArray weights = contentOf(kWeights);
    QByteArray later = weights;
    later.back() = static_cast<char>(later.back() ^ 1);
    const QStringList update{"convert", "-r", at("runs"), "--out-dir", at("out"), "--json", "--existing", "update"};
    writeFile(at("runs/model.safetensors"), later);
    QCOMPARE(number(cairnCli(update), "bytes"), 1);
    writeFile(at("runs/model.safetensors"), weights);
    setTime("runs/model.safetensors", 1'000'000'000); // as a file that was copied with its time
    QCOMPARE(number(cairnCli(update), "bytes"), 1);
    QCOMPARE(number(cairnCli(update), "skipped"), 1);

    put(kModel, "zips/model.pth");
    const QStringList cast{"convert", "-r",         at("zips"), "--out-dir", at("half"),
                           "--json",  "--existing", "update",   "--cast",    "fp16"};
    QCOMPARE(number(cairnCli(cast), "bytes"), 1);
    QCOMPARE(number(cairnCli(cast), "skipped"), 1);
    QCOMPARE(number(cairnCli(cast.first(8)), "bytes"), 1);
}

/// Numbers that changed in a copy are found where bytes are compared; checksums in a zip say nothing of its bytes.
void TestTrees::updateVerifiesWhatIsThere()
{
    put(kModel, "runs/model.pth");
    const QStringList update{"convert",  "-r",     at("runs"),   "--out-dir", at("out"), "--map",
                             "*=cuda:7", "--json", "--existing", "update",    "--verify"};
    QCOMPARE(number(cairnCli(update), "bytes"), 1);
    const Outcome again = cairnCli(update);
    QVERIFY2(again.code == 0 && again.out.contains("its copy is there already, and verified"), again.out);
    const QByteArray whole = contentOf(at("out/model.pth"));
    QByteArray changed = whole;
    const qsizetype record = changed.indexOf("archive/data/0");
    const qsizetype data = record + qsizetype{14} + static_cast<unsigned char>(changed[record - 2]);
    changed[data] = static_cast<char>(changed[data] ^ 1);
    writeFile(at("out/model.pth"), changed);
    const Outcome mended = cairnCli(update);
    QVERIFY2(mended.code == 0, mended.err);
    QCOMPARE(number(mended, "bytes"), 1);
    QCOMPARE(contentOf(at("out/model.pth")), whole);
}

/// What holds no device loads anywhere as it is. Alone and by name it is another thing: then a copy was asked for.
void TestTrees::passesOverWhatHasNoTags()
{
    put(kModel, "runs/model.pth");
    put(fixture("others/array_f4.npy"), "runs/array.npy");
    const Outcome tree = cairnCli({"convert", "-r", at("runs"), "--out-dir", at("out"), "--json"});
    QVERIFY2(tree.code == 0, tree.err);
    QCOMPARE(number(tree, "skipped"), 1);
    QCOMPARE(below("out"), QStringList{"model.pth"});
    const Outcome array = cairnCli({"convert", at("runs/array.npy"), "-o", at("array.pth"), "--verify"});
    QVERIFY2(array.code == 0, array.err);
    QVERIFY(cairnCli({"inspect", at("array.pth")}).out.contains("torch zip"));
}

void TestTrees::copiesOfTheSameNameGoNowhere()
{
    put(kModel, "a/best.pth");
    put(kModel, "b/best.pth");
    const Outcome outcome = cairnCli({"convert", at("a/best.pth"), at("b/best.pth"), "--out-dir", at("out")});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("-r") && outcome.err.contains("{dir}"), outcome.err);
    QVERIFY(!QFile::exists(at("out")));
    const Outcome two = cairnCli({"convert", "-r", at("a"), at("b"), "--out-dir", at("out")});
    QCOMPARE(two.code, 2);
    QVERIFY(!QFile::exists(at("out")));
}

void TestTrees::patternsKnowTheFolder()
{
    put(kModel, "a/best.pth");
    put(kModel, "b/best.pth");
    const Outcome outcome = cairnCli(
        {"convert", at("a/best.pth"), at("b/../b/best.pth"), "--out-dir", at("out"), "--name", "{dir}-{stem}{ext}"});
    QVERIFY2(outcome.code == 0, outcome.err);
    QCOMPARE(below("out"), (QStringList{"a-best.pth", "b-best.pth"}));
    const Outcome here = shell("cd \"$2\" && \"$1\" convert best.pth --name '{dir}-{stem}{ext}'", {at("a")});
    QVERIFY2(here.code == 0, here.err);
    QCOMPARE(below("a"), (QStringList{"a-best.pth", "best.pth"}));
}

void TestTrees::leavesOutItsOwnCopies_data()
{
    QTest::addColumn<QString>("existing");
    QTest::newRow("skip") << "skip";
    QTest::newRow("update") << "update";
}

/// *.pth finds the copies of the last run, too.
void TestTrees::leavesOutItsOwnCopies()
{
    QFETCH(const QString, existing);
    put(kModel, "a.pth");
    put(kOther, "b.pth");
    const QString script = "cd \"$2\" && \"$1\" convert --name '{stem}.cpu{ext}' --existing \"$3\" *.pth";
    const QStringList arguments{m_folder->path(), existing};
    QCOMPARE(shell(script, arguments).code, 0);
    put(kModel, "c.pth");
    const Outcome again = shell(script, arguments);
    QVERIFY2(again.code == 0, again.err);
    QVERIFY2(again.err.contains("2 inputs are copies of others"), again.err);
    QVERIFY2(again.out.contains("1 file converted, 2 skipped"), again.out);
    QCOMPARE(below("."), (QStringList{"a.cpu.pth", "a.pth", "b.cpu.pth", "b.pth", "c.cpu.pth", "c.pth"}));
    const Outcome forced = shell(script, {m_folder->path(), "replace"}); // would they be replaced, or copied?
    QCOMPARE(forced.code, 2);
    QVERIFY2(forced.err.contains("--existing skip"), forced.err);
}

/// Those that got a number, too: of another run, or by --existing number.
void TestTrees::leavesOutNumberedCopies()
{
    put(kModel, "m.pth");
    put(kModel, "step-2.pth"); // no copy, as there is no step.pth that would be one
    const QString script = "cd \"$2\" && \"$1\" convert --name '{stem}.cpu{ext}' --existing \"$3\" *.pth";
    QCOMPARE(shell(script, {m_folder->path(), "number"}).code, 0);
    QCOMPARE(cairnCli({"convert", at("m.pth"), "--name", "{stem}.cpu{ext}", "--existing", "number"}).code, 0);
    const QStringList all{"m.cpu-2.pth", "m.cpu.pth", "m.pth", "step-2.cpu.pth", "step-2.pth"};
    QCOMPARE(below("."), all);
    const Outcome again = shell(script, {m_folder->path(), "skip"});
    QVERIFY2(again.code == 0, again.err);
    QVERIFY2(again.err.contains("3 inputs are copies of others"), again.err);
    QCOMPARE(below("."), all);
}

void TestTrees::tellsWhatWasAsWanted()
{
    put(kModel, "runs/a.pth");
    put(fixture("torch113/state_dict.pt"), "runs/b.pth");
    const QStringList arguments{"convert", "-r", at("runs"), "--in-place"};
    const QByteArray planned = cairnCli(arguments + QStringList{"--dry-run"}).out;
    QVERIFY2(planned.contains("\n1 file would be converted, 1 needs no change\n"), planned);
    QVERIFY(cairnCli(arguments).out.contains("\n1 file changed, 1 needed no change, "));
    QVERIFY(cairnCli(arguments).out.contains("\n0 files changed, 2 needed no change, 0 B written"));
    const QByteArray nothing = cairnCli(arguments + QStringList{"--dry-run"}).out;
    QVERIFY2(nothing.contains("\n0 files would be converted, 2 need no change\n") &&
                 nothing.count("nothing has to change") == 2,
             nothing);
    // A script sees it, too.
    const auto sameBytes = [&](const QStringList& more) {
        QList<bool> all;
        for (const QByteArray& line : cairnCli(arguments + QStringList{"--json"} + more).out.trimmed().split('\n')) {
            all.append(QJsonDocument::fromJson(line)["same_bytes"].toBool());
        }
        return all;
    };
    QCOMPARE(sameBytes({}), (QList{true, true}));
    QCOMPARE(sameBytes({"--dry-run", "--map", "*=cuda:1"}), (QList{false, false}));
    QCOMPARE(sameBytes({"--map", "*=cuda:1"}), (QList{false, false}));
}

/// What does harm is said of each file, and what only runs code once.
void TestTrees::quietIsQuiet()
{
    put(kOther, "runs/a.pth");
    put(kOther, "runs/b.pth");
    put(fixture("torch113/script_plain.pt"), "runs/c.pt");
    put(QStringLiteral(CAIRN_SOURCE_DIR "/tests/hostile/01_reduce_os_system.pt"), "runs/d.pt");
    const Outcome quiet = cairnCli({"convert", "-r", at("runs"), "--out-dir", at("out"), "-q"});
    QVERIFY2(quiet.code == 0, quiet.err);
    QCOMPARE(quiet.err.count('\n'), 2);
    QVERIFY2(quiet.err.contains("d.pt: dangerous: it names ") && quiet.err.contains("3 copies run code when loaded"),
             quiet.err);
    const Outcome loud = cairnCli({"convert", "-r", at("runs"), "--out-dir", at("again")});
    QVERIFY2(loud.err.contains("d.pt: dangerous: it names ") && loud.err.contains("3 copies run code when loaded") &&
                 !loud.err.contains("b.pth"),
             loud.err);
    const Outcome script = cairnCli({"convert", at("runs/c.pt"), "-o", at("one.pt"), "-q"});
    QVERIFY2(script.err.contains("still does that when torch.jit.load reads it"), script.err);
}

void TestTrees::takesLists_data()
{
    QTest::addColumn<QString>("script");
    QTest::newRow("lines") << "find \"$2\" -name '*.pth' | \"$1\" inspect --json --files-from -";
    QTest::newRow("NUL") << "find \"$2\" -name '*.pth' -print0 | \"$1\" inspect --json --files-from -";
    QTest::newRow("a file, without an end of its last line")
        << "printf '%s/a.pth\\0%s/b\\nc.pth' \"$2\" \"$2\" >\"$2\"/list; \"$1\" inspect --json --files-from "
           "\"$2\"/list";
    QTest::newRow("a folder in it") << "echo \"$2\" | \"$1\" verify --json -r --files-from -";
    QTest::newRow("and files of the command line")
        << "echo \"$2\"/a.pth | \"$1\" verify --json --files-from - \"$2\"/b*c.pth";
    QTest::newRow("for copies") << "find \"$2\" -name '*.pth' -print0 | \"$1\" convert --json --files-from - "
                                   "--out-dir \"$2\"/out";
}

void TestTrees::takesLists()
{
    QFETCH(const QString, script);
    put(kModel, "a.pth");
    const bool hasLineBreak = script.contains("\\0") || script.contains("print0") || !script.contains("find");
    put(kModel, hasLineBreak ? "b\nc.pth" : "bc.pth");
    const Outcome outcome = shell(script, {m_folder->path()});
    QVERIFY2(outcome.code == 0, outcome.err);
    QCOMPARE(number(outcome, "file"), 2);
}

void TestTrees::badLists()
{
    for (const QString& script :
         {QString("\"$1\" inspect --files-from /dev/null"), QString("\"$1\" inspect --files-from /nowhere"),
          QString("\"$1\" inspect --files-from /"), QString("\"$1\" inspect"),
          QString("printf 'a\\nb\\n' | \"$1\" convert --files-from - -o x")}) {
        const Outcome outcome = shell(script, {});
        QCOMPARE(outcome.code, script.contains("--files-from /") && !script.contains("null") ? 4 : 2);
        QCOMPARE(outcome.err.count('\n'), 1);
    }
}

void TestTrees::linesOfATree()
{
    put(kModel, "runs/a.pth");
    put(kOther, "runs/b.pth");
    put(kWeights, "runs/c.safetensors");
    writeFile(at("runs/d.pth"), "broken");
    const Outcome lines = cairnCli({"inspect", "-r", "--short", at("runs")});
    QCOMPARE(lines.code, 3);
    QCOMPARE(lines.out.count('\n'), 4);
    QVERIFY2(lines.out.contains("/d.pth: does not open (input.not-a-checkpoint)\n"), lines.out);
    QVERIFY2(lines.out.contains("/a.pth: torch zip, ") && lines.out.contains("4 tensors on cuda:0, cuda:3\n"),
             lines.out);
    QVERIFY2(lines.out.contains("b.pth: torch zip, ") && lines.out.contains("; runs code\n"), lines.out);
    QCOMPARE(cairnCli({"inspect", at("runs/a.pth"), "--short", "--tree"}).code, 2);
    // Nothing comes before the first that opens, nor between those that do not.
    const Outcome first = cairnCli({"inspect", at("runs/d.pth"), at("runs/a.pth"), at("runs/d.pth")});
    QVERIFY2(first.out.startsWith('/') && !first.out.endsWith("\n\n"), first.out);
}

/// A name that no text can hold stands in JSON as its bytes.
void TestTrees::namesThatAreNoText()
{
    const QByteArray name = QFile::encodeName(at("bad")) + '\xff' + ".pth";
    writeFile(at("model.pth"), contentOf(kModel));
    QCOMPARE(::rename(qPrintable(at("model.pth")), name.constData()), 0);
    for (const QString& command :
         {QString("inspect --json-summary"), QString("verify --json"), QString("stats --json"), QString("check --json"),
          QString("convert --json --name '{stem}.cpu{ext}' --dry-run")}) {
        const Outcome outcome = shell("\"$1\" " + command + " \"$2\"/bad*.pth", {m_folder->path()});
        QCOMPARE(QByteArray::fromBase64(jsonOf(outcome)["file_base64"].toString().toLatin1()), name);
    }
    QVERIFY(!jsonOf(cairnCli({"verify", "--json", kModel})).contains("file_base64"));
}

void TestTrees::readsTrees()
{
    put(kModel, "runs/a/model.pth");
    putStep("runs/step");
    put(kModel, "runs/.model.pth");
    put(kWeights, "runs/b/model.safetensors");
    const Outcome seen = cairnCli({"inspect", "--recursive", at("runs"), "--json"});
    QVERIFY2(seen.code == 0, seen.err);
    QCOMPARE(number(seen, "tensors"), 3);
    const Outcome verified = cairnCli({"verify", "-r", at("runs")});
    QVERIFY2(verified.code == 0, verified.err);
    QCOMPARE(verified.out.count('\n'), 3);
    const Outcome checked =
        cairnCli({"check", "-r", at("runs/a"), at("runs/b"), "--map", "*=cpu", "--trusted", "--json"});
    QVERIFY2(checked.code == 0, checked.err);
    QCOMPARE(checked.out.count('\n'), 2);
    const Outcome counted = cairnCli({"stats", "-r", at("runs/a"), at("runs/b"), "*weight*", "--json"});
    QVERIFY2(counted.code == 0, counted.err);
    QCOMPARE(counted.out.count('\n'), 2);
    // With LibTorch or without: a line for each.
    const Outcome loaded = cairnCli({"load", "-r", at("runs/a"), at("runs/b"), "--map", "*=cpu", "--json"});
    QVERIFY2(loaded.out.count('\n') == 2, loaded.err);
    QVERIFY2(loaded.out.contains("model.pth") && loaded.out.contains("model.safetensors"), loaded.out);
}

void TestTrees::isStoppedOnce()
{
    QVERIFY(QFile::copy(fixture("torch113/tags_two_gpus_legacy.pt"), at("0.pt")));
    QVERIFY(QFile::setPermissions(at("0.pt"), QFile::ReadOwner | QFile::WriteOwner));
    if (!QFile(at("0.pt")).resize(qint64{3} << 30)) {
        QSKIP("no sparse files here");
    }
    for (int i = 1; i < 20; ++i) {
        put(kModel, QString("%1.pt").arg(i));
    }
    QProcess process;
    process.setEnvironment(kPlainEnvironment);
    process.start(CAIRN_CLI, {"convert", "-r", m_folder->path(), "--out-dir", at("out"), "-j", "1"});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(!below("out").isEmpty() || process.state() == QProcess::NotRunning, 30'000);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    const Outcome outcome = outcomeOf(process);
    QCOMPARE(outcome.code, 130);
    QVERIFY2(outcome.err.contains("cancelled after 0 of 20 copies") && outcome.err.contains("--existing update"),
             outcome.err);
    QCOMPARE(outcome.err.count("cancelled"), 1);
    QVERIFY(!QFile::exists(at("out"))); // nothing came into it
}

void TestTrees::oneErrorForAFolderThatCannotBe()
{
    put(kModel, "runs/a.pth");
    put(kModel, "runs/b.pth");
    writeFile(at("taken"), "a file");
    const Outcome outcome = cairnCli({"convert", "-r", at("runs"), "--out-dir", at("taken/out"), "-q"});
    QCOMPARE(outcome.code, 4);
    QCOMPARE(outcome.err.count('\n'), 1);
    if (::geteuid() == 0) {
        return; // who may write everywhere
    }
    QVERIFY(QDir().mkpath(at("closed")));
    QCOMPARE(::chmod(qPrintable(at("closed")), 0500), 0);
    const Outcome closed = cairnCli({"convert", "-r", at("runs"), "--out-dir", at("closed"), "-q"});
    QCOMPARE(closed.code, 4);
    QCOMPARE(closed.err.count('\n'), 1);
}

CAIRN_TEST(TestTrees);

} // namespace cairn::tst_trees

#include "tst_trees.moc"
