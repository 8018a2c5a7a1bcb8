#include "core/checkpoint/folders/whole_of.h"
#include "core/checkpoint/pieces/assembly.h"
#include "core/checkpoint/pieces/boxes_source.h"
#include "core/checkpoint/plain_load.h"
#include "core/checkpoint/readers/open.h"
#include "core/checkpoint/trust.h"
#include "core/convert/common/changed_records.h"
#include "core/convert/rewrite/rewrite.h"
#include "core/devices/python/python_snippet.h"
#include "tests/support/files.h"
#include "tests/support/folder_facts.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <filesystem>
#include <numeric>

namespace cairn::tst_folders {

using namespace cairn::checkpoint;
using cairn::test::codesOf;
using cairn::test::expectedLines;
using cairn::test::expectedOf;
using cairn::test::fixture;
using cairn::test::HarmedFolder;
using cairn::test::tensorLines;
using cairn::test::text;

class TestFolders : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasWhatTorchFinds_data();
    void hasWhatTorchFinds();
    void becomesOneFile_data() { hasWhatTorchFinds_data(); }
    void becomesOneFile();
    void findsChangedBytes_data() { hasWhatTorchFinds_data(); }
    void findsChangedBytes();
    void opensByItsMetadata();
    void tellsWhatIsMissing();
    void tellsWhatWasCut();
    void readsWhatIsLeft();
    void namesSteps();
    void opensTheFilesOfAModel();
    void namesTheFilesOfOtherFolders();
    void refusesWhatWasNotFinished();
    void tellsWhichRankIsMissing();
    void namesPartialSums();
    void saysThePython();
    void judgesWhatIsNoTensor();
    void judgesWhatLiesBeside_data();
    void judgesWhatLiesBeside();
    void judgesWhatEachRankLoads();
    void copiesNoValueThatIsNotThere();
    void refusesMetadataOfTwoReadings();
    void trustsNoMetadataItDoesNotUnderstand_data();
    void trustsNoMetadataItDoesNotUnderstand();
    void tellsOfRanksWithoutParts();
    void takesNoWayOfAnotherName();
    void opensNothingOutside();
    void knowsTheWholeOfAPart_data();
    void knowsTheWholeOfAPart();
};

void TestFolders::hasWhatTorchFinds_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QJsonArray>("tensors");
    // Quantised tensors have no plain elements, nor has a partial sum; a packed one is named as such.
    const QStringList others = {"dcp_quantized",   "dcp_zstd",      "dcp_unfinished",
                                "accelerate_fsdp", "ranks_partial", "titan_steps",
                                "hf_consolidated", "hf_two_files"}; // and these two are sets with a list
    for (const QString& version : {QStringLiteral("torch26"), QStringLiteral("torch214"), QStringLiteral("torch215")}) {
        const QJsonObject expected = expectedOf(version);
        for (auto folder = expected.begin(); folder != expected.end(); ++folder) {
            if (!others.contains(folder.key())) {
                QTest::newRow(qPrintable(version + " " + folder.key()))
                    << fixture("folders/" + version + "/" + folder.key())
                    << folder.value().toObject()["tensors"].toArray();
            }
        }
    }
}

void TestFolders::hasWhatTorchFinds()
{
    QFETCH(QString, folder);
    QFETCH(QJsonArray, tensors);
    const auto checkpoint = test::openedCheckpoint(folder);
    QVERIFY(checkpoint);
    QCOMPARE(tensorLines(*checkpoint), expectedLines(tensors));
    QCOMPARE(codesOf(*checkpoint).filter(QRegularExpression("^(?!globals\\.)")), QStringList());
    const QString name = QFileInfo(folder).fileName();
    QCOMPARE(checkpoint->format(), name.startsWith("ranks_") ? Format::RankFiles
                                   : name.startsWith("hf_")  ? Format::CutSafetensors
                                                             : Format::Folder);
    // Loading a ShardedTensor talks to the other processes.
    const bool isSharded = folder.endsWith("ranks_fsdp1");
    QCOMPARE(trustOf(*checkpoint).trust, isSharded ? Trust::RunsCode : Trust::DataOnly);
}

/// What is written is opened as any file of torch.save is.
void TestFolders::becomesOneFile()
{
    QFETCH(QString, folder);
    QFETCH(QJsonArray, tensors);
    const auto checkpoint = test::openedCheckpoint(folder);
    QVERIFY(checkpoint);
    const QTemporaryDir to;
    const auto copy = test::asOneFile(*checkpoint, to.filePath("one.pth").toStdString());
    QVERIFY(copy);
    QCOMPARE(copy->format(), Format::TorchZip);
    QCOMPARE(tensorLines(*copy), expectedLines(tensors));
}

/// A byte of each tensor is changed, in the last of its pieces: what a copy compares with the checksums that were saved
/// says so of that tensor. Files of safetensors have no checksums.
void TestFolders::findsChangedBytes()
{
    QFETCH(QString, folder);
    const HarmedFolder harmed(folder.mid(fixture("folders/").size()));
    const auto checkpoint = test::openedCheckpoint(QString::fromStdString(harmed.path()));
    QVERIFY(checkpoint);
    std::vector<StorageId> all(checkpoint->storages().size());
    std::iota(all.begin(), all.end(), StorageId{0});
    const auto intact = convert::findChangedRecords(*checkpoint, *checkpoint, all, nullptr);
    QVERIFY2(intact && intact->empty(), intact ? "something is changed" : intact.error().paragraph().c_str());
    int looked = 0;
    for (StorageId id = 0; id < all.size(); ++id) {
        const Storage& storage = checkpoint->storages()[id];
        const auto* pieces = storage.source == kNoId
                                 ? nullptr
                                 : dynamic_cast<const BoxesSource*>(checkpoint->sources()[storage.source].bytes.get());
        if (pieces == nullptr || storage.bytes == 0) {
            continue;
        }
        const auto tensors = pieces->boxes().tensors();
        const auto tensor = std::ranges::find_if(
            tensors, [&](const Boxes::Tensor& one) { return one.begin == storage.offset && one.bytes != 0; });
        QVERIFY(tensor != tensors.end());
        const Boxes& boxes = pieces->boxes();
        std::uint32_t last = tensor->firstPiece + tensor->pieces - 1;
        while (std::ranges::count(boxes.size(*tensor, boxes.pieces()[last]), 0) != 0) { // of a rank that got nothing
            --last;
        }
        const Boxes::Piece& piece = boxes.pieces()[last];
        const auto place = pieces->place(*tensor, last);
        QVERIFY(place);
        QFile file(QString::fromStdString(pieces->files().files()[piece.file].path));
        QVERIFY(file.open(QFile::ReadWrite));
        file.seek(piece.form == Boxes::Form::Stored ? static_cast<qint64>(piece.offset) : 0);
        const bool isZip = file.read(2) == "PK";
        char byte = 0;
        const auto flip = [&] {
            file.seek(static_cast<qint64>(place->offset));
            file.getChar(&byte);
            file.seek(static_cast<qint64>(place->offset));
            file.putChar(static_cast<char>(byte ^ 1));
            file.flush();
        };
        flip();
        const auto changed = convert::findChangedRecords(*checkpoint, *checkpoint, {id}, nullptr);
        QVERIFY(changed);
        QCOMPARE(changed->size(), isZip ? 1U : 0U);
        flip();
        ++looked;
    }
    QVERIFY(looked != 0);
}

void TestFolders::opensByItsMetadata()
{
    const auto folder = test::openedFixture("folders/torch26/dcp_two_ranks");
    const auto file = test::openedFixture("folders/torch26/dcp_two_ranks/.metadata");
    QVERIFY(folder && file);
    QCOMPARE(tensorLines(*file), tensorLines(*folder));
}

void TestFolders::tellsWhatIsMissing()
{
    const HarmedFolder folder("torch26/dcp_two_ranks");
    std::filesystem::remove(folder.file("__1_0.distcp"));
    const auto checkpoint = openCheckpoint(folder.path());
    QVERIFY(checkpoint);
    QVERIFY(codesOf(**checkpoint).contains("shards.missing"));
    for (EntryId id = 1; id < (*checkpoint)->entries().size(); ++id) { // which was 9, and not None
        const Entry& entry = (*checkpoint)->entries()[id];
        if ((*checkpoint)->entryName(id) == "step") {
            QCOMPARE((*checkpoint)->typeName(entry), std::string_view("unknown"));
            QCOMPARE((*checkpoint)->valueText(entry), std::string_view("missing"));
        }
    }
    const auto cpu = devices::MapLocation::everythingTo("cpu");
    const auto plan = convert::planRewrite(**checkpoint, {}, cpu, nullptr);
    QVERIFY(!plan);
    QVERIFY2(plan.error().why.text().contains("__1_0.distcp"), plan.error().paragraph().c_str());
    QCOMPARE(trustOf(**checkpoint).trust, Trust::DataOnly); // torch has nothing to run there either
}

void TestFolders::tellsWhatWasCut()
{
    const HarmedFolder folder("torch26/dcp_two_ranks");
    const std::string file = folder.file("__0_0.distcp");
    std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
    const auto checkpoint = openCheckpoint(folder.path());
    QVERIFY(checkpoint);
    QVERIFY(codesOf(**checkpoint).contains("shards.broken"));
}

/// The tensors that do not lie in a lost file.
void TestFolders::readsWhatIsLeft()
{
    const HarmedFolder folder("torch26/dcp_two_ranks");
    std::filesystem::remove(folder.file("__0_0.distcp"));
    const auto checkpoint = openCheckpoint(folder.path());
    QVERIFY(checkpoint);
    const QStringList before = tensorLines(*test::openedFixture("folders/torch26/dcp_two_ranks"));
    const QStringList after = tensorLines(**checkpoint);
    QCOMPARE(after.size(), before.size());
    const auto lines = [](const QStringList& all, const QString& name) { return all.filter(name + " "); };
    for (const char* whole : {"plain", "replicated", "scalar", "stage.1"}) {
        QCOMPARE(lines(after, whole), lines(before, whole));
    }
    for (const char* lost : {"uneven", "columns", "stage.0", "transposed"}) {
        QVERIFY(lines(after, lost) != lines(before, lost));
    }
}

void TestFolders::namesSteps()
{
    const auto several = openCheckpoint(fixture("folders/torch26/titan_steps").toStdString());
    QVERIFY(!several);
    const std::string& what = several.error().what.text();
    QVERIFY2(what.contains("\"step-5\", \"step-10\", \"step-20\""), what.c_str());
    QVERIFY(test::openedFixture("folders/torch26/titan_steps/step-10"));
}

/// As the Hub has them: a list of shards, or one file, beside a configuration and a tokenizer.
void TestFolders::opensTheFilesOfAModel()
{
    const auto whole = test::openedFixture("byhand/sharded_safetensors");
    QVERIFY(whole);
    QVERIFY(whole->path().ends_with("/model.safetensors.index.json"));
    QVERIFY(test::openedFixture("byhand/sharded_one_missing")); // and what is missing is an issue
    const QByteArray pickle = test::contentOf(fixture("torch214/state_dict.pt"));
    const QByteArray safe = test::contentOf(fixture("byhand/sharded_safetensors/model-00001-of-00003.safetensors"));
    const QTemporaryDir folder;
    const auto openedAs = [&folder] {
        const auto checkpoint = test::openedCheckpoint(folder.path());
        return checkpoint ? QFileInfo(QString::fromStdString(checkpoint->path())).fileName() : QString();
    };
    test::writeFile(folder.filePath("config.json"), "{}");
    test::writeFile(folder.filePath("training_args.bin"), pickle);
    QCOMPARE(openedAs(), QString());
    test::writeFile(folder.filePath("pytorch_model.bin"), pickle);
    QCOMPARE(openedAs(), QString("pytorch_model.bin"));
    test::writeFile(folder.filePath("adapter.safetensors"), safe);
    QCOMPARE(openedAs(), QString("adapter.safetensors"));
    test::writeFile(folder.filePath("model.safetensors"), safe);
    QCOMPARE(openedAs(), QString("model.safetensors"));
    for (const char* name : {"optimizer.pt", "rng_state_0.pth"}) { // of the training, and no models
        test::writeFile(folder.filePath(name), pickle);
        QCOMPARE(openedAs(), QString("model.safetensors"));
    }
    test::writeFile(folder.filePath("last.ckpt"), pickle); // which of them was meant?
    QCOMPARE(openedAs(), QString());
}

void TestFolders::namesTheFilesOfOtherFolders()
{
    const QTemporaryDir folder;
    for (const char* name : {"first.pth", "second.pth"}) {
        test::writeFile(folder.filePath(name), test::contentOf(fixture("torch214/state_dict.pt")));
    }
    const auto several = openCheckpoint(folder.path().toStdString());
    QVERIFY(!several);
    QCOMPARE(several.error().why.text(), std::string("It holds \"first.pth\" and \"second.pth\""));
    QVERIFY(QFile::remove(folder.filePath("second.pth")));
    QVERIFY(test::openedCheckpoint(folder.path()));
}

void TestFolders::knowsTheWholeOfAPart_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("whole"); // empty: it is whole itself, or the whole does not open
    const QString deepSpeed = "folders/deepspeed/zero2/global_step2";
    QTest::newRow("piece of DCP") << "folders/torch26/dcp_two_ranks/__1_0.distcp" << "folders/torch26/dcp_two_ranks";
    QTest::newRow("metadata") << "folders/torch26/dcp_two_ranks/.metadata" << "";
    QTest::newRow("not finished") << "folders/torch26/dcp_unfinished/__0_0.distcp" << "";
    QTest::newRow("rank") << "folders/torch26/ranks_verl/model_world_size_2_rank_1.pt" << "folders/torch26/ranks_verl";
    QTest::newRow("optimizer of a rank") << "folders/torch26/ranks_verl/optim_world_size_2_rank_1.pt"
                                         << "folders/torch26/ranks_verl/optim_world_size_2_rank_*.pt";
    QTest::newRow("DeepSpeed, optimizer") << deepSpeed + "/zero_pp_rank_1_mp_rank_00_optim_states.pt" << deepSpeed;
    QTest::newRow("DeepSpeed, model") << deepSpeed + "/mp_rank_00_model_states.pt" << deepSpeed;
    QTest::newRow("shard") << "byhand/sharded_safetensors/model-00002-of-00003.safetensors"
                           << "byhand/sharded_safetensors/model.safetensors.index.json";
    QTest::newRow("index") << "byhand/sharded_safetensors/model.safetensors.index.json" << "";
    const QString cut = "folders/torch214/hf_sharded";
    QTest::newRow("safetensors in pieces") << cut + "/shard-00001-model-00001-of-00001.safetensors" << cut;
    QTest::newRow("made of pieces") << "folders/torch214/hf_consolidated/model-00001-of-00001.safetensors" << "";
    QTest::newRow("none") << "torch113/adam.pt" << "";
    QTest::newRow("folder") << "folders/torch26/dcp_two_ranks" << "";
}

void TestFolders::knowsTheWholeOfAPart()
{
    QFETCH(QString, file);
    QFETCH(QString, whole);
    QVERIFY(QFileInfo::exists(fixture(file)));
    const auto found = wholeOf(fixture(file).toStdString());
    QCOMPARE(found ? QString::fromStdString(found->path) : QString(), whole.isEmpty() ? QString() : fixture(whole));
    QVERIFY(!found || openCheckpoint(found->path));
}

void TestFolders::refusesWhatWasNotFinished()
{
    const auto opened = openCheckpoint(fixture("folders/torch26/dcp_unfinished").toStdString());
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, ErrorCode::NotACheckpoint);
    QVERIFY2(opened.error().what.text().contains("never finished"), opened.error().what.text().c_str());

    const HarmedFolder folder("torch26/dcp_two_ranks");
    std::filesystem::remove(folder.file(".metadata"));
    const auto lost = openCheckpoint(folder.path());
    QVERIFY(!lost);
    QVERIFY2(lost.error().paragraph().contains("its .metadata is lost"), lost.error().paragraph().c_str());
    QVERIFY2(lost.error().paragraph().contains("__0_0.distcp`"), lost.error().paragraph().c_str());
}

void TestFolders::tellsWhichRankIsMissing()
{
    const HarmedFolder folder("torch26/ranks_verl");
    std::filesystem::remove(folder.file("model_world_size_2_rank_1.pt"));
    const auto checkpoint = openCheckpoint(folder.path());
    QVERIFY(checkpoint);
    QVERIFY(codesOf(**checkpoint).contains("shards.missing"));
    QVERIFY(codesOf(**checkpoint).contains("pieces.gap"));
    QCOMPARE((*checkpoint)->issues().front().path, "rank 1");
    // Buffers are whole on each rank.
    const QStringList before = tensorLines(*test::openedFixture("folders/torch26/ranks_verl")).filter("scale ");
    QCOMPARE(before.size(), 1);
    QCOMPARE(tensorLines(**checkpoint).filter("scale "), before);
}

/// dcp.load reads what torch.distributed.checkpoint wrote. Nothing of torch reads files of ranks together.
void TestFolders::saysThePython()
{
    const auto python = [](const char* folder) {
        const auto checkpoint = test::openedFixture(folder);
        return checkpoint ? text(devices::pythonSnippet(*checkpoint, devices::MapLocation())) : QString();
    };
    QVERIFY(python("folders/torch26/dcp_two_ranks").contains("dcp.load("));
    QVERIFY(python("folders/torch26/dcp_optimizer").contains("{\"app\": {\"model\": model.state_dict()}}"));
    // A single process would get what the first rank wrote, and no error.
    QVERIFY(python("folders/torch214/dcp_per_rank").contains("cairn-cli convert "));
    QVERIFY(plainLoadRefusal(*test::openedFixture("folders/torch214/dcp_per_rank")));
    const QString ranks = python("folders/torch26/ranks_verl");
    QVERIFY2(!ranks.contains("dcp.load(") && ranks.contains("cairn-cli convert "), qPrintable(ranks));
    QVERIFY(!plainLoadRefusal(*test::openedFixture("folders/torch26/dcp_two_ranks")));
    QVERIFY(plainLoadRefusal(*test::openedFixture("folders/torch26/ranks_verl")));
}

/// torch unpickles a piece before it sees that it is no tensor.
void TestFolders::judgesWhatIsNoTensor()
{
    const HarmedFolder folder("torch26/dcp_two_ranks");
    QFile file(QString::fromStdString(folder.file("__1_0.distcp")));
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner) && file.open(QIODevice::ReadWrite));
    file.write("cos\nsystem\n(S'true'\ntR.");
    file.close();
    const auto checkpoint = openCheckpoint(folder.path());
    QVERIFY(checkpoint);
    QCOMPARE(trustOf(**checkpoint).trust, Trust::Dangerous);
}

void TestFolders::judgesWhatLiesBeside_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("name");
    QTest::newRow("Lightning") << "torch26/lightning_fsdp" << "meta.pt";
    QTest::newRow("DCP") << "torch26/dcp_two_ranks" << "extra.pkl";
    QTest::newRow("FSDP") << "torch26/ranks_verl" << "optim_world_size_2_rank_0.pt";
    QTest::newRow("a partition beside what was made of all") << "deepspeed/universal/universal"
                                                             << "bf16_zero_pp_rank_0_mp_rank_00_optim_states.pt";
    QTest::newRow("deeper than its files lie") << "deepspeed/universal" << "universal/zero/head.weight/more/x.pt";
    QTest::newRow("beside the name of the latest") << "deepspeed/universal" << "extra.pt";
}

/// Whoever loads the whole loads these too.
void TestFolders::judgesWhatLiesBeside()
{
    QFETCH(QString, folder);
    QFETCH(QString, name);
    const HarmedFolder harmed(folder);
    const QString file = QString::fromStdString(harmed.file(qPrintable(name)));
    QFile::remove(file);
    QVERIFY(QDir().mkpath(QFileInfo(file).path()));
    test::writeFile(file, test::contentOf(test::hostile("01_reduce_os_system.pt")));
    const auto checkpoint = openCheckpoint(harmed.path());
    QVERIFY(checkpoint);
    QCOMPARE(trustOf(**checkpoint).trust, Trust::Dangerous);
    QVERIFY(tensorLines(**checkpoint).size() > 0);
}

/// Pickles of torch.distributed.checkpoint, as it writes them, but with any values.
struct MetadataText {
    static QByteArray global(const QByteArray& module, const QByteArray& name)
    {
        return "ctorch.distributed.checkpoint." + module + '\n' + name + '\n';
    }
    static QByteArray bytesOf(qsizetype value)
    {
        QByteArray bytes;
        for (int shift = 0; shift < 32; shift += 8) {
            bytes += static_cast<char>(value >> shift);
        }
        return bytes;
    }
    static QByteArray word(const QByteArray& value) { return 'X' + bytesOf(value.size()) + value; }
    static QByteArray number(qsizetype value) { return 'J' + bytesOf(value); }
    static QByteArray dict(const QByteArray& items) { return "}(" + items + 'u'; }
    static QByteArray object(const QByteArray& type, const QByteArray& items)
    {
        return type + ")\x81" + dict(items) + 'b';
    }
    static QByteArray bytes() { return global("metadata", "BytesStorageMetadata") + ")\x81"; }
    /// A value "x" that is all of a file.
    static QByteArray place(const QByteArray& file, qsizetype size)
    {
        return object(global("metadata", "MetadataIndex"),
                      word("fqn") + word("x") + word("offset") + 'N' + word("index") + 'N') +
               object(global("filesystem", "_StorageInfo"),
                      word("relative_path") + word(file) + word("offset") + number(0) + word("length") + number(size));
    }
    static QByteArray whole(const QByteArray& state, const QByteArray& places, const QByteArray& ways = "N")
    {
        return "\x80\x02" +
               object(global("metadata", "Metadata"), word("state_dict_metadata") + state + word("planner_data") +
                                                          ways + word("storage_data") + dict(places)) +
               '.';
    }
};

/// A value of the same name is another one on each rank, and each rank unpickles its own.
void TestFolders::judgesWhatEachRankLoads()
{
    const QByteArray good = test::contentOf(fixture("torch26/adam.pt"));
    const QByteArray harmful = test::contentOf(test::hostile("01_reduce_os_system.pt"));
    for (const bool isHarmful : {false, true}) {
        const QTemporaryDir folder;
        const QByteArray& second = isHarmful ? harmful : good;
        const QByteArray state = MetadataText::dict(MetadataText::word("x") + MetadataText::bytes());
        test::writeFile(folder.filePath("__0.metadata"),
                        MetadataText::whole(state, MetadataText::place("__0_0.distcp", good.size())));
        test::writeFile(folder.filePath("__1.metadata"),
                        MetadataText::whole(state, MetadataText::place("__1_0.distcp", second.size())));
        test::writeFile(folder.filePath("__0_0.distcp"), good);
        test::writeFile(folder.filePath("__1_0.distcp"), second);
        const auto checkpoint = openCheckpoint(folder.path().toStdString());
        QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().paragraph().c_str());
        QCOMPARE(trustOf(**checkpoint).trust, isHarmful ? Trust::Dangerous : Trust::DataOnly);
    }
}

/// None would be in its place, as if it had been saved.
void TestFolders::copiesNoValueThatIsNotThere()
{
    const QByteArray value = test::contentOf(fixture("torch26/adam.pt"));
    const QTemporaryDir folder;
    const QByteArray state = MetadataText::dict(MetadataText::word("x") + MetadataText::bytes());
    test::writeFile(folder.filePath(".metadata"),
                    MetadataText::whole(state, MetadataText::place("__0_0.distcp", value.size() + 1)));
    test::writeFile(folder.filePath("__0_0.distcp"), value);
    const auto checkpoint = openCheckpoint(folder.path().toStdString());
    QVERIFY(checkpoint);
    const auto plan = convert::planRewrite(**checkpoint, {}, devices::MapLocation::everythingTo("cpu"), nullptr);
    QVERIFY(!plan);
    QCOMPARE(QString::fromStdString(plan.error().what.text()), QStringLiteral("one of its values cannot be read"));
}

/// torch goes on with that of the ranks where it cannot read that of the whole.
void TestFolders::refusesMetadataOfTwoReadings()
{
    const HarmedFolder folder("torch26/dcp_two_ranks");
    const QString metadata = QString::fromStdString(folder.file(".metadata"));
    QVERIFY(QFile::copy(metadata, QString::fromStdString(folder.file("__0.metadata"))));
    const auto checkpoint = openCheckpoint(folder.path());
    QVERIFY(checkpoint);
    QCOMPARE(trustOf(**checkpoint).trust, Trust::Dangerous);
}

void TestFolders::trustsNoMetadataItDoesNotUnderstand_data()
{
    QTest::addColumn<QByteArray>("state");
    const QByteArray x = MetadataText::word("x");
    QTest::newRow("a name twice, of which Python keeps the last")
        << MetadataText::dict(x + MetadataText::object(MetadataText::global("metadata", "TensorStorageMetadata"), {}) +
                              x + MetadataText::bytes());
    QTest::newRow("given as pairs") << "ccollections\nOrderedDict\n](" + x + MetadataText::bytes() +
                                           "\x86"
                                           "e\x85R";
    QTest::newRow("none") << QByteArray("N");
}

void TestFolders::trustsNoMetadataItDoesNotUnderstand()
{
    QFETCH(QByteArray, state);
    const QByteArray harmful = test::contentOf(test::hostile("01_reduce_os_system.pt"));
    const QTemporaryDir folder;
    test::writeFile(folder.filePath(".metadata"),
                    MetadataText::whole(state, MetadataText::place("__0_0.distcp", harmful.size())));
    test::writeFile(folder.filePath("__0_0.distcp"), harmful);
    const auto checkpoint = openCheckpoint(folder.path().toStdString());
    QVERIFY(checkpoint);
    QCOMPARE(trustOf(**checkpoint).trust, Trust::Dangerous);
}

/// Each rank has its own values then: those of the first are shown, and that is said.
void TestFolders::tellsOfRanksWithoutParts()
{
    const QTemporaryDir folder;
    const QByteArray content = test::contentOf(fixture("torch26/state_dict.pt"));
    for (const char* const name : {"model_world_size_2_rank_0.pt", "model_world_size_2_rank_1.pt"}) {
        test::writeFile(folder.filePath(name), content);
    }
    const auto checkpoint = openCheckpoint(folder.path().toStdString());
    QVERIFY(checkpoint);
    QCOMPARE((*checkpoint)->format(), Format::RankFiles);
    QVERIFY(codesOf(**checkpoint).contains("shards.tensor"));
}

/// torch reads the value of the name that the way makes; a folder with another name was changed by hand.
void TestFolders::takesNoWayOfAnotherName()
{
    const QByteArray state = MetadataText::dict(MetadataText::word("x") + MetadataText::bytes());
    const QByteArray value = test::contentOf(fixture("torch26/adam.pt"));
    const auto isDamaged = [&](const QByteArray& way) {
        const QTemporaryDir folder;
        test::writeFile(folder.filePath(".metadata"),
                        MetadataText::whole(state, MetadataText::place("__0_0.distcp", value.size()),
                                            MetadataText::dict(MetadataText::word("x") + way)));
        test::writeFile(folder.filePath("__0_0.distcp"), value);
        const auto checkpoint = openCheckpoint(folder.path().toStdString());
        return checkpoint && codesOf(**checkpoint).contains("pieces.broken") &&
               trustOf(**checkpoint).trust == Trust::Dangerous;
    };
    QVERIFY(!isDamaged(MetadataText::word("x") + "\x85"));
    QVERIFY(isDamaged(MetadataText::word("y") + "\x85"));
    QVERIFY(isDamaged(MetadataText::word("x") + MetadataText::word("y") + "\x86"));
    QVERIFY(isDamaged(MetadataText::word("x") + "J\xff\xff\xff\xff\x86"));
    QVERIFY(isDamaged("](" + MetadataText::word("x") + 'e'));
    QVERIFY(isDamaged(")"));
}

void TestFolders::opensNothingOutside()
{
    const HarmedFolder folder("torch26/dcp_two_ranks");
    QFile file(QString::fromStdString(folder.file(".metadata")));
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner) && file.open(QIODevice::ReadWrite));
    const QByteArray metadata = file.readAll();
    QVERIFY(metadata.contains("__1_0.distcp"));
    file.seek(0);
    file.write(QByteArray(metadata).replace("__1_0.distcp", "../10.distcp"));
    file.close();
    std::filesystem::rename(folder.file("__1_0.distcp"), folder.file("../10.distcp"));
    const auto checkpoint = openCheckpoint(folder.path());
    QVERIFY(checkpoint);
    QVERIFY(codesOf(**checkpoint).contains("shards.broken"));
    QCOMPARE(trustOf(**checkpoint).trust, Trust::Dangerous);
}

void TestFolders::namesPartialSums()
{
    const auto checkpoint = test::openedFixture("folders/torch26/ranks_partial");
    QVERIFY(checkpoint);
    QCOMPARE((*checkpoint).issues().size(), std::size_t{1});
    const Issue& issue = (*checkpoint).issues().front();
    QCOMPARE(issue.path, "sum");
    QVERIFY2(issue.message.text().contains("Partial"), issue.message.text().c_str());
    const auto expected = expectedLines(expectedOf("torch26")["ranks_partial"].toObject()["tensors"].toArray());
    QCOMPARE(tensorLines(*checkpoint).filter("whole "), expected);
}

CAIRN_TEST(TestFolders);

} // namespace cairn::tst_folders

#include "tst_folders.moc"
