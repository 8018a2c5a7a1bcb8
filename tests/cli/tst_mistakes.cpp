#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QTemporaryDir>

namespace cairn::tst_mistakes {

using cairn::test::cairnCli;
using cairn::test::fixture;
using cairn::test::kSample;
using cairn::test::Outcome;
using cairn::test::shell;

/// Command lines that are understood and cannot be meant so.
class TestMistakes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void endsOfNames();
    void nothingToLoadThrough();
    void signsOfPatterns();
    void placesThatTakeNothing();
    void rules_data();
    void rules();
    void rulesOfManyFiles();
    void endings();
    void nothingLeft();
    void failuresThatAreAlike();
    void filesThatAreNotThere();
    void rulesInPlace();
    void devicesOfExtensions();
    void backendsThatAreNotThere();
    void targets_data();
    void targets();
    void patterns();
    void sourcesHaveAnyName();
};

/// Rules that match nothing in a file, and what is said to have been meant.
void TestMistakes::rules_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const char* name, const QStringList& options, const QByteArray& said) {
        QTest::newRow(name) << options << said;
    };
    const QByteArray tags = "the file has cpu (45), cuda:0 (48), cuda:1 (90)";
    row("backend without index", {"--map", "cuda=cpu"}, tags + "; did you mean \"cuda:*\"?");
    row("capital letters", {"--map", "CUDA:0=cpu"}, tags + "; did you mean \"cuda:0\"?");
    row("other backend", {"--map", "xpu:7=cpu"}, tags);
    row("begun name", {"--drop", "optim"}, "--drop \"optim\" matched nothing; did you mean \"optimizer\"?");
    row("glob", {"--drop", "optimzer.*"}, "matched nothing; did you mean \"optimizer\"?");
    row("long name", {"--drop", "model.haed.bias"}, "matched nothing; did you mean \"model.head.bias\"?");
    row("rename", {"--rename", "moduel.head.=x."}, "matched nothing; did you mean \"model.head\"?");
    row("glob of another spelling", {"--drop", "optimiser*"}, "matched nothing; did you mean \"optimizer\"?");
    row("shadowed", {"--map", "*=cuda:0", "--map", "cpu=cuda:1"},
        R"(the rule for "cpu" never decides: the one for "*" before it takes all of that)");
    row("shadowed, though nothing is there", {"--map", "cuda:*=cpu", "--map", "cuda:7=cuda:1"},
        R"(the rule for "cuda:7" never decides: the one for "cuda:*")");
    row("near tag", {"--map", "cuda:3=cpu"}, tags + "; did you mean \"cuda:0\"?");
    row("cast of no name", {"--cast", "fp16:modle.head.*"},
        "matched nothing; no tensor has a name as \"modle.head.*\"; did you mean \"model.head\"?");
    row("far name", {"--drop", "discriminator"}, "--drop \"discriminator\" matched nothing");
    row("nothing to compare with", {"--drop", "?"}, "--drop \"?\" matched nothing");
    row("backend that is none", {"--map", "gpu:*=cpu"}, tags);
    row("target that is none", {"--map", "*=gpu"},
        "the copy loads only where an extension brings it. A GPU is \"cuda\"");
    row("target that is nearly one", {"--map", "*=cud:1"}, "where an extension brings it; did you mean \"cuda:1\"?");
    row("two", {"--drop", "optim", "--cast", "int8=int8"},
        "\"optimizer\"?; --cast \"int8=int8\" matched nothing; the file has float32, int64");
    row("dtype", {"--cast", "FP16=bf16"}, "--cast \"FP16=bf16\" matched nothing; the file has float32, int64");
}

void TestMistakes::rules()
{
    QFETCH(const QStringList, options);
    QFETCH(const QByteArray, said);
    const QTemporaryDir folder;
    const QString target = folder.filePath("copy.pth");
    const QStringList arguments = QStringList{"convert", kSample, "-o", target} + options;
    for (const QStringList& more : {QStringList{}, QStringList{"--dry-run"}}) {
        const Outcome refused = cairnCli(arguments + more);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains(said) && refused.err.contains("Nothing was written"), refused.err.constData());
        QVERIFY(QDir(folder.path()).isEmpty());
    }
    const Outcome lenient = cairnCli(arguments + QStringList{"--lenient"});
    QVERIFY2(lenient.code == 0, lenient.err.constData());
    QVERIFY2(lenient.out.contains("  warning  ") && QFile::exists(target), lenient.out.constData());
}

/// In some files of many a rule may match nothing; a rule that matches in none is a mistake, whatever is lenient.
void TestMistakes::rulesOfManyFiles()
{
    const QTemporaryDir folder;
    const QTemporaryDir copies;
    for (const char* const name : {"a.pth", "b.pth"}) {
        QVERIFY(QFile::copy(kSample, folder.filePath(name)));
    }
    QVERIFY(QFile::copy(fixture("torch113/state_dict.pt"), folder.filePath("plain.pt")));
    const QStringList inPlace{"convert", "-r", folder.path(), "--in-place", "--force", "--lenient", "--drop"};
    for (const QStringList& arguments :
         {inPlace, QStringList{"convert", "-r", folder.path(), "--out-dir", copies.path(), "--lenient", "--drop"}}) {
        const Outcome none = cairnCli(arguments + QStringList{"discriminator"});
        QCOMPARE(none.code, arguments == inPlace ? 0 : 2); // what was left out once is not there any more
        QVERIFY2(none.err.contains("--drop \"discriminator\" matched nothing in any of 3 files"), none.err.constData());
    }
    QCOMPARE(cairnCli(inPlace + QStringList{"optim"}).code, 2); // near to what is there
    const Outcome one =
        cairnCli({"convert", folder.filePath("a.pth"), "--in-place", "--force", "--lenient", "--drop", "optim"});
    QCOMPARE(one.code, 0);
    QVERIFY2(one.out.contains("skipped") && one.out.contains("did you mean \"optimizer\"?"), one.out.constData());
    const Outcome refused = cairnCli({"convert", "-r", folder.path(), "--in-place", "--drop", "optimizer*"});
    QVERIFY2(refused.code == 2 && refused.err.contains("--force --lenient`"), refused.err.constData());
    const Outcome some = cairnCli(inPlace + QStringList{"optimizer*"});
    QVERIFY2(some.code == 0, some.err.constData());
    const Outcome again = cairnCli(inPlace + QStringList{"optimizer*"});
    QVERIFY2(again.code == 0 && again.err.contains("matched nothing in any of 3 files"), again.err.constData());
}

void TestMistakes::endings()
{
    const QTemporaryDir folder;
    const auto write = [&](const char* name, const QStringList& more = {}) {
        return cairnCli(QStringList{"convert", kSample, "--drop-others", "-o", folder.filePath(name)} + more);
    };
    const auto plain = [&](const char* name) { return cairnCli({"convert", kSample, "-o", folder.filePath(name)}); };
    for (const auto& [name, meant] : {std::pair("x.saftensors", ".safetensors"), std::pair("x.pht", ".pth")}) {
        const Outcome refused = plain(name);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains(QByteArray("did you mean \"") + meant + "\"?"), refused.err.constData());
    }
    for (const char* const name : {"x.pyth", "x.th", "x.pt_old", "x.model", "x"}) {
        QCOMPARE(plain(name).code, 0);
    }
    QCOMPARE(write("y.pht", {"--to", "safetensors"}).code, 0);
    const Outcome vague = cairnCli({"convert", folder.filePath("y.pht"), "-o", folder.filePath("z")});
    QVERIFY2(vague.code == 2 && vague.err.contains("--to"), vague.err.constData());
    for (const QStringList& twice : {QStringList{"diff", "-", "-"},
                                     {"diff", "-", "/dev/stdin"},
                                     {"inspect", "--files-from", "-", "/dev/fd/0"},
                                     {"sum", "--check", "-", "--files-from", "/dev/stdin"},
                                     {"sum", "--check", "/dev/stdin", "-"}}) {
        const Outcome pipe = cairnCli(twice);
        QVERIFY2(pipe.code == 2 && pipe.err.contains("one standard input"), pipe.err.constData());
    }
}

/// A name that is further in than somebody thinks is said, whatever is made of the file.
void TestMistakes::nothingLeft()
{
    const QTemporaryDir folder;
    for (const char* name : {"copy.pth", "copy.safetensors"}) {
        const Outcome none = cairnCli({"convert", kSample, "-o", folder.filePath(name), "--keep", "norm.*"});
        QVERIFY2(none.code == 2 && none.err.contains(R"(--keep "norm.*" matched nothing; did you mean "model.norm")"),
                 none.err.constData());
    }
}

/// Of many files that fail alike the first few are told of; a list names each, and without one each is told of.
void TestMistakes::failuresThatAreAlike()
{
    const QTemporaryDir folder;
    QStringList batch{"convert"};
    for (int i = 0; i < 6; ++i) {
        batch.append(folder.filePath(QString::number(i) + ".pth"));
        QVERIFY(QFile::copy(kSample, batch.back()));
    }
    batch += {"--out-dir", folder.filePath("copies")};
    QCOMPARE(cairnCli(batch).code, 0);
    const Outcome again = cairnCli(batch);
    QCOMPARE(again.code, 4);
    QCOMPARE(again.out.count("failed (io.target-exists)"), 6);
    QCOMPARE(again.err.count("--existing update"), 3);
    QVERIFY2(again.err.contains("3 more files: the target exists already"), again.err.constData());
    const Outcome quiet = cairnCli(batch + QStringList{"-q"});
    QCOMPARE(quiet.code, 4);
    QCOMPARE(quiet.err.count("the target exists already"), 6);
}

void TestMistakes::filesThatAreNotThere()
{
    const QTemporaryDir folder;
    QVERIFY(QFile::copy(kSample, folder.filePath("model.pth")));
    QVERIFY(QFile::copy(kSample, folder.filePath("other.ckpt")));
    for (const QStringList& arguments : {QStringList{"inspect"}, QStringList{"verify", "-r"},
                                         QStringList{"convert", "-o", folder.filePath("x.pth")}}) {
        const Outcome outcome = cairnCli(arguments + QStringList{folder.filePath("model.pht")});
        QCOMPARE(outcome.code, 4);
        QVERIFY2(outcome.err.contains("No such file or directory; did you mean \"model.pth\"?"),
                 outcome.err.constData());
        QVERIFY(!outcome.err.contains("1 checkpoint found"));
        QVERIFY(arguments[0] == "verify" ? outcome.out.contains(": NOT READ (io.not-found)\n") : outcome.out.isEmpty());
    }
    const Outcome copy = cairnCli({"convert", kSample, folder.filePath("new.pth")});
    QCOMPARE(copy.code, 2);
    QVERIFY2(copy.err.contains("new.pth\" is to be the copy") && copy.err.contains(" -o "), copy.err.constData());
    const QStringList stats{"stats", folder.filePath("model.pth"), "model.head.*"};
    const Outcome swapped = cairnCli({"stats", stats[2], stats[1]});
    QVERIFY2(swapped.code == 0, swapped.err.constData());
    QCOMPARE(swapped.out, cairnCli(stats).out);
    const Outcome neither = cairnCli({"stats", stats[1], folder.filePath("model.pht")});
    QCOMPARE(neither.code, 2);
    QVERIFY2(neither.err.contains("There is no file of that name either"), neither.err.constData());
    const Outcome quiet = cairnCli(stats + QStringList{"-q"});
    QVERIFY2(quiet.code == 0 && quiet.out.isEmpty() && quiet.err.isEmpty(), quiet.out.constData());
    const Outcome target = cairnCli({"convert", kSample, "-o", folder.path()});
    QCOMPARE(target.code, 2);
    QVERIFY2(target.err.contains("--out-dir"), target.err.constData());
    const Outcome itself =
        cairnCli({"convert", folder.filePath("model.pth"), "-o", folder.filePath("model.pth"), "--force"});
    QVERIFY2(itself.code == 4 && itself.err.contains("--in-place"), itself.err.constData());
    QCOMPARE(test::contentOf(folder.filePath("model.pth")), test::contentOf(kSample));
}

void TestMistakes::rulesInPlace()
{
    const QTemporaryDir folder;
    const QString copy = folder.filePath("copy.pth");
    QVERIFY(QFile::copy(kSample, copy));
    const Outcome refused = cairnCli({"convert", copy, "--in-place", "--map", "cuda:7=cpu"});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("nothing is saved on \"cuda:7\""), refused.err.constData());
    QCOMPARE(test::contentOf(copy), test::contentOf(kSample));
}

/// Devices that an extension of PyTorch brings are nobody's mistake.
void TestMistakes::devicesOfExtensions()
{
    const QTemporaryDir folder;
    const Outcome outcome = cairnCli({"convert", kSample, "-o", folder.filePath("copy.pth"), "--map", "*=npu:0"});
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.out.contains("  warning  \"npu:0\" is no device of PyTorch itself"), outcome.out.constData());
}

/// The wish is that nothing stays on a GPU, and so it is.
void TestMistakes::backendsThatAreNotThere()
{
    const QTemporaryDir folder;
    const QString target = folder.filePath("copy.pt");
    const Outcome outcome =
        cairnCli({"convert", test::fixture("torch26/state_dict.pt"), "-o", target, "--map", "cuda:*=cpu"});
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.out.contains("  same     the copy is the source, byte for byte\n"), outcome.out.constData());
    QVERIFY2(outcome.out.contains("  warning  nothing is saved on \"cuda:*\""), outcome.out.constData());
    QCOMPARE(test::contentOf(target), test::contentOf(test::fixture("torch26/state_dict.pt")));
}

/// Names of copies that promise something else.
void TestMistakes::targets_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("shards on standard output")
        << "-" << QStringList{"--shard-size", "1kB"} << QByteArray("is several files, and standard output is one");
    for (const char* ending :
         {".npy", ".npz", ".onnx", ".gguf", ".h5", ".json", ".safetensor", ".sft", ".pt2", ".gz"}) {
        const QByteArray said = QByteArray("copy") + ending + ": Cairn does not write " + ending +
                                " files. It writes what torch.load reads (.pth, .pt, .bin, .ckpt), and .safetensors";
        QTest::newRow(ending) << QString("copy") + ending << QStringList{} << said;
        QTest::addRow("%s, and --to", ending) << QString("copy") + ending << QStringList{"--to", "pth"} << said;
    }
    QTest::newRow("capital letters") << "copy.ONNX" << QStringList{} << QByteArray("does not write .onnx files");
    QTest::newRow("index of shards") << "m.safetensors.index.json" << QStringList{"--shard-size", "1kB"}
                                     << QByteArray("Write m.safetensors.");
    const QByteArray contrary = ": the copy would be safetensors, and its name says otherwise";
    for (const char* ending : {".pth", ".pt", ".bin", ".ckpt"}) {
        QTest::addRow("%s, and --to safetensors", ending)
            << QString("copy") + ending << QStringList{"--to", "safetensors"} << QByteArray("copy") + ending + contrary;
    }
    for (const char* format : {"pth", "legacy"}) {
        QTest::addRow("safetensors, and --to %s", format)
            << "copy.safetensors" << QStringList{"--to", format}
            << QByteArray("copy.safetensors: the copy would be no safetensors file, as its name says");
    }
    QTest::newRow("shards without an ending")
        << "hf" << QStringList{"--to", "safetensors", "--drop-others", "--shard-size", "20kB"}
        << QByteArray("hf: the names of the shards would say no format") +
               ". Programs find shards by names that end in "
               ".safetensors. Write hf.safetensors.";
    QTest::newRow("map for safetensors") << "copy.safetensors" << QStringList{"--drop-others", "--map", "*=cpu"}
                                         << QByteArray("safetensors stores no devices, so the map has no effect");
}

void TestMistakes::targets()
{
    QFETCH(const QString, target);
    QFETCH(const QStringList, options);
    QFETCH(const QByteArray, said);
    const QTemporaryDir folder;
    const Outcome outcome =
        shell("cd \"$2\" && exec \"$1\" convert \"$3\" -o \"$4\" " + options.join(u' ').replace("*", "\\*"),
              {folder.path(), kSample, target});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(said), outcome.err.constData());
    QVERIFY(QDir(folder.path()).isEmpty());
}

/// The same of patterns, before any file is opened.
void TestMistakes::patterns()
{
    const QTemporaryDir folder;
    const auto refused = [&](const QStringList& options) {
        return cairnCli(
                   QStringList{"convert", kSample, folder.filePath("nowhere.pth"), "--out-dir", folder.filePath("d")} +
                   options)
            .err;
    };
    QVERIFY(refused({"--name", "{stem}.onnx"}).startsWith("cairn-cli: {stem}.onnx: Cairn does not write .onnx files"));
    QVERIFY(refused({"--name", "{stem}.pth", "--to", "safetensors"})
                .startsWith("cairn-cli: {stem}.pth: the copy would be safe"));
    QVERIFY(refused({"--name", "{stem}.safetensors", "--to", "pth"})
                .startsWith("cairn-cli: {stem}.safetensors: the copy would be no"));
    QVERIFY(QDir(folder.path()).isEmpty());
}

/// A checkpoint may be called anything, and so may its copy.
void TestMistakes::sourcesHaveAnyName()
{
    const QTemporaryDir folder;
    const Outcome outcome = shell("cd \"$2\" && cp \"$3\" model.h5 && \"$1\" convert model.h5 -o copy.h5 && "
                                  "\"$1\" convert model.h5 --name '{stem}.cpu{ext}'",
                                  {folder.path(), kSample});
    QCOMPARE(outcome.code, 0);
    QVERIFY(QDir(folder.path()).exists("copy.h5") && QDir(folder.path()).exists("model.cpu.h5"));
}

/// Who types a name as the model has it may not know in which group the file keeps it.
void TestMistakes::endsOfNames()
{
    for (const QStringList& command : {QStringList{"get"}, QStringList{"stats"}}) {
        const Outcome outcome = cairnCli(command + QStringList{kSample, "head.bias"});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains(R"("head.bias"; did you mean "model.head.bias"?)"), outcome.err.constData());
        QVERIFY2(outcome.err.contains(kSample.toUtf8()), outcome.err.constData());
    }
    const Outcome several = cairnCli({"get", kSample, "exp_avg"});
    QVERIFY2(several.err.contains(R"(did you mean "optimizer.state.0.exp_avg" or "optimizer.state.1.exp_avg" or )") &&
                 several.err.contains("or one of 42 more?"),
             several.err.constData());
}

/// Brackets are signs of patterns, and of names.
void TestMistakes::signsOfPatterns()
{
    const QTemporaryDir folder;
    const QString file = test::writtenFile(folder, "x.pkl", "(dp0\nS'x[0]'\nI1\nsS'y'\nI2\ns.");
    const QString copy = folder.filePath("copy.pth");
    const Outcome refused = cairnCli({"convert", file, "-o", copy, "--drop", "x[0]"});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains(R"(as a pattern it does not fit the entry of that name, which "x\[0]" does)"),
             refused.err.constData());
    QCOMPARE(cairnCli({"convert", file, "-o", copy, "--drop", R"(x\[0])"}).code, 0);
    QCOMPARE(cairnCli({"get", copy, "y"}).out, "2\n");
    QCOMPARE(cairnCli({"get", copy, "x[0]"}).code, 2);
}

/// Where nothing can be written, the reason is that and no disk.
void TestMistakes::placesThatTakeNothing()
{
    const Outcome refused = cairnCli({"convert", kSample, "-o", "/proc/copy.pth"});
    QCOMPARE(refused.code, 4);
    QVERIFY2(!refused.err.contains("disk has") && refused.err.contains("/proc: cannot write"), refused.err.constData());
    const QTemporaryDir folder;
    const Outcome written = shell("cd \"$2\" && \"$1\" convert \"$3\" -o=copy.pth", {folder.path(), kSample});
    QVERIFY2(written.code == 0 && QFile::exists(folder.filePath("copy.pth")), written.err.constData());
}

/// What is the same for all files is said once, and in the JSON of each.
void TestMistakes::nothingToLoadThrough()
{
    const QStringList nowhere = cairn::test::kPlainEnvironment + QStringList{"CAIRN_RUNTIME=/nowhere"};
    const QStringList load{"load", kSample, kSample, kSample};
    const Outcome text = cairnCli(load, nowhere);
    QCOMPARE(text.code, 4);
    QCOMPARE(text.err.count("/nowhere"), 1);
    QVERIFY2(text.err.contains("the same goes for 2 other files"), text.err.constData());
    const Outcome json = cairnCli(load + QStringList{"--json"}, nowhere);
    QCOMPARE(json.out.count(R"("code":"runtime.missing")"), 3);
    QCOMPARE(json.err.count("/nowhere"), 1);
}

CAIRN_TEST(TestMistakes);

} // namespace cairn::tst_mistakes

#include "tst_mistakes.moc"
