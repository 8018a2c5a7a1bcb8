#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/readers/open.h"
#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"
#include "tests/support/written_pickle.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <unistd.h>

namespace cairn::tst_convert_values {

using cairn::test::cairnCli;
using cairn::test::filesIn;
using cairn::test::fixture;
using cairn::test::jsonOf;
using cairn::test::kSample;
using cairn::test::kTensor;
using cairn::test::legacy;
using cairn::test::loadFromBytes;
using cairn::test::Outcome;
using cairn::test::plainPickle;
using cairn::test::text;
using cairn::test::writeFile;
using cairn::test::writtenFile;

/// `cairn-cli convert` with --keep, --drop, --rename, --cast, --compact and --to pth or legacy, as a user meets it.
class TestConvertValues : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void inPlaceSaysTheCommand();
    void init();
    void dropsOptimizersOfAnyName();
    void castsTiedNamesTogether();
    void tiesAgain_data();
    void tiesAgain();
    void tiesNothingElse();
    void tiesThoughNothingElseChanges();
    void slims();
    void castsAll();
    void asJson();
    void addsPrefixesInside_data();
    void addsPrefixesInside();
    void plansFirst();
    void countsOverflows();
    void toOldReadersAndBack();
    void fromATar();
    void warns();
    void tellsOfChangedRecords_data();
    void tellsOfChangedRecords();
    void refusesDamagedFolders_data();
    void refusesDamagedFolders();
    void cutPiecesLeaveTheRest();
    void keepsDamageVisible();
    void comparesItemsOfAStream();
    void takesThePlaceOfItsSource_data();
    void takesThePlaceOfItsSource();
    void refuses_data();
    void refuses();
    void keysOfSeveralKinds();

private:
    [[nodiscard]] QString at(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] QStringList files() const { return filesIn(m_folder->path()); }
    [[nodiscard]] Outcome convert(const QString& file, const QStringList& options) const
    {
        return cairnCli(QStringList{"convert", file, "-o", at("out.pth"), "--verify"} + options);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

/// What takes the place of its source has to be meant: the command that says so is there to be copied.
void TestConvertValues::inPlaceSaysTheCommand()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("a run.pth");
    QVERIFY(QFile::copy(kSample, file));
    const QStringList asked{"convert", file, "--in-place", "--drop", "optimizer*"};
    QCOMPARE(cairnCli(asked + QStringList{"--dry-run"}).code, 0);
    const Outcome refused = cairnCli(asked);
    QCOMPARE(refused.code, 2);
    QVERIFY(cairn::test::contentOf(file) == cairn::test::contentOf(kSample));
    const QString text = QString::fromUtf8(refused.err);
    const QString command = text.section('`', 1, 1);
    QVERIFY2(command.startsWith("cairn-cli convert ") && command.contains(" --in-place "), qPrintable(text));
    QCOMPARE(cairn::test::shell("\"$1\"" + command.mid(QString("cairn-cli").size()), {}).code, 0);
    QVERIFY(QFileInfo(file).size() < QFileInfo(kSample).size());
}

void TestConvertValues::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

/// A GAN has two optimizers, under names of its own.
void TestConvertValues::dropsOptimizersOfAnyName()
{
    const QString gan = at("gan.pth");
    QCOMPARE(cairnCli({"convert", kSample, "-o", gan, "--rename", "optimizer=g_opt", "--rename", "model=optic"}).code,
             0);
    const Outcome outcome = convert(gan, {"--drop-optimizer"});
    QVERIFY2(outcome.code == 0 && outcome.out.contains("left out \"g_opt\"\n"), outcome.out + outcome.err);
    const QByteArray named = cairnCli({"convert", gan, "-o", "-", "--drop", "g_opt"}).out;
    QVERIFY(!named.isEmpty() && named == cairn::test::contentOf(at("out.pth")));
    // It is a request, and one that finds nothing is not met; in place an earlier run may have met it.
    const QStringList again{"convert", at("out.pth"), "--drop-optimizer"};
    const Outcome unmet = cairnCli(again + QStringList{"-o", at("again.pth")});
    QVERIFY2(unmet.code != 0 && unmet.err.contains("--drop-optimizer found nothing that an optimizer keeps"),
             unmet.err);
    QCOMPARE(cairnCli(again + QStringList{"-o", at("again.pth"), "--lenient"}).code, 0);
    QCOMPARE(cairnCli(again + QStringList{"--in-place", "--force", "--lenient"}).code, 0);
}

void TestConvertValues::tiesAgain_data()
{
    QTest::addColumn<QStringList>("before"); // that makes a source of the fixture
    QTest::addColumn<QString>("copy");
    QTest::newRow("a file") << QStringList() << "out.pth";
    QTest::newRow("a folder") << QStringList{"--to", "dcp"} << "out.pth";
    QTest::newRow("the tensors of a folder") << QStringList{"--to", "dcp"} << "out.safetensors";
    QTest::newRow("the stream of old") << QStringList{"--to", "legacy"} << "out.pth";
    QTest::newRow("names of the copy") << QStringList{"--rename", "norm.=other."} << "out.pth";
}

/// Both are ones, each in a storage of its own, as a folder has what the model ties.
void TestConvertValues::tiesAgain()
{
    QFETCH(const QStringList, before);
    QFETCH(const QString, copy);
    const bool isRenamed = before.contains("--rename");
    const QString source = at("source");
    const QString prefix = isRenamed ? "other." : "norm.";
    QCOMPARE(cairnCli(QStringList{"convert", fixture("torch26/state_dict.pt"), "-o", source} +
                      (isRenamed          ? QStringList{"--to", "pth"}
                       : before.isEmpty() ? QStringList{"--to", "pth"}
                                          : before))
                 .code,
             0);
    const Outcome outcome = cairnCli(QStringList{"convert", source, "-o", at(copy), "--verify", "--tie",
                                                 prefix + "running_var=" + prefix + "weight"} +
                                     (isRenamed ? before : QStringList()));
    QVERIFY2(outcome.code == 0, outcome.err);
    QVERIFY2(outcome.out.contains("written once"), outcome.out);
    if (copy.endsWith(".safetensors")) {
        return;
    }
    const auto opened = checkpoint::openCheckpoint(at(copy).toStdString());
    QVERIFY(opened);
    QHash<QString, checkpoint::StorageId> storages;
    for (const checkpoint::Tensor& tensor : (*opened)->tensors()) {
        storages.insert(QString::fromStdString((*opened)->entryName(tensor.entry)), tensor.storage);
    }
    QVERIFY(storages.contains(prefix + "weight"));
    QCOMPARE(storages.value(prefix + "weight"), storages.value(prefix + "running_var"));
    QVERIFY(storages.value(prefix + "weight") != storages.value(prefix + "bias"));
}

void TestConvertValues::tiesNothingElse()
{
    const QString file = fixture("torch26/state_dict.pt");
    const Outcome different = convert(file, {"--tie", "norm.bias=norm.weight"});
    QVERIFY2(different.code == 2 && different.err.contains("Their storages do not hold the same values"),
             different.err);
    const Outcome missing = convert(file, {"--tie", "norm.weight=nothing"});
    QVERIFY2(missing.code == 2 && missing.err.contains("--tie norm.weight=nothing matched nothing"), missing.err);
    const Outcome escaped = convert(file, {"--tie", R"(a\=b\\=nothing)"});
    QVERIFY2(escaped.code == 2 && escaped.err.contains(R"(--tie a\=b\\=nothing matched nothing)"), escaped.err);
    const Outcome cast = convert(file, {"--tie", "norm.running_var=norm.weight", "--cast", "bf16:norm.weight"});
    QVERIFY2(cast.code == 2 && cast.err.contains("--cast makes different dtypes of them"), cast.err);
    QCOMPARE(convert(file, {"--tie", "norm.weight"}).code, 2);
    writeFile(at("two.devicemap.json"), R"({"format": "cairn.devicemap", "version": 1, "map": "rules", "rules": [
        {"from": "*", "path": "norm.weight", "to": "cuda:0"}, {"from": "*", "to": "cpu"}]})");
    const QStringList tie{"--tie", "norm.running_var=norm.weight"};
    const Outcome apart = convert(file, QStringList{"--map-file", at("two.devicemap.json")} + tie);
    QVERIFY2(apart.code == 2 && apart.err.contains("different devices"), apart.err);
    QCOMPARE(files(), QStringList{"two.devicemap.json"});

    const QByteArray inside = loadFromBytes(legacy("}", kTensor, "]" + text("0") + "a") + QByteArray(8, '\0'));
    const QByteArray nested = plainPickle("}(" + text("a") + inside + text("b") + inside + "u");
    writeFile(at("nested.pkl"), nested);
    const Outcome insideOthers = convert(at("nested.pkl"), {"--tie", "b=a"});
    QVERIFY2(insideOthers.code == 2 && insideOthers.err.contains("bytes that are a checkpoint of their own"),
             insideOthers.err);
}

/// A tie is a change by itself: nothing else has to be asked for.
void TestConvertValues::tiesThoughNothingElseChanges()
{
    const QString file = at("model.pth");
    QCOMPARE(cairnCli({"convert", fixture("torch26/state_dict.pt"), "-o", file}).code, 0);
    const auto before = QFileInfo(file).size();
    writeFile(at("tie.cairn-recipe.json"),
              R"({"format": "cairn.recipe", "version": 1, "tie": ["norm.running_var=norm.weight"]})");
    const Outcome copy = cairnCli({"convert", file, "--recipe", at("tie.cairn-recipe.json"), "-o", at("out.pth")});
    QVERIFY2(copy.code == 0 && copy.out.contains("written once"), copy.out + copy.err);
    const Outcome inPlace =
        cairnCli({"convert", file, "--in-place", "--force", "--tie", "norm.running_var=norm.weight"});
    QVERIFY2(inPlace.code == 0 && inPlace.out.contains("written once"), inPlace.out + inPlace.err);
    QVERIFY(QFileInfo(file).size() < before);
}

/// One tensor under two names has one dtype.
void TestConvertValues::castsTiedNamesTogether()
{
    const QString tied = fixture("torch26/module_tied.pt");
    for (const char* name : {"embed.weight", "head.weight"}) {
        const Outcome outcome = convert(tied, {"--cast", QString("bf16:") + name});
        QVERIFY2(outcome.code != 0 && outcome.err.contains("are one, and cannot get two dtypes"),
                 outcome.out + outcome.err);
    }
    QCOMPARE(convert(tied, {"--cast", "bf16:*.weight"}).code, 0);
}

void TestConvertValues::slims()
{
    const Outcome outcome = convert(kSample, {"--drop", "optimizer*", "--cast", "fp32=bf16:model.*"});
    QCOMPARE(outcome.code, 0);
    for (const char* line :
         {"  tags     cuda:0 (48)  ->  cpu (48)\n",
          "  left     cuda:0 (1): ordinary strings, not tags, in \"args.device\"\n", "  storages 48, 22.3 kB\n",
          "  left out \"optimizer\"\n", "  left out 135 storages that nothing needs any more, 89.2 kB\n",
          "verified: everything is as it was planned"}) {
        QVERIFY2(outcome.out.contains(line), outcome.out.constData());
    }
    QCOMPARE(files(), QStringList{"out.pth"});
    const QByteArray shown = cairnCli({"inspect", at("out.pth")}).out;
    QVERIFY2(shown.contains("bfloat16"), shown.constData());
}

/// Of every tensor of floating point, however the dtype is written.
void TestConvertValues::castsAll()
{
    const QTemporaryDir folder;
    const QString copy = folder.filePath("half.pth");
    const Outcome outcome = cairnCli({"convert", fixture("torch113/dtypes.pt"), "-o", copy, "--cast", "BF16"});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    const auto dtypesOf = [](const QString& file) {
        QHash<QString, QString> dtypes;
        const QJsonObject json = jsonOf(cairnCli({"inspect", "--json", file}));
        for (const QJsonValue& tensor : json["tensors"].toArray()) {
            dtypes[tensor["name"].toString()] = tensor["dtype"].toString();
        }
        return dtypes;
    };
    const auto before = dtypesOf(fixture("torch113/dtypes.pt"));
    const auto after = dtypesOf(copy);
    QVERIFY(before.size() > 5);
    QCOMPARE(after.size(), before.size());
    for (const auto& [name, dtype] : before.asKeyValueRange()) {
        QCOMPARE(after[name], dtype.startsWith("float") ? QString("bfloat16") : dtype);
    }
}

void TestConvertValues::asJson()
{
    const Outcome outcome = convert(kSample, {"--keep", "model.*", "--rename", "model.=", "--json"});
    QCOMPARE(outcome.code, 0);
    const QJsonObject report = jsonOf(outcome);
    QCOMPARE(report["left_out"].toArray(),
             QJsonArray({"optimizer", "scheduler", "epoch", "best_acc", "args", "history"}));
    QCOMPARE(report["storages"].toInt(), 48);
    QCOMPARE(report["storages_left_out"].toInt(), 135);
    QCOMPARE(report["tags_before"].toObject(), QJsonObject({{"cuda:0", 48}}));
    QCOMPARE(report["verified"].toBool(), true);
    QCOMPARE(report["bytes"].toInteger(), QFileInfo(at("out.pth")).size());
}

/// What stands before names inside of a dictionary does not become a part of the dictionary's own key.
void TestConvertValues::addsPrefixesInside_data()
{
    QTest::addColumn<QString>("rule");
    QTest::newRow("prefix") << "model.=model.net.";
    QTest::newRow("star") << "model.*=model.net.*";
}

void TestConvertValues::addsPrefixesInside()
{
    QFETCH(const QString, rule);
    const Outcome outcome = convert(kSample, {"--keep", "model", "--rename", rule});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    const QByteArray tree = cairnCli({"inspect", "--tree", at("out.pth")}).out;
    QVERIFY2(tree.contains(" model ") && tree.contains("net.head.weight") && !tree.contains("model.net"),
             tree.constData());
}

void TestConvertValues::plansFirst()
{
    const Outcome outcome = convert(kSample, {"--drop", "optimizer", "--dry-run"});
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.out.contains("  left out \"optimizer\"\n"), outcome.out.constData());
    QVERIFY2(outcome.out.contains("  size     "), outcome.out.constData());
    QVERIFY2(outcome.out.contains("and the disk has "), outcome.out.constData());
    QVERIFY(files().isEmpty());
    const QJsonObject report = jsonOf(convert(kSample, {"--to", "pth", "--dry-run", "--json"}));
    QVERIFY(report["bytes_planned"].toInteger() > 100'000);
    QVERIFY(report["bytes_free"].toInteger() > 0);
}

void TestConvertValues::countsOverflows()
{
    const Outcome outcome = convert(fixture("torch113/dtypes.pt"), {"--cast", "float64=float16", "--json"});
    QCOMPARE(outcome.code, 0);
    const QJsonObject overflows = jsonOf(outcome)["overflows"].toObject();
    QVERIFY2(!overflows.isEmpty(), outcome.out.constData());
    const QStringList planned{"--cast", "float64=float16", "--json", "--dry-run", "--force"};
    QCOMPARE(jsonOf(convert(fixture("torch113/dtypes.pt"), planned))["overflows"].toObject(), overflows);
    const Outcome tensors =
        cairnCli({"convert", fixture("torch113/dtypes.pt"), "-o", at("x.safetensors"), "--to", "safetensors", "--keep",
                  "float64", "--cast", "float64=float16", "--json", "--dry-run"});
    QCOMPARE(jsonOf(tensors)["overflows"].toObject(), overflows);
    const Outcome words = convert(fixture("torch113/dtypes.pt"), {"--cast", "float64=float16", "--force"});
    QVERIFY2(words.out.contains("too large for the new dtype"), words.out.constData());
}

void TestConvertValues::toOldReadersAndBack()
{
    QCOMPARE(convert(kSample, {"--to", "legacy"}).code, 0);
    QVERIFY(cairnCli({"inspect", at("out.pth")}).out.contains("torch legacy stream"));
    QCOMPARE(cairnCli({"convert", at("out.pth"), "-o", at("back.pth"), "--to", "pth", "--verify"}).code, 0);
    QVERIFY(cairnCli({"inspect", at("back.pth")}).out.contains("torch zip"));
}

void TestConvertValues::fromATar()
{
    const Outcome retagged = convert(fixture("byhand/tar_old.pt"), {});
    QCOMPARE(retagged.code, 0);
    QVERIFY2(cairnCli({"inspect", at("out.pth")}).out.contains("tar"), "the container stays");
    QCOMPARE(convert(fixture("byhand/tar_old.pt"), {"--to", "pth", "--force"}).code, 0);
    QVERIFY(cairnCli({"inspect", at("out.pth")}).out.contains("torch zip"));
}

void TestConvertValues::warns()
{
    const Outcome outcome = convert(kSample, {"--drop", "optimzer", "--map", "xpu:0=cpu", "--lenient"});
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.out.contains("  warning  --drop \"optimzer\" matched nothing; did you mean \"optimizer\"?\n"),
             outcome.out.constData());
    QVERIFY2(outcome.out.contains("  warning  nothing is saved on \"xpu:0\""), outcome.out.constData());
}

void TestConvertValues::tellsOfChangedRecords_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<bool>("isTold");
    QTest::addColumn<bool>("isRead"); // what is written does not keep its checksum
    QTest::newRow("tags") << QStringList{} << true << false;
    QTest::newRow("cast") << QStringList{"--cast", "float32=bfloat16"} << true << true;
    QTest::newRow("legacy") << QStringList{"--to", "legacy"} << true << true;
    QTest::newRow("safetensors") << QStringList{"--to", "safetensors"} << true << true; // which has none
    QTest::newRow("cast to safetensors") << QStringList{"--to", "safetensors", "--cast", "fp16"} << true << true;
    QTest::newRow("left out") << QStringList{"--drop", "conv.weight"} << false << false;
    QTest::newRow("left out, cast") << QStringList{"--drop", "conv.weight", "--cast", "fp16"} << false << false;
    QTest::newRow("others cast") << QStringList{"--cast", "fp16:*.bias"} << true << false;
}

void TestConvertValues::refusesDamagedFolders_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("content"); // of the file; empty: one byte of its numbers is another
    QTest::addColumn<QByteArray>("said");
    const QString rank = "model_world_size_2_rank_1.pt";
    QTest::newRow("a byte of a piece") << "dcp_two_ranks" << "__1_0.distcp" << QByteArray()
                                       << QByteArray("__1_0.distcp");
    QTest::newRow("a byte of a rank") << "ranks_verl" << rank << QByteArray() << rank.toUtf8();
    QTest::newRow("what one rank alone has")
        << "ranks_verl" << rank << cairn::test::contentOf(fixture("torch26/state_dict.pt"))
        << QByteArray("has it, and the first rank has not");
}

/// The same in a file of many.
void TestConvertValues::refusesDamagedFolders()
{
    QFETCH(const QString, folder);
    QFETCH(const QString, file);
    QFETCH(const QByteArray, content);
    QFETCH(const QByteArray, said);
    const QByteArray storage = folder == "ranks_verl" ? "2" : "0"; // of a tensor in parts
    std::filesystem::copy(fixture("folders/torch26/" + folder).toStdString(), at("in").toStdString());
    QByteArray bytes = cairn::test::contentOf(at("in/" + file));
    const qsizetype record =
        bytes.indexOf("/data/" + storage + "FB") + storage.size() + 8; // then the filler before the bytes
    const qsizetype data = record + qsizetype{2} + static_cast<unsigned char>(bytes[record]);
    bytes[data] = static_cast<char>(bytes[data] ^ 1);
    cairn::test::writeFile(at("in/" + file), content.isEmpty() ? bytes : content);
    for (const QStringList& options :
         {QStringList{"-o", at("out.pth")}, QStringList{"-o", at("out.safetensors"), "--drop-others"},
          QStringList{"-o", at("out"), "--to", "dcp"}}) {
        const Outcome refused = cairnCli(QStringList{"convert", at("in"), "--verify"} + options);
        QCOMPARE(refused.code, 3);
        QVERIFY2(refused.err.contains(said), refused.err.constData());
        QVERIFY(!QFile::exists(options[1]));
        const Outcome taken = cairnCli(QStringList{"convert", at("in"), "--lenient"} + options);
        QVERIFY2(taken.code == 0 || !content.isEmpty(), taken.err.constData());
    }
}

/// A file whose values are written anew in its place would look whole: the damage is nowhere to be seen any more.
void TestConvertValues::keepsDamageVisible()
{
    QByteArray bytes = cairn::test::contentOf(kSample);
    const qsizetype record = bytes.indexOf("/data/0FB") + 9;
    bytes[record + 2 + static_cast<unsigned char>(bytes[record])] ^= 1;
    cairn::test::writeFile(at("harmed.pth"), bytes);
    QCOMPARE(cairnCli({"verify", at("harmed.pth")}).code, 1);
    const QStringList cast{"convert", at("harmed.pth"), "--lenient", "--cast", "fp32=bf16"};
    const Outcome refused = cairnCli(cast + QStringList{"--in-place", "--force"});
    QVERIFY2(refused.code == 3 && refused.err.contains("write a copy with -o"), refused.err.constData());
    QCOMPARE(cairn::test::contentOf(at("harmed.pth")), bytes);
    QCOMPARE(cairnCli(cast + QStringList{"-o", at("taken.pth")}).code, 0);
}

/// What lies in the same file as a piece that was cut off is compared and copied all the same.
void TestConvertValues::cutPiecesLeaveTheRest()
{
    std::filesystem::copy(fixture("folders/torch26/dcp_two_ranks").toStdString(), at("in").toStdString());
    QFile file(at("in/__1_0.distcp"));
    QVERIFY(file.resize(file.size() - 300)); // its last item, "stage.1"
    const Outcome one = cairnCli({"get", at("in"), "uneven", "--out", at("x.npy")});
    QVERIFY2(one.code == 0, one.err.constData());
    const Outcome all = cairnCli({"convert", at("in"), "-o", at("all.pth"), "--verify"});
    QVERIFY2(all.code == 3 && all.err.contains("stage.1"), all.err.constData());
    const Outcome rest = cairnCli({"convert", at("in"), "-o", at("rest.pth"), "--verify", "--drop", "stage.1"});
    QVERIFY2(rest.code == 0 && rest.out.contains("verified"), rest.err.constData());
}

void TestConvertValues::comparesItemsOfAStream()
{
    QByteArray bytes = cairn::test::contentOf(fixture("folders/torch26/dcp_two_ranks/__1_0.distcp"));
    cairn::test::writeFile(at("in.distcp"), bytes);
    const QStringList arguments{"convert", at("in.distcp"), "-o", at("out.safetensors"), "--drop-others", "--verify"};
    QCOMPARE(cairnCli(arguments).code, 0);
    const qsizetype record = bytes.lastIndexOf("/data/0FB") + qsizetype{9};
    const qsizetype data = record + qsizetype{2} + static_cast<unsigned char>(bytes[record]);
    bytes[data] = static_cast<char>(bytes[data] ^ 1);
    cairn::test::writeFile(at("in.distcp"), bytes);
    const Outcome refused = cairnCli(arguments + QStringList{"--force"});
    QVERIFY2(refused.code == 3 && refused.err.contains("does not have the checksum"), refused.err.constData());
}

/// The numbers of a tensor changed after they were saved, which torch does not notice.
void TestConvertValues::tellsOfChangedRecords()
{
    QFETCH(QStringList, options);
    QFETCH(bool, isTold);
    QFETCH(bool, isRead);
    QByteArray bytes = cairn::test::contentOf(fixture("torch113/state_dict.pt"));
    const qsizetype record = bytes.indexOf("archive/data/0");
    const qsizetype extra = static_cast<unsigned char>(bytes[record - 2]);
    const qsizetype data = record + qsizetype{14} + extra;
    bytes[data] = static_cast<char>(bytes[data] ^ 1);
    cairn::test::writeFile(at("in.pth"), bytes);
    const QString name = at(options.contains("safetensors") ? "out.safetensors" : "out.pth");
    const QStringList arguments = QStringList{"convert", at("in.pth"), "-o", name} + options;
    const Outcome strict = cairnCli(arguments + QStringList{"--verify"});
    QCOMPARE(strict.code, isTold ? 3 : 0);
    QCOMPARE(strict.err.contains("the source is damaged: record archive/data/0 (conv.weight) does not have"), isTold);
    QCOMPARE(QFile::exists(name), !isTold);
    const Outcome plain = cairnCli(arguments + QStringList{"--force"});
    QCOMPARE(plain.code, isRead ? 3 : 0);
    QCOMPARE(plain.err.contains("record archive/data/0 (conv.weight) does not have"), isRead);
    QCOMPARE(plain.err.contains("leave what is damaged out with --drop, or take it as it is with --lenient"), isRead);
    const Outcome outcome = cairnCli(arguments + QStringList{"--verify", "--lenient", "--force"});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    const Outcome there = cairnCli(arguments + QStringList{"--existing", "update", "--verify"});
    QVERIFY2(there.code == (isTold ? 3 : 0), there.out + there.err);
    if (options.isEmpty()) {
        const QByteArray before = cairn::test::contentOf(at("in.pth"));
        const Outcome inPlace = cairnCli({"convert", at("in.pth"), "--in-place", "--map", "*=cuda:3", "--verify"});
        QVERIFY2(inPlace.code == 3 && inPlace.err.contains("the source is damaged"), inPlace.err);
        QCOMPARE(cairn::test::contentOf(at("in.pth")), before);
    }
    QVERIFY2(outcome.out.contains("  warning  record archive/data/0 (conv.weight) does not have the checksum") ==
                 isTold,
             outcome.out.constData());
}

void TestConvertValues::takesThePlaceOfItsSource_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("options");
    QTest::newRow("a training") << kSample << "run.pth" << QStringList{"--drop", "optimizer*"};
    QTest::newRow("safetensors") << fixture("torch214/safe_state_dict.safetensors") << "model.safetensors"
                                 << QStringList{"--cast", "fp16"};
}

/// The file afterwards is the copy that would have been made, and only if that was agreed to.
void TestConvertValues::takesThePlaceOfItsSource()
{
    QFETCH(const QString, file);
    QFETCH(const QString, name);
    QFETCH(const QStringList, options);
    const QString copy = at("copy-" + name);
    const Outcome made = cairnCli(QStringList{"convert", file, "-o", copy} + options);
    QVERIFY2(made.code == 0, made.err.constData());
    QVERIFY(QFile::copy(file, at(name)));
    QVERIFY(QFile::setPermissions(at(name), QFile::ReadOwner | QFile::WriteOwner));
    QCOMPARE(::link(qPrintable(at(name)), qPrintable(at("second-" + name))), 0);
    QVERIFY(QFile::link(name, at("link-" + name)));
    const QByteArray before = cairn::test::contentOf(at(name));
    const QStringList arguments = QStringList{"convert", at("link-" + name), "--in-place"} + options;

    for (const QStringList& more :
         {QStringList{}, QStringList{"--force", "--no-verify"}, QStringList{"--force", "--dry-run"}}) {
        const Outcome outcome = cairnCli(arguments + more);
        QCOMPARE(outcome.code, more.contains("--dry-run") ? 0 : 2);
        QCOMPARE(cairn::test::contentOf(at(name)), before);
    }
    const QJsonObject report = jsonOf(cairnCli(arguments + QStringList{"--force", "--json"}));
    QCOMPARE(report["bytes_before"].toInteger(), before.size());
    QCOMPARE(report["verified"].toBool(), true);
    QCOMPARE(cairn::test::contentOf(at(name)), cairn::test::contentOf(copy));
    QCOMPARE(cairn::test::contentOf(at("second-" + name)), before);
    QVERIFY(QFileInfo(at("link-" + name)).isSymLink());
    if (options.contains("--drop")) { // there is nothing more to drop
        const Outcome again = cairnCli(arguments + QStringList{"--force", "--lenient"});
        QVERIFY2(again.code == 0 && again.out.contains("  skipped: nothing had to change"), again.out.constData());
        QCOMPARE(cairn::test::contentOf(at(name)), cairn::test::contentOf(copy));
    }
    QCOMPARE(files().size(), 4);
}

void TestConvertValues::refuses_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, const QString& file, const QStringList& options, const char* message,
                        int code) { QTest::newRow(name) << file << options << QByteArray(message) << code; };
    row("TorchScript", fixture("torch113/script_plain.pt"), {"--to", "pth"}, "its tags can be changed", 3);
    row("safetensors", fixture("byhand/safe_every_dtype.safetensors"), {"--to", "legacy"}, "with --to pth", 3);
    row("nothing left", kSample, {"--keep", "nothing"}, "--keep \"nothing\" matched nothing", 2);
    row("an element of a list", fixture("torch113/adam.pt"), {"--drop", "optimizer.param_groups.0"}, "is a list", 2);
    row("too new for old readers", fixture("torch26/attributes.pt"), {"--to", "legacy"}, "before 1.6", 3);
    row("no dtype", kSample, {"--cast", "float32=bfloat61"}, "is no dtype", 2);
    row("in place", kSample, {"--in-place", "--drop", "optimizer"}, "has no use for another place", 2);
}

void TestConvertValues::refuses()
{
    QFETCH(QString, file);
    QFETCH(QStringList, options);
    QFETCH(QByteArray, message);
    QFETCH(int, code);
    const Outcome outcome = convert(file, options);
    QVERIFY2(outcome.err.contains(message), outcome.err.constData());
    QCOMPARE(outcome.code, code);
    QVERIFY(files().isEmpty());
}

/// A number is another key than its text, and both stay what they are.
void TestConvertValues::keysOfSeveralKinds()
{
    const QString file = writtenFile(*m_folder, "keys.pkl", "(dp0\nI1\nI10\nsS'1'\nI11\nsS'opt'\nI12\ns.");
    const auto kept = [&](const QStringList& options) {
        const QString copy = at("keys.pth");
        const Outcome outcome = cairnCli(QStringList{"convert", file, "-o", copy, "--force", "--verify"} + options);
        QByteArray keys = outcome.code == 0 ? QByteArray() : outcome.err;
        for (const QJsonValue value : jsonOf(cairnCli({"inspect", "--json", copy}))["values"].toArray()) {
            if (!value["value"].isNull()) { // no group
                keys += QJsonDocument(value["path"].toArray()).toJson(QJsonDocument::Compact) + '=' +
                        QByteArray::number(value["value"].toInt()) + ' ';
            }
        }
        return keys;
    };
    QCOMPARE(kept({"--drop", "opt"}), R"([1]=10 ["1"]=11 )");
    QCOMPARE(kept({"--keep", "1"}), R"([1]=10 ["1"]=11 )");
    QCOMPARE(kept({"--rename", "opt=z"}), R"([1]=10 ["1"]=11 ["z"]=12 )");
    const Outcome refused = cairnCli({"convert", file, "-o", at("none.pth"), "--rename", "1=z"});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains(R"("1" cannot be renamed. Its key is no text but 1)"), refused.err);
    QVERIFY2(refused.err.contains("Keep its name") && !refused.err.contains("what is in it"), refused.err); // a number
    QVERIFY(!QFile::exists(at("none.pth")));
}

CAIRN_TEST(TestConvertValues, QCoreApplication);

} // namespace cairn::tst_convert_values

#include "tst_convert_values.moc"
