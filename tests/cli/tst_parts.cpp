#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>

namespace cairn::tst_parts {

using namespace cairn::test;

/// What is said of a file that is only a part of a checkpoint: it loads, and gives no more than that part.
class TestParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void checkSaysWhereTheWholeIs_data();
    void checkSaysWhereTheWholeIs();
    void aShardIsNotTheModel();
    void comparesTheFilesOfRanks();
    void saysItOfPiecesAlone();
};

namespace {

/// The warning that check has for it.
QJsonObject warningOf(const QString& file)
{
    const QJsonObject document = jsonOf(cairnCli({"check", "--json", "--trusted", file, "--machine", "cpu"}));
    for (const QJsonValue& problem : document["problems"].toArray()) {
        if (problem["code"] == "file.part") {
            return problem.toObject();
        }
    }
    return {};
}

} // namespace

void TestParts::checkSaysWhereTheWholeIs_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("whole"); // empty: it is whole
    const QString deepSpeed = "folders/deepspeed/zero2/global_step2";
    const QString cut = "folders/torch214/hf_sharded";
    QTest::newRow("rank") << "folders/torch214/ranks_verl/model_world_size_2_rank_1.pt"
                          << "folders/torch214/ranks_verl";
    QTest::newRow("optimizer of a rank") << "folders/torch214/ranks_verl/optim_world_size_2_rank_1.pt"
                                         << "folders/torch214/ranks_verl/optim_world_size_2_rank_*.pt";
    QTest::newRow("DeepSpeed") << deepSpeed + "/zero_pp_rank_1_mp_rank_00_optim_states.pt" << deepSpeed;
    QTest::newRow("first piece") << cut + "/shard-00001-model-00001-of-00001.safetensors" << cut;
    QTest::newRow("last piece") << cut + "/shard-00002-model-00001-of-00001.safetensors" << cut;
    QTest::newRow("shard") << "byhand/sharded_safetensors/model-00002-of-00003.safetensors"
                           << "byhand/sharded_safetensors/model.safetensors.index.json";
    QTest::newRow("made of pieces") << "folders/torch214/hf_consolidated/model-00001-of-00001.safetensors" << "";
    QTest::newRow("whole") << "torch214/state_dict.pt" << "";
    QTest::newRow("folder") << cut << "";
}

void TestParts::checkSaysWhereTheWholeIs()
{
    QFETCH(QString, file);
    QFETCH(QString, whole);
    const QJsonObject warning = warningOf(fixture(file));
    QCOMPARE(warning.isEmpty(), whole.isEmpty());
    if (!whole.isEmpty()) {
        QCOMPARE(warning["severity"].toString(), "warning");
        QVERIFY(warning["cause"].toString().contains("nothing of the rest"));
        QVERIFY2(warning["advice"].toString().contains(fixture(whole)), qPrintable(warning["advice"].toString()));
    }
}

/// Whoever takes a shard for the model is told by whatever he does with it.
void TestParts::aShardIsNotTheModel()
{
    const QTemporaryDir folder;
    const QString shard = fixture("byhand/sharded_safetensors/model-00002-of-00003.safetensors");
    const QString index = fixture("byhand/sharded_safetensors/model.safetensors.index.json");
    const QByteArray words = "This is one of the 3 files of a checkpoint";
    const Outcome copied = cairnCli({"convert", shard, "-o", folder.filePath("copy.pth")});
    const QByteArray told = copied.out.simplified() + copied.err;
    QVERIFY2(copied.code == 0 && told.contains(words) && told.contains(index.toUtf8()), told);
    const Outcome verified = cairnCli({"verify", shard});
    QVERIFY2(verified.code == 0 && verified.out.contains(words), verified.out);
    QCOMPARE(jsonOf(cairnCli({"verify", "--json", shard}))["part_of"].toString(), index);
    QVERIFY(!jsonOf(cairnCli({"verify", "--json", index})).contains("part_of"));
    QVERIFY(cairnCli({"stats", shard}).err.contains(words));
    const Outcome whole = cairnCli({"convert", index, "-o", folder.filePath("whole.pth")});
    QVERIFY(whole.code == 0 && !(whole.out + whole.err).contains("This is one of"));
}

/// The piece of a tensor that a rank has is compared as what it is.
void TestParts::comparesTheFilesOfRanks()
{
    const QString ranks = "folders/torch214/ranks_verl/model_world_size_2_rank_%1.pt";
    const QString first = fixture(ranks.arg(0));
    QCOMPARE(cairnCli({"diff", "--same-weights", first, first}).code, 0);
    QCOMPARE(cairnCli({"diff", "--same-weights", first, fixture(ranks.arg(1))}).code, 1);
    const QString meta = fixture("torch214/meta.pt"); // which has no numbers that could be the same
    QCOMPARE(cairnCli({"diff", "--same-weights", meta, meta}).code, 1);
}

/// Where the other files are not at hand, the file itself tells.
void TestParts::saysItOfPiecesAlone()
{
    const QTemporaryDir folder;
    const QString rank = folder.filePath("mine.pt");
    const QString piece = folder.filePath("mine.safetensors");
    QVERIFY(QFile::copy(fixture("folders/torch214/ranks_verl/model_world_size_2_rank_1.pt"), rank));
    QVERIFY(QFile::copy(fixture("folders/torch214/hf_sharded/shard-00002-model-00001-of-00001.safetensors"), piece));
    for (const QString& file : {rank, piece}) {
        QVERIFY2(warningOf(file)["what"].toString().contains("pieces of larger ones"), qPrintable(file));
    }
    const Outcome copied = cairnCli({"convert", piece, "-o", folder.filePath("copy.pth")});
    QCOMPARE(copied.code, 0);
    QVERIFY2((copied.out + copied.err).contains("pieces of larger ones"), copied.out.constData());
}

CAIRN_TEST(TestParts, QCoreApplication);

} // namespace cairn::tst_parts

#include "tst_parts.moc"
