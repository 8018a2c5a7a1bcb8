#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/little.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <cmath>
#include <limits>

namespace cairn::tst_check {

using namespace cairn::test;

/// `cairn-cli check` and `cairn-cli devices` as a person runs them.
class tst_Check : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void verdicts_data();
    void verdicts();
    void words();
    void document();
    void python_data();
    void python();
    void wrongMaps_data();
    void wrongMaps();
    void uselessRules();
    void codeThatFails();
    void helpIsRight();
    void saysThatThereIsNothingToCount();
    void statsFindWhatIsNotFinite();
    void statsInGroups();
    void severalFiles();
    void splits();
    void saysWhatTorchSaysIfTrusted();
    void knowsThatTorchGoesByTheName();
    void saysThatTheGpuIsIdle();
    void saysWhetherItFits();
    void packedIsNotDamaged();
    void devices();
    void startsWithoutDriver();
};

void tst_Check::verdicts_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");

    const auto hostile = [](const char* name) {
        return QStringLiteral(CAIRN_SOURCE_DIR "/tests/hostile/") + QLatin1StringView(name);
    };
    const auto row = [](const char* name, const QStringList& arguments, int code) {
        QTest::newRow(name) << QStringList(arguments) << code;
    };
    row("no GPU", {kSample, "--machine", "cpu"}, 1);
    row("mapped", {kSample, "--trusted", "--machine", "cpu", "--map", "*=cpu"}, 0);
    row("one GPU", {kSample, "--machine", "1 x 24 GB"}, 1);
    row("one GPU, mapped", {kSample, "--trusted", "--machine", "1 x 24 GB", "--map", "cuda:1=cuda:0"}, 0);
    row("two GPUs", {kSample, "--trusted", "--machine", "2 x 24 GB"}, 0);
    row("too small", {kSample, "--machine", "2 x 0.05 MB"}, 1);
    row("fallback", {kSample, "--trusted", "--machine", "cpu", "--map", "*=cuda:0,cpu"}, 0);
    row("mapped, but weights_only refuses it", {kSample, "--machine", "cpu", "--map", "*=cpu"}, 1);
    row("before weights_only was asked for", {kSample, "--machine", "cpu", "--map", "*=cpu", "--torch", "1.13"}, 0);
    row("data only", {fixture("torch113/state_dict.pt"), "--strict", "--machine", "cpu"}, 0);
    row("more than data", {kSample, "--strict", "--machine", "cpu", "--map", "*=cpu", "--torch", "1.13"}, 1);
    row("trusted and strict", {kSample, "--strict", "--trusted"}, 2);
    row("dangerous, trusted", {fixture("torch113/objects.pt"), "--trusted", "--machine", "cpu"}, 1);
    row("dangerous, before weights_only", {fixture("torch113/objects.pt"), "--torch", "1.13"}, 1);
    row("saved on cpu", {fixture("torch113/state_dict.pt"), "--machine", "cpu"}, 0);
    row("a record is missing", {hostile("23_missing_record.pt")}, 1);
    row("a view outside of its storage", {hostile("20_offset_huge.pt")}, 1);
    row("no format version", {hostile("33_no_version.pt")}, 1);
    row("a short record, which torch before 2.14 reads behind", {hostile("17_record_short.pt"), "--torch", "2.6"}, 1);
    row("a short record", {hostile("17_record_short.pt")}, 1);
    row("an odd byte order, before there was one", {hostile("34_byteorder_word.pt"), "--torch", "1.13"}, 0);
    row("an odd byte order", {hostile("34_byteorder_word.pt"), "--torch", "2.6"}, 1);
    row("a shard is missing", {hostile("49_missing_shard.safetensors.index.json")}, 1);
    row("no checkpoint", {QStringLiteral(CAIRN_SOURCE_DIR "/README.md")}, 3);
    row("no file", {"/nonexistent.pth"}, 4);
    row("no such machine", {kSample, "--machine", "a fast one"}, 2);
    row("no such torch", {kSample, "--torch", "3"}, 2);
    row("a torch before weights_only", {kSample, "--machine", "cpu", "--map", "*=cpu", "--torch", "1.12"}, 2);
    row("a torch that is not there yet", {kSample, "--machine", "cpu", "--map", "*=cpu", "--torch", "3.0"}, 2);
    row("a torch between", {kSample, "--machine", "cpu", "--map", "*=cpu", "--torch", "2.4.1"}, 0);
    row("the last torch before weights_only", {kSample, "--machine", "cpu", "--map", "*=cpu", "--torch", "2.5"}, 0);
    row("the first torch with weights_only", {kSample, "--machine", "cpu", "--map", "*=cpu", "--torch", "2.6"}, 1);
    row("a newer torch", {kSample, "--machine", "cpu", "--torch", "2.11"}, 1);
    row("no machine", {kSample, "--machine", ""}, 2);
    row("an empty name", {""}, 4);
    row("bad map", {kSample, "--map", "cpu:0"}, 2);
}

void tst_Check::verdicts()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    const Outcome found = cairnCli(QStringList{"check"} + arguments);
    QVERIFY2(found.code == code, found.out + found.err);
    const Outcome asJson = cairnCli(QStringList{"check", "--json"} + arguments);
    QCOMPARE(asJson.code, code);
    if (code < 2) {
        QCOMPARE(jsonOf(asJson)["loads"].toBool(), code == 0);
    }
}

void tst_Check::words()
{
    const Outcome found = cairnCli({"check", kSample, "--machine", "cpu"});
    for (const char* part :
         {"Will not load on the machine \"cpu\" as it is.", "cuda:0 and cuda:1 are not available",
          "138 storages, 134 kB: model.cls_token", "RuntimeError: Attempting to deserialize object on a CUDA device",
          "everything to cpu: --map '*=cpu'"}) {
        QVERIFY2(found.out.simplified().contains(part), found.out);
    }
    const Outcome untrusted = cairnCli({"check", kSample, "--machine", "cpu", "--map", "*=cpu"});
    QVERIFY2(untrusted.out.simplified().contains("if you trust the file; --trusted then asks about that"),
             untrusted.out);
    const Outcome trusted = cairnCli({"check", kSample, "--machine", "cpu", "--map", "*=cpu", "--trusted"});
    QVERIFY2(!trusted.out.contains("--trusted"), trusted.out);
    const QStringList evil{"check", QStringLiteral(CAIRN_SOURCE_DIR "/tests/hostile/01_reduce_os_system.pt")};
    QVERIFY(cairnCli(evil).out.simplified().contains("with `cairn-cli convert` to a .safetensors"));
    QVERIFY(cairnCli(evil + QStringList{"--json"}).out.contains("with `cairn-cli convert` to a .safetensors"));
    // Code for what does not load would be of no use.
    const Outcome code = cairnCli({"check", kSample, "--machine", "1 x 24 GB", "--python"});
    QVERIFY2(code.out.contains("Python, with the fix: cuda:1 to cuda:0"), code.out);
    QVERIFY2(code.out.contains("map_location={\"cuda:1\": \"cuda:0\"}"), code.out);
    const Outcome ways = cairnCli({"check", kSample, "--machine", "cpu", "--map", "*=cpu"});
    QVERIFY2(ways.out.contains("torch.load(file, weights_only=False).to(\"cpu\")"), ways.out);
    QVERIFY2(ways.out.contains("torch.load(file, map_location=\"cpu\", weights_only=False)"), ways.out);
}

void tst_Check::document()
{
    const QJsonObject found = jsonOf(cairnCli({"check", "--json", kSample, "--machine", "cpu"}));
    QCOMPARE(found["machine"].toString(), QString("the machine \"cpu\""));
    QCOMPARE(found["torch"].toString(), QString("latest"));
    QCOMPARE(found["map"]["map"].toString(), QString("none"));
    QCOMPARE(found["devices"].toArray().size(), 3);
    const QJsonObject problem = found["problems"][0].toObject();
    QCOMPARE(problem["code"].toString(), QString("device.not-available"));
    QCOMPARE(problem["storages"].toArray().size(), 138);
    QCOMPARE(problem["fixes"][0]["map"]["device"].toString(), QString("cpu"));

    // A fix is a map file as it stands.
    const QTemporaryDir folder;
    const QByteArray map = QJsonDocument(problem["fixes"][0]["map"].toObject()).toJson();
    const QString path = writtenFile(folder, "fix.devicemap.json", map);
    QCOMPARE(cairnCli({"check", kSample, "--trusted", "--machine", "cpu", "--map-file", path}).code, 0);
}

void tst_Check::python_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("part");

    const auto row = [](const char* name, const QStringList& arguments, const char* part) {
        QTest::newRow(name) << QStringList(arguments) << QString(part);
    };
    const QString plain = fixture("torch113/state_dict.pt");
    row("as it is", {plain}, "state_dict.pt\", weights_only=True)\n");
    row("device", {kSample, "--map", "*=cpu"}, "map_location=\"cpu\", weights_only=True)\n");
    row("dict", {kSample, "--map", "cuda:1=cuda:0"}, "map_location={\"cuda:1\": \"cuda:0\"}");
    row("fallback", {kSample, "--map", "*=cuda:1,cpu"},
        "device = \"cuda:1\" if torch.cuda.device_count() > 1 else \"cpu\"\n");
    row("move", {plain, "--map", "*=cuda:0"}, "# model.load_state_dict(state_dict)\n# model.to(\"cuda:0\")");
    row("inside", {kSample, "--map", "*=cpu"}, "\nstate_dict = checkpoint[\"model\"]\n");
    row("a state_dict", {plain}, "\nstate_dict = torch.load(");
    row("a split", {kSample, "--split"}, "    [\"cuda:0\"] * 20  # model.cls_token ... model.blocks.0.mlp.2.bias\n");
    row("a split stays", {kSample, "--split"}, "# model.load_state_dict(state_dict, assign=True)");
    row("a split in 1.13", {kSample, "--split", "--torch", "1.13"},
        "# model.load_state_dict(state_dict)  # copies: the model keeps its own devices and dtypes\n");
    row("a split of safetensors", {fixture("byhand/safe_every_dtype.safetensors"), "--split"}, "assign=True");
    row("another dtype", {plain, "--dtype", "bf16"}, "name: tensor.to(torch.bfloat16) if tensor.is_floating_point()");
    row("another torch", {fixture("torch214/sparse.pt")}, "Asked of the latest torch; torch 1.13");
    row("a model of another dtype", {plain, "--dtype", "bf16", "--map", "*=cuda:0"},
        "# model.to(torch.bfloat16)\n# model.load_state_dict(state_dict)\n# model.to(\"cuda:0\")");
    row("another dtype of a split", {kSample, "--split", "--dtype", "bf16"}, "assign=True");
    row("another dtype of safetensors", {fixture("byhand/safe_every_dtype.safetensors"), "--dtype", "bf16"},
        "\nimport torch\nfrom safetensors");
    row("names to allow", {kSample},
        "with torch.serialization.safe_globals([\n"
        "    (numpy._core.multiarray.scalar, \"numpy._core.multiarray.scalar\"),\n");
    row("names are not enough", {fixture("torch26/tags_two_gpus_protocol5.pt")}, "# weights_only=True refuses ");
    row("a name that would allow all others", {fixture("torch113/tags_blob_in_zip.pt")},
        "# weights_only=True refuses torch.storage._load_from_bytes");
    row("names in torch 2.5", {kSample, "--torch", "2.5"}, "# weights_only=True refuses numpy._core.multiarray.scalar");
    row("script", {fixture("torch113/script_plain.pt"), "--map", "*=cpu"}, "model = torch.jit.load(");
    row("script in C++", {fixture("torch113/script_plain.pt"), "--map", "*=cuda:0"}, ", torch::Device(\"cuda:0\"));");
    row("safetensors", {fixture("byhand/safe_every_dtype.safetensors"), "--map", "*=cuda:0"}, "device=\"cuda:0\")");
    row("tar", {fixture("byhand/tar_old.pt")}, "weights_only=False)");
    row("pickle", {fixture("torch113/plain_protocol2.pkl")}, "pickle.load takes no map_location");
}

void tst_Check::python()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, part);
    const Outcome found = cairnCli(QStringList{"check", "--python", "--machine", "2 x 24 GB"} + arguments);
    QVERIFY2(QString::fromUtf8(found.out).contains(part), found.out + found.err);
}

void tst_Check::wrongMaps_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("syntax") << QByteArray("{\n\"format\"\n}") << QByteArray("line 3: the JSON text is malformed");
    QTest::newRow("field") << QByteArray(
                                  "{\"format\": \"cairn.devicemap\", \"version\": 1,\n\"map\": \"none\", \"to\": 1}")
                           << QByteArray("line 2: there is no field \"to\"");
}

void tst_Check::wrongMaps()
{
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, message);
    const QTemporaryDir folder;
    const QString path = writtenFile(folder, "bad.devicemap.json", content);
    const Outcome found = cairnCli({"check", kSample, "--map-file", path});
    QVERIFY2(found.err.contains(message) && found.err.contains("bad.devicemap.json"), found.err);
    QCOMPARE(found.code, 2);
    QCOMPARE(cairnCli({"load", kSample, "--map-file", path}).code, 2);
    QCOMPARE(cairnCli({"check", kSample, "--machine", path}).code, 2);
    QCOMPARE(cairnCli({"convert", kSample, "-o", folder.filePath("copy.pth"), "--map-file", path}).code, 2);
    QCOMPARE(cairnCli({"convert", kSample, "--recipe", path}).code, 2);
    // What is no file is told in words that fit a map.
    const Outcome folderAsMap = cairnCli({"check", kSample, "--map-file", folder.path()});
    QCOMPARE(folderAsMap.code, 4);
    QVERIFY2(folderAsMap.err.contains("folder") && !folderAsMap.err.contains("checkpoint"), folderAsMap.err);
}

void tst_Check::uselessRules()
{
    const QStringList arguments{"check", kSample,         "--trusted", "--machine", "cpu",
                                "--map", "cuda:7=cuda:0", "--map",     "*=cpu"};
    const QByteArray said = "nothing is saved on \"cuda:7\"; the file has cpu (45), cuda:0 (48), cuda:1 (90)";
    const Outcome refused = cairnCli(arguments);
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains(said + "; did you mean \"cuda:0\"?") && refused.out.isEmpty(), refused.err);
    QCOMPARE(jsonOf(cairnCli(arguments + QStringList{"--json"}))["error"].toObject()["code"].toString(),
             "usage.unmet-request");
    const Outcome found = cairnCli(arguments + QStringList{"--lenient"});
    QCOMPARE(found.code, 0);
    QVERIFY2(found.out.simplified().contains("Warning: " + said), found.out);
    QCOMPARE(jsonOf(cairnCli(arguments + QStringList{"--json", "--lenient"}))["warnings"].toArray().size(), 1);
    // That nothing is on a GPU is what such a rule asks for.
    const Outcome meant = cairnCli({"check", fixture("torch113/state_dict.pt"), "--map", "cuda:*=cpu"});
    QVERIFY2(meant.code == 0 && meant.out.contains("Warning: nothing is saved on \"cuda:*\""), meant.err);
    const QJsonObject fine = jsonOf(cairnCli({"check", "--json", kSample, "--map", "*=cpu"}));
    QVERIFY(fine["warnings"].isArray() && fine["warnings"].toArray().isEmpty());
}

void tst_Check::codeThatFails()
{
    const QJsonObject found = jsonOf(cairnCli({"check", "--json", kSample, "--machine", "1 x 24 GB"}));
    QCOMPARE(found["fix"].toString(), QString("cuda:1 to cuda:0"));
    QVERIFY(found["fix_python"].toString().contains("map_location={\"cuda:1\": \"cuda:0\"}"));
    const QJsonObject fine = jsonOf(cairnCli({"check", "--json", kSample, "--machine", "2 x 24 GB"}));
    QVERIFY(fine["fix"].isNull() && fine["fix_python"].isNull());

    // A map has no way into storages that are nested in bytes.
    const QString blob = fixture("torch113/tags_blob_in_zip.pt");
    const Outcome ignored = cairnCli({"check", "--python", blob, "--machine", "cpu", "--map", "*=cpu"});
    QCOMPARE(ignored.code, 1);
    QVERIFY2(ignored.out.contains("\n# This fails as the file is: write a copy with `cairn-cli convert`"), ignored.out);
}

void tst_Check::helpIsRight()
{
    QVERIFY(cairnCli({"stats", "--help"}).out.contains("stats [OPTION]... [FILE... [GLOB]]\n"));
    QVERIFY(!cairnCli({"--help"}).out.contains("bytes are not read"));
    for (const char* command : {"check", "convert", "diff", "inspect", "load", "stats", "verify"}) {
        const Outcome help = cairnCli({command, "--help"});
        QVERIFY2(help.out.contains("\n    130  cancelled") && help.out.contains("\n    2    "), command);
    }
}

void tst_Check::statsInGroups()
{
    const QTemporaryDir folder;
    const QByteArray header = R"({"l.0.a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
                              R"("l.0.b":{"dtype":"F32","shape":[1],"data_offsets":[8,12]},)"
                              R"("l.1.a":{"dtype":"F32","shape":[2],"data_offsets":[12,20]}})";
    QByteArray bytes = QByteArray::fromStdString(little(static_cast<std::uint64_t>(header.size()), 8)) + header;
    for (const float number : {1.F, 2.F, 6.F, 0.F, std::numeric_limits<float>::quiet_NaN()}) {
        bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
    }
    const QString file = writtenFile(folder, "layers.safetensors", bytes);
    const QJsonArray groups = jsonOf(cairnCli({"stats", file, "--groups", "2", "--json"}))["groups"].toArray();
    QCOMPARE(groups.size(), 2);
    QCOMPARE(groups[0]["name"].toString(), "l.0");
    QCOMPARE(groups[0]["tensors"].toInt(), 2);
    QCOMPARE(groups[0]["elements"].toInt(), 3);
    QCOMPARE(groups[0]["min"].toDouble(), 1.);
    QCOMPARE(groups[0]["max"].toDouble(), 6.);
    QCOMPARE(groups[0]["mean"].toDouble(), 3.);
    QCOMPARE(groups[0]["std"].toDouble(), std::sqrt(7.)); // (4 + 1 + 9) / 2
    QCOMPARE(groups[1]["nan"].toInt(), 1);
    const Outcome nan = cairnCli({"stats", file, "--groups", "2", "--nan"});
    QCOMPARE(nan.code, 1);
    QVERIFY2(nan.out.contains("\nl.1 ") && !nan.out.contains("l.0"), nan.out);
    QCOMPARE(jsonOf(cairnCli({"stats", file, "--groups", "1", "--json"}))["groups"].toArray().size(), 1);
    QCOMPARE(cairnCli({"stats", file, "--groups", "2", "--bins", "3"}).code, 2);
}

void tst_Check::severalFiles()
{
    const Outcome found = cairnCli(
        {"check", "--json", "--machine", "cpu", fixture("torch113/state_dict.pt"), "/nonexistent.pth", kSample});
    QCOMPARE(found.out.trimmed().count('\n'), 2);
    QCOMPARE(found.code, 4);
}

void tst_Check::splits()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("two.devicemap.json");
    const QStringList two{"check", kSample, "--trusted", "--machine", "2 x 24 GB"};
    const Outcome found = cairnCli(two + QStringList{"--split", "--write-map", path});
    QVERIFY2(found.code == 0, found.err);
    QVERIFY2(found.out.contains("two.devicemap.json, which --map-file takes"), found.out);
    // The file says what the split said.
    const QJsonObject split = jsonOf(cairnCli(two + QStringList{"--split", "--json"}));
    const QJsonObject read = jsonOf(cairnCli(two + QStringList{"--map-file", path, "--json"}));
    QCOMPARE(read["map"], split["map"]);
    QCOMPARE(read["devices"], split["devices"]);
    QCOMPARE(split["devices"].toArray().size(), 3);

    const Outcome halved = cairnCli(two + QStringList{"--split", "--dtype", "bf16"});
    QVERIFY2(halved.out.contains("Split by what it takes in bfloat16."), halved.out);
    QVERIFY2(!found.out.contains("too little room") && !halved.out.contains("too little room"), found.out);
    const Outcome tooSmall = cairnCli({"check", kSample, "--trusted", "--machine", "2 x 10 KB", "--split"});
    QVERIFY2(tooSmall.out.contains("The GPUs have too little room: ") && tooSmall.out.contains(" go to the cpu."),
             tooSmall.out);

    const Outcome nothing = cairnCli({"check", kSample, "--trusted", "--machine", "2 x 10 B", "--split"});
    QCOMPARE(nothing.code, 1);
    QVERIFY2(nothing.out.contains("The GPUs got nothing, and the cpu everything"), nothing.out);

    const QByteArray before = contentOf(path);
    QCOMPARE(cairnCli(two + QStringList{"--split", "--write-map", path}).code, 4);
    QCOMPARE(contentOf(path), before);
    QCOMPARE(cairnCli(two + QStringList{"--map", "cuda:1=cuda:0", "--write-map", path, "--force"}).code, 0);
    QVERIFY(contentOf(path) != before);
    QCOMPARE(cairnCli(two + QStringList{"--force"}).code, 2);
    QCOMPARE(cairnCli(two + QStringList{"--write-map", folder.filePath("none.json")}).code, 2);
    QVERIFY(!QFile::exists(folder.filePath("none.json")));
    QCOMPARE(cairnCli(two + QStringList{kSample, "--split", "--write-map", folder.filePath("none.json")}).code, 2);
    QCOMPARE(cairnCli(two + QStringList{"--split", "--map", "*=cpu"}).code, 2);
    const Outcome noGpu = cairnCli({"check", kSample, "--machine", "cpu", "--split"});
    QCOMPARE(noGpu.code, 2);
    QVERIFY2(noGpu.err.contains("has no GPU to split it over"), noGpu.err);
    // Where nothing else says it, the fix is the option.
    const QJsonObject small =
        jsonOf(cairnCli({"check", "--json", "--trusted", kSample, "--machine", "2 x 0.1 MB", "--map", "*=cuda:0"}));
    QCOMPARE(small["problems"][0]["fixes"][0]["options"].toString(), "--split");
}

/// Who trusts a file calls torch.load with weights_only=False, which says nothing of it.
void tst_Check::saysWhatTorchSaysIfTrusted()
{
    const QString evil = QStringLiteral(CAIRN_SOURCE_DIR "/tests/hostile/01_reduce_os_system.pt");
    QVERIFY(cairnCli({"check", evil}).out.contains("Weights only load failed"));
    const Outcome trusted = cairnCli({"check", evil, "--trusted"});
    QCOMPARE(trusted.code, 1);
    QVERIFY2(trusted.out.contains("os.system") && !trusted.out.contains("Weights only"), trusted.out);
    const QByteArray shown = cairnCli({"inspect", evil}).out;
    QVERIFY2(!shown.contains("loads on any machine") && shown.contains("dangerous to load"), shown);
}

void tst_Check::knowsThatTorchGoesByTheName()
{
    const QTemporaryDir folder;
    const QString named = folder.filePath("weights.safetensors");
    QVERIFY(QFile::copy(fixture("torch26/state_dict.pt"), named));
    const QStringList check{"check", named, "--machine", "cpu", "--map", "*=cpu", "--torch"};
    QCOMPARE(cairnCli(check + QStringList{"2.6"}).code, 0);
    const Outcome found = cairnCli(check + QStringList{"2.14"});
    QCOMPARE(found.code, 1);
    QVERIFY2(found.out.simplified().contains("its name ends in .safetensors, and it is none"), found.out);
}

void tst_Check::saysThatTheGpuIsIdle()
{
    const QStringList plain{"check", fixture("torch113/state_dict.pt"), "--machine", "1 x 24 GB"};
    QVERIFY(cairnCli(plain).out.contains("nothing goes to cuda:0. It has room for all of it: --map '*=cuda:0'."));
    QVERIFY(jsonOf(cairnCli(plain + QStringList{"--json"}))["note"].toString().contains("cuda:0"));
    QVERIFY(jsonOf(cairnCli(plain + QStringList{"--json", "--map", "*=cuda:0"}))["note"].isNull());
}

void tst_Check::saysWhetherItFits()
{
    // Saved on two devices, of which the machine has one: it does not load as it is.
    const Outcome large = cairnCli({"check", kSample, "--machine", "1 x 24 GB"});
    QCOMPARE(large.code, 1);
    QVERIFY2(large.out.contains(", which fits in cuda:0 (24.0 GB free)."), large.out);
    const Outcome small = cairnCli({"check", kSample, "--machine", "1 x 40 kB"});
    QVERIFY2(small.out.contains(", which does not fit in cuda:0 (40.0 kB free)."), small.out);
}

/// Values that cannot be unpacked here are not damaged.
void tst_Check::packedIsNotDamaged()
{
    const QString packed = fixture("folders/torch214/dcp_zstd");
    const Outcome check = cairnCli({"check", packed});
    QCOMPARE(check.code, 1);
    QVERIFY2(check.out.contains("Whether it loads cannot be told") && !check.out.contains("damaged"), check.out);
    const Outcome stats = cairnCli({"stats", packed});
    QVERIFY2(stats.out.contains("Not all of it can be read") && !stats.out.contains("damaged"), stats.out);
    const QTemporaryDir folder;
    const Outcome copy = cairnCli({"convert", packed, "-o", folder.filePath("copy.pth")});
    QVERIFY2(copy.code != 0 && copy.err.contains("save it again without compression"), copy.err);
    const QString both = folder.filePath("both");
    QVERIFY(QDir().mkdir(both));
    QVERIFY(QFile::copy(packed + "/.metadata", both + "/.metadata")); // and the file with the pieces is not there
    const Outcome lost = cairnCli({"check", both});
    QVERIFY2(lost.code == 1 && lost.out.contains("does not load what is damaged"), lost.out);
}

void tst_Check::devices()
{
    const Outcome found = cairnCli({"devices"});
    QCOMPARE(found.code, 0);
    QVERIFY2(found.out.contains("cpu") && found.out.contains("meta") && found.out.contains("mps"), found.out);

    const Outcome asJson = cairnCli({"devices", "--json"});
    const QJsonObject machine = jsonOf(asJson);
    QCOMPARE(machine["format"].toString(), QString("cairn.machine"));
    QVERIFY(machine["cpu"]["total_bytes"].toDouble() > 0);
    QCOMPARE(machine["backends"][0]["backend"].toString(), QString("cuda"));
    // What it wrote stands for this machine elsewhere.
    const QTemporaryDir folder;
    const QString path = writtenFile(folder, "box.json", asJson.out);
    const Outcome there = cairnCli({"check", "--json", kSample, "--machine", path});
    const Outcome here = cairnCli({"check", "--json", kSample});
    QCOMPARE(there.code, here.code);
    QCOMPARE(jsonOf(there)["machine"].toString(), QString("the described machine"));
}

void tst_Check::startsWithoutDriver()
{
    // The driver is loaded when devices are asked for and never before: not even its name is among the libraries.
    const Outcome libraries = shell("ldd \"$1\"", {});
    QVERIFY2(!libraries.out.contains("libcuda") && !libraries.out.contains("libtorch"), libraries.out);
}

void tst_Check::saysThatThereIsNothingToCount()
{
    QTemporaryDir folder;
    const QString empty = writtenFile(folder, "empty.pkl", QByteArray("\x80\x02}.", 4));
    const Outcome none = cairnCli({"stats", empty});
    QCOMPARE(none.code, 0);
    QVERIFY2(none.out.startsWith("No tensor is in "), none.out);
    // A gate that looked at nothing does not open.
    const Outcome gate = cairnCli({"stats", empty, "--nan"});
    QVERIFY2(gate.code == 1 && gate.out.contains("There is no tensor to look at"), gate.out);
    QCOMPARE(cairnCli({"stats", empty, "--nan", "-q"}).code, 1);
    QCOMPARE(cairnCli({"stats", empty, "--nan", "--json"}).code, 1);
    QCOMPARE(cairnCli({"stats", empty, kSample, "--nan"}).code, 0);
    const Outcome wrong = cairnCli({"stats", empty, "fc.*"});
    QCOMPARE(wrong.code, 2);
    QVERIFY2(wrong.err.contains("no tensor is named \"fc.*\""), wrong.err);
    const Outcome mistyped = cairnCli({"stats", kSample, "modle.head*", "--json"});
    QCOMPARE(mistyped.code, 2);
    QVERIFY2(mistyped.err.contains("did you mean \"model.head\"?"), mistyped.err);
    QCOMPARE(jsonOf(mistyped)["error"].toObject()["code"].toString(), "usage.unmet-request");
}

void tst_Check::statsFindWhatIsNotFinite()
{
    const QTemporaryDir folder;
    const auto file = [&](const QString& name, float value) {
        const QByteArray header = R"({"fine":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},)"
                                  R"("odd":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})";
        QByteArray bytes = QByteArray::fromStdString(little(static_cast<std::uint64_t>(header.size()), 8)) + header;
        for (const float number : {1.5F, value}) {
            bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
        }
        return writtenFile(folder, name, bytes);
    };
    const QString finite = file("finite.safetensors", 2);
    const QString nan = file("nan.safetensors", std::numeric_limits<float>::quiet_NaN());
    const QString infinite = file("infinite.safetensors", -std::numeric_limits<float>::infinity());
    const Outcome fine = cairnCli({"stats", finite, "--nan"});
    QCOMPARE(fine.code, 0);
    QCOMPARE(fine.out, "No NaN and no infinite number in 2 tensors.\n");
    for (const QString& bad : {nan, infinite}) {
        QCOMPARE(cairnCli({"stats", bad}).code, 0);
        QCOMPARE(cairnCli({"stats", bad, "--nan", "fine"}).code, 0);
        const Outcome found = cairnCli({"stats", bad, "--nan"});
        QCOMPARE(found.code, 1);
        QVERIFY2(found.out.contains("\nodd ") && !found.out.contains("fine"), found.out);
    }
    const Outcome listed = cairnCli({"stats", finite, nan, finite, "--nan"});
    QCOMPARE(listed.code, 1);
    QCOMPARE(listed.out.count("finite.safetensors: no NaN and no infinite number in 2 tensors\n"), 2);
    QVERIFY2(listed.out.contains("nan.safetensors\n") && listed.out.contains("\nodd "), listed.out);
    QVERIFY2(listed.out.endsWith("\n\n1 of 3 files holds NaN or infinite numbers, or damage\n"), listed.out);
    const Outcome quiet = cairnCli({"stats", finite, nan, "--nan", "-q"});
    QCOMPARE(quiet.code, 1);
    QVERIFY2(quiet.out.contains("nan.safetensors\n") && !quiet.out.contains("finite.safetensors"), quiet.out);
    QVERIFY(cairnCli({"stats", finite, "--nan", "-q"}).out.isEmpty());
    QCOMPARE(cairnCli({"stats", finite, "-q"}).out, QByteArray());
    const Outcome several = cairnCli({"stats", finite, nan, "--nan", "--json"});
    QCOMPARE(several.code, 1);
    QCOMPARE(several.out.count('\n'), 2);
    const QByteArrayList lines = several.out.split('\n');
    QCOMPARE(QJsonDocument::fromJson(lines[0])["tensors"].toArray().size(), 0);
    QCOMPARE(QJsonDocument::fromJson(lines[0])["read"].toInt(), 2);
    QCOMPARE(QJsonDocument::fromJson(lines[1])["tensors"][0]["name"].toString(), "odd");
    const Outcome both = cairnCli({"stats", finite, nan});
    QCOMPARE(both.code, 0);
    QVERIFY2(both.out.contains("finite.safetensors\n") && both.out.contains("nan.safetensors\n"), both.out);
}

CAIRN_TEST(tst_Check, QCoreApplication);

} // namespace cairn::tst_check

#include "tst_check.moc"
