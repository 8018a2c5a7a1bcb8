#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/little.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>

#include <algorithm>

namespace cairn::tst_get {

using namespace cairn::test;

namespace {

/// "cube" counts from 0 on, of the shape 2, 2, 3; "empty" has the shape 0, 2.
QString countingFile(const QTemporaryDir& folder)
{
    const QByteArray header = R"({"cube":{"dtype":"U8","shape":[2,2,3],"data_offsets":[0,12]},)"
                              R"("empty":{"dtype":"U8","shape":[0,2],"data_offsets":[12,12]}})";
    QByteArray bytes = QByteArray::fromStdString(little(static_cast<std::uint64_t>(header.size()), 8)) + header;
    for (char number = 0; number < 12; ++number) {
        bytes.append(number);
    }
    return writtenFile(folder, "cube.safetensors", bytes);
}

} // namespace

/// `cairn-cli get` as a person runs it; stats_oracle.py compares what it prints with PyTorch.
class TestGet : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void prints_data();
    void takesListsOfPython();
    void prints();
    void writesTables();
    void writesPartsForNumpy_data();
    void writesPartsForNumpy();
    void mistakes_data();
    void mistakes();
    void listsGroups();
    void givesDocuments();
    void tellsTwinsApart();
    void tellsKindsOfKeysApart();
    void takesPathsAsPythonWritesThem();
    void saysHowToAsk();
    void filesComeFirst();
    void secondNames();
    void warnsOfDamage();
};

void TestGet::prints_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("out");
    QTest::newRow("all") << "cube" << QByteArray("0 1 2\n3 4 5\n\n6 7 8\n9 10 11\n");
    QTest::newRow("an index") << "cube[1]" << QByteArray("6 7 8\n9 10 11\n");
    QTest::newRow("a column") << "cube[:, 0, -1:]" << QByteArray("2\n8\n");
    QTest::newRow("one number") << "cube[ 1 , 1, 2 ]" << QByteArray("11\n");
    QTest::newRow("beyond the end") << "cube[0, :9, 1:9]" << QByteArray("1 2\n4 5\n");
    QTest::newRow("steps") << "cube[:, ::2, ::2]" << QByteArray("0 2\n\n6 8\n");
    QTest::newRow("steps of matrices") << "cube[::2, 1]" << QByteArray("3 4 5\n");
    QTest::newRow("a step beyond the end") << "cube[1, 0, 1::9223372036854775807]" << QByteArray("7\n");
    QTest::newRow("nothing") << "cube[1, 2:]" << QByteArray();
    QTest::newRow("no element") << "empty" << QByteArray();
}

/// Lists as Python writes them, besides the names that rows have.
void TestGet::takesListsOfPython()
{
    const QString file = fixture("torch113/adam.pt");
    const Outcome dots = cairnCli({"get", file, "optimizer.param_groups.0.lr"});
    QCOMPARE(dots.code, 0);
    QCOMPARE(cairnCli({"get", file, "optimizer.param_groups[0].lr"}).out, dots.out);
    QCOMPARE(cairnCli({"get", file, "optimizer.param_groups[0]"}).out,
             cairnCli({"get", file, "optimizer.param_groups.0"}).out);
    const Outcome wrong = cairnCli({"get", file, "optimizer.param_groups[7].lr"});
    QVERIFY2(wrong.code == 2 && !wrong.err.contains("] is missing"), wrong.err);
}

void TestGet::prints()
{
    QFETCH(const QString, name);
    QFETCH(const QByteArray, out);
    const QTemporaryDir folder;
    const Outcome outcome = cairnCli({"get", countingFile(folder), name});
    QVERIFY2(outcome.code == 0, outcome.err);
    QCOMPARE(outcome.out, out);
}

void TestGet::writesTables()
{
    const QTemporaryDir folder;
    const QString file = countingFile(folder);
    const QString table = folder.filePath("part.csv");
    QCOMPARE(cairnCli({"get", file, "cube[1]", "-o", table}).code, 0);
    QCOMPARE(contentOf(table), "6,7,8\n9,10,11\n");
    const Outcome again = cairnCli({"get", file, "cube[0]", "-o", table});
    QVERIFY2(again.code != 0 && again.err.contains("part.csv"), again.err);
    QCOMPARE(contentOf(table), "6,7,8\n9,10,11\n");
    QCOMPARE(cairnCli({"get", file, "cube[0, 0]", "-o", table, "--force"}).code, 0);
    QCOMPARE(contentOf(table), "0,1,2\n");
}

void TestGet::writesPartsForNumpy_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("shape");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("an index") << "cube[1]" << QByteArray("(2, 3, )") << QByteArray("\6\7\10\11\12\13", 6);
    QTest::newRow("a column") << "cube[:, 0, -1:]" << QByteArray("(2, 1, )") << QByteArray("\2\10", 2);
    QTest::newRow("one number") << "cube[1, 1, 2]" << QByteArray("()") << QByteArray("\13", 1);
    QTest::newRow("nothing") << "cube[1, 2:]" << QByteArray("(0, 3, )") << QByteArray();
}

void TestGet::writesPartsForNumpy()
{
    QFETCH(const QString, name);
    QFETCH(const QByteArray, shape);
    QFETCH(const QByteArray, bytes);
    const QTemporaryDir folder;
    const QString array = folder.filePath("part.npy");
    const Outcome outcome = cairnCli({"get", countingFile(folder), name, "-o", array});
    QVERIFY2(outcome.code == 0, outcome.err);
    const QByteArray content = contentOf(array);
    QVERIFY2(content.contains("'descr': '|u1'") && content.contains("'shape': " + shape + ", }"), content);
    QVERIFY2(content.endsWith('\n' + bytes), content);
}

void TestGet::mistakes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const QStringList& arguments, int code, const char* says) {
        QTest::newRow(name) << arguments << code << QByteArray(says);
    };
    row("no such name", {"cub"}, 2, R"(nothing is named "cub"; did you mean "cube"?)");
    row("no such name, and a slice", {"cub[0]"}, 2, R"(did you mean "cube"?)");
    row("no end of a slice", {"cube[0"}, 2, R"(the slice behind "cube" has no end: ] is missing)");
    row("too many axes", {"cube[0, 0, 0, 0]"}, 2, "more axes than the tensor, which has 3");
    row("an index too far", {"cube[0, 2]"}, 2, R"("2" is no part of axis 1, which has 2)");
    row("a step back", {"cube[::-1]"}, 2, R"("::-1" is no part of axis 0)");
    row("no step", {"cube[::0]"}, 2, "steps go forward");
    row("two steps", {"cube[::1:1]"}, 2, R"("::1:1" is no part of axis 0)");
    row("a word", {"cube[first]"}, 2, R"("first" is no part of axis 0)");
    row("no name", {""}, 2, "the name is empty");
    row("no path", {"[]"}, 2, R"(nothing is named "[]")");
    row("another format", {"cube", "-o", "cube.h5"}, 2, "ends in .npy or .csv");
    row("a checkpoint", {"cube[0]", "-o", "cube.pt"}, 2, "cube.safetensors -o cube.pt --keep cube` writes");
    row("three axes in a table", {"cube", "-o", "cube.csv"}, 2, "a .csv has two axes");
}

void TestGet::mistakes()
{
    QFETCH(QStringList, arguments);
    QFETCH(const int, code);
    QFETCH(const QByteArray, says);
    const QTemporaryDir folder;
    const Outcome outcome = cairnCli(QStringList{"get", countingFile(folder)} + arguments);
    QVERIFY2(outcome.code == code && outcome.err.contains(says), outcome.err);
    QVERIFY(outcome.out.isEmpty());
    QCOMPARE(filesIn(folder.path()).size(), 1);
}

/// A group in the names of tensors, as a module has it.
void TestGet::listsGroups()
{
    for (const char* name : {"model.head", "model.head.", "model.head.*", "model.head*"}) {
        const Outcome outcome = cairnCli({"get", kSample, name});
        QVERIFY2(outcome.code == 0, outcome.err);
        QCOMPARE(outcome.out.count('\n'), 3); // a title, and two rows
        QVERIFY2(outcome.out.contains("\nmodel.head.weight ") && outcome.out.contains("\nmodel.head.bias "),
                 outcome.out);
    }
    const Outcome fitting = cairnCli({"get", kSample, "model.*.bias"});
    const QJsonArray all = jsonOf(cairnCli({"inspect", "--json", kSample}))["tensors"].toArray();
    const auto isOne = [](const QJsonValue& tensor) {
        const QString name = tensor["name"].toString();
        return name.startsWith("model.") && name.endsWith(".bias");
    };
    QCOMPARE(fitting.out.count('\n'), 1 + std::ranges::count_if(all, isOne));
    QCOMPARE(cairnCli({"get", kSample, "epo?h"}).out, cairnCli({"get", kSample, "epoch"}).out);
    const QTemporaryDir twins;
    const QString file = writtenFile(twins, "ten.pkl", "(dp0\nS'a1'\n(dp1\nS'x'\nI1\nssS'a10'\n(dp2\nS'x'\nI2\nss.");
    QCOMPARE(cairnCli({"get", file, "a1*"}).out.count(".x"), 2);
    const Outcome values = cairnCli({"get", kSample, "args"});
    QVERIFY2(values.code == 0 && values.out.contains("args.device ") && values.out.contains("'cuda:0'"), values.out);
    const QTemporaryDir folder;
    for (const QStringList& more : {QStringList{"model.head", "-o", folder.filePath("x.npy")}, QStringList{"model[0]"},
                                    QStringList{"epoch[0]"}}) {
        const Outcome refused = cairnCli(QStringList{"get", kSample} + more);
        QVERIFY2(refused.code == 2 && refused.err.contains("is no tensor but "), refused.err);
    }
}

void TestGet::givesDocuments()
{
    const QTemporaryDir folder;
    const QString file = countingFile(folder);
    const QJsonObject part = jsonOf(cairnCli({"get", "--json", file, "cube[1, :, 1:]"}));
    QCOMPARE(part["name"].toString(), "cube");
    QCOMPARE(part["numbers_shape"].toArray(), QJsonArray({2, 2}));
    QCOMPARE(part["numbers"].toArray(), QJsonArray({7, 8, 10, 11}));
    QCOMPARE(part["tensors"].toArray().size(), 1);
    QCOMPARE(part["tensors"][0]["shape"].toArray(), QJsonArray({2, 2, 3}));
    QCOMPARE(jsonOf(cairnCli({"get", "--json", file, "empty"}))["numbers"].toArray(), QJsonArray());
    const QJsonObject value = jsonOf(cairnCli({"get", "--json", kSample, "args.device"}));
    QCOMPARE(value["values"].toArray().size(), 1);
    QCOMPARE(value["values"][0]["value"].toString(), "cuda:0");
    QVERIFY(!value.contains("numbers"));
    const QJsonObject group = jsonOf(cairnCli({"get", "--json", kSample, "model.head"}));
    QCOMPARE(group["tensors"].toArray().size(), 2);
    const Outcome wrong = cairnCli({"get", "--json", kSample, "model.haed"});
    QCOMPARE(wrong.code, 2);
    QCOMPARE(jsonOf(wrong)["error"].toObject()["code"].toString(), "usage.unmet-request");
    QCOMPARE(cairnCli({"get", "--json", kSample, "epoch", "-o", folder.filePath("x.npy")}).code, 2);
}

/// A key may hold a dot, and a number is another key than its text.
void TestGet::tellsTwinsApart()
{
    const QTemporaryDir folder;
    const QString file = writtenFile(folder, "twins.pkl",
                                     "(dp0\nS'a.b'\nI11\nsS'a'\n(dp1\nS'b'\nI12\nssI1\nI13\nsS'1'\nI14\n"
                                     "sS'c.d'\nI15\ns.");
    const Outcome dotted = cairnCli({"get", file, "a.b"});
    QCOMPARE(dotted.code, 2);
    QVERIFY(dotted.out.isEmpty());
    QVERIFY2(dotted.err.contains(R"("a.b" is the name of 2 rows)") &&
                 dotted.err.contains(R"('["a","b"]' or '["a.b"]')"),
             dotted.err);
    const Outcome number = cairnCli({"get", file, "1"});
    QVERIFY2(number.code == 2 && number.err.contains(R"('["1"]' or '[1]')"), number.err);
    for (const auto& [path, value] : {std::pair{"[\"a.b\"]", "11\n"},
                                      {"[\"a\",\"b\"]", "12\n"},
                                      {"[1]", "13\n"},
                                      {"[\"1\"]", "14\n"},
                                      {"c.d", "15\n"}}) {
        const Outcome outcome = cairnCli({"get", file, path});
        QVERIFY2(outcome.code == 0, outcome.err);
        QCOMPARE(outcome.out, QByteArray(value));
    }
    QCOMPARE(cairnCli({"get", file, "[2]"}).code, 2);
    QCOMPARE(cairnCli({"get", countingFile(folder), "[\"cube\"][1,1]"}).out, QByteArray("9 10 11\n"));
}

/// None and "None" are two keys, and so are a tuple and its text.
void TestGet::tellsKindsOfKeysApart()
{
    const QTemporaryDir folder;
    const QString file = writtenFile(folder, "kinds.pkl",
                                     "(dp0\nNI1\nsS'None'\nI2\ns(I1\nI2\ntI3\nsS'(1, 2)'\nI4\nsF0.5\nI5\nsS''\nI6\ns.");
    for (const auto& [name, paths] :
         {std::pair{"None", R"('["None"]' or '[None]')"}, {"(1, 2)", R"x('["(1, 2)"]' or '[(1, 2)]')x"}}) {
        const Outcome outcome = cairnCli({"get", file, name});
        QCOMPARE(outcome.code, 2);
        QVERIFY(outcome.out.isEmpty());
        QVERIFY2(outcome.err.contains("is the name of 2 rows") && outcome.err.contains(paths), outcome.err);
    }
    for (const auto& [path, value] : {std::pair{"[None]", "1\n"},
                                      {"[\"None\"]", "2\n"},
                                      {"[(1, 2)]", "3\n"},
                                      {"[\"(1, 2)\"]", "4\n"},
                                      {"0.5", "5\n"},
                                      {"[\"0.5\"]", "5\n"}, // as "path" of inspect has it
                                      {"", "6\n"}}) {
        const Outcome outcome = cairnCli({"get", file, path});
        QVERIFY2(outcome.code == 0, outcome.err);
        QCOMPARE(outcome.out, QByteArray(value));
    }
    QJsonObject paths;
    for (const QJsonValue value : jsonOf(cairnCli({"inspect", "--json", file}))["values"].toArray()) {
        paths.insert(QString::number(value["value"].toInt()), value["python_path"]);
    }
    QCOMPARE(paths["1"].toString(), "[None]");
    QVERIFY(!paths.contains("2"));
    QCOMPARE(paths["3"].toString(), "[(1, 2)]");
}

/// As Python's json.dumps and repr() write lists. No path is a pattern: its brackets are no set of characters.
void TestGet::takesPathsAsPythonWritesThem()
{
    const QTemporaryDir folder;
    const QString file = writtenFile(folder, "paths.pkl", "(dp0\nS'a'\n(dp1\nS'b'\nI1\nssS'c'\nI2\nsI7\nI3\ns.");
    for (const auto& [path, value] : {std::pair{R"(["a","b"])", "1\n"},
                                      {R"(["a", "b"])", "1\n"},
                                      {"['a', 'b']", "1\n"},
                                      {" ['c']", ""},
                                      {"['c']", "2\n"},
                                      {"[7]", "3\n"},
                                      {R"(["cc"])", ""},
                                      {"['c','zzz']", ""},
                                      {"['c', \"b\"]", ""}}) {
        const Outcome outcome = cairnCli({"get", file, path});
        QVERIFY2(outcome.code == (*value == 0 ? 2 : 0), path);
        QCOMPARE(outcome.out, QByteArray(value));
    }
    QCOMPARE(cairnCli({"get", file, "[c]"}).out, QByteArray("2\n")); // which is a pattern
}

/// Where what was typed reads like the name itself.
void TestGet::saysHowToAsk()
{
    const QTemporaryDir folder;
    const QString file = writtenFile(folder, "lines.pkl", "(dp0\nS'new\\nline'\nI1\ns.");
    const Outcome typed = cairnCli({"get", file, R"(new\nline)"});
    QVERIFY2(typed.code == 2 && typed.err.contains(R"('["new\nline"]')") && !typed.err.contains("did you mean"),
             typed.err);
    QCOMPARE(cairnCli({"get", file, R"(["new\nline"])"}).out, "1\n");
    const Outcome backwards = cairnCli({"get", countingFile(folder), "cube[0, 2:1]"});
    QVERIFY2(backwards.code == 0 && backwards.out.isEmpty(), backwards.err);
    QVERIFY2(backwards.err.contains(R"("cube"[0, 2:1] holds no numbers)"), backwards.err);
    QVERIFY(cairnCli({"get", countingFile(folder), "empty"}).err.isEmpty());

    const QString sparse = fixture("torch113/sparse.pt");
    const QJsonArray tensors = jsonOf(cairnCli({"inspect", "--json", sparse}))["tensors"].toArray();
    const QString name = tensors[0]["name"].toString();
    const Outcome outcome = cairnCli({"get", sparse, name});
    QCOMPARE(outcome.code, 1);
    QVERIFY2(outcome.err.contains(sparse.toUtf8() + ": \"" + name.toUtf8() + "\" has no numbers of its own") &&
                 outcome.err.contains("Ask for one of them: `cairn-cli get " + sparse.toUtf8() + ' ' + name.toUtf8()),
             outcome.err);
    (void)writtenFile(folder, "other.safetensors", "one of two");
    const Outcome folderName = cairnCli({"get", folder.path(), "x"});
    const QByteArray advice =
        QByteArray(folderName.err).replace(folder.path().toUtf8(), ""); // whose letters are random
    QVERIFY2(folderName.code == 4 && !advice.contains("-r"), folderName.err);
}

void TestGet::filesComeFirst()
{
    const Outcome swapped = cairnCli({"get", "epoch", kSample});
    QCOMPARE(swapped.code, 2);
    QVERIFY2(swapped.err.contains("the file comes first, and then the name") &&
                 swapped.err.contains("two_gpus.pth epoch"),
             swapped.err);
}

/// What is tied is one tensor in safetensors, in a shard, too.
void TestGet::secondNames()
{
    const QTemporaryDir folder;
    const QByteArray header = R"({"__metadata__":{"format":"pt","head":"embed","other":"nothing"},)"
                              R"("embed":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}})";
    const QByteArray bytes =
        QByteArray::fromStdString(little(static_cast<std::uint64_t>(header.size()), 8)) + header + "\x07\x09";
    const QString file = writtenFile(folder, "tied.safetensors", bytes);
    const QString index = writtenFile(folder, "tied.safetensors.index.json",
                                      R"({"metadata":{"total_size":2},"weight_map":{"embed":"tied.safetensors"}})");
    for (const QString& one : {file, index}) {
        QCOMPARE(cairnCli({"get", one, "head"}).out, "7 9\n");
        QCOMPARE(cairnCli({"get", one, "head[1]"}).out, "9\n");
        QCOMPARE(cairnCli({"get", one, "other"}).code, 2);
    }
}

/// The numbers of a tensor changed after they were saved.
void TestGet::warnsOfDamage()
{
    const QTemporaryDir folder;
    QByteArray bytes = contentOf(fixture("torch113/state_dict.pt"));
    const qsizetype record = bytes.indexOf("archive/data/0");
    const qsizetype data = record + 14 + static_cast<unsigned char>(bytes[record - 2]);
    bytes[data] = static_cast<char>(bytes[data] ^ 1);
    const QString file = writtenFile(folder, "in.pth", bytes);
    for (const QStringList& more : {QStringList{}, QStringList{"-o", folder.filePath("out.npy")}}) {
        const Outcome outcome = cairnCli(QStringList{"get", file, "conv.weight"} + more);
        QVERIFY2(outcome.code == 0, outcome.err);
        QVERIFY2(outcome.err.contains("record archive/data/0 (conv.weight) does not have the checksum"), outcome.err);
        QVERIFY(cairnCli(QStringList{"get", file, "conv.bias"} + more + QStringList{"--force"}).err.isEmpty());
    }
    // Also where a part is given: the changed byte may be in it.
    for (const QStringList& some : {QStringList{"get", file, "conv.weight[:]"}, QStringList{"stats", file},
                                    QStringList{"get", file, "conv.weight[0,0]"},
                                    QStringList{"get", file, "conv.weight[0,0]", "-o", folder.filePath("part.npy")},
                                    QStringList{"get", file, "conv.weight[0,0]", "--json"}}) {
        const Outcome outcome = cairnCli(some);
        QVERIFY2(outcome.code == 0 && outcome.err.contains("(conv.weight) does not have the checksum"), outcome.err);
    }
    QVERIFY(cairnCli({"stats", file, "conv.bias"}).err.isEmpty());
}

CAIRN_TEST(TestGet, QCoreApplication);

} // namespace cairn::tst_get

#include "tst_get.moc"
