#include "core/checkpoint/folders/folder_kind.h"
#include "core/checkpoint/pieces/assembly.h"
#include "core/checkpoint/pieces/piece_list.h"
#include "core/checkpoint/readers/open.h"
#include "core/convert/common/copy_check.h"
#include "core/convert/common/target.h"
#include "core/convert/rewrite/rewrite.h"
#include "core/convert/tensors/tensor_set.h"
#include "core/devices/machine/machine_text.h"
#include "core/devices/preflight.h"
#include "core/devices/python/python_snippet.h"
#include "core/formats/safetensors/safetensors_writer.h"
#include "core/rows/row_text.h"
#include "tests/support/files.h"
#include "tests/support/folder_facts.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QDir>
#include <QTemporaryDir>

#include <filesystem>

namespace cairn::tst_cut_safetensors {

using namespace cairn::checkpoint;
using cairn::test::codesOf;
using cairn::test::fixture;
using cairn::test::HarmedFolder;
using cairn::test::tensorLines;
using cairn::test::text;

/// Safetensors files with pieces of tensors, as torch.distributed.checkpoint writes them for Hugging Face. What real
/// folders hold is asked in tst_folders.
class TestCutSafetensors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsWhereThePiecesOfAFileBegin();
    void leavesWholeFilesAlone();
    void takesCopiesOfModelsForNoPieces_data();
    void takesCopiesOfModelsForNoPieces();
    void goesByTheNamesOfRanks();
    void findsFoldersBesideOtherWeights();
    void isNotWrittenOver();
    void takesWholeFilesFirst();
    void needsTheListOfWholeFiles();
    void findsThePieceThatIsMissing();
    void copiesWithoutTheFileOfARank();
    void saysThatNobodyKnowsTheEnd();
    void tellsAnIndexOfPieces();
    void refusesWhatIsNoPlace_data();
    void refusesWhatIsNoPlace();
    void tellsOfTwoCopies();
    void putsNoHalfBytesTogether();
    void tellsOfFilesWithoutPlaces();
    void saysThePython();
    void namesTheRanks();
};

namespace {

constexpr const char* kFirst = "shard-00001-model-00001-of-00001.safetensors";
constexpr const char* kSecond = "shard-00002-model-00001-of-00001.safetensors";
constexpr const char* kThird = "shard-00003-model-00001-of-00001.safetensors";

QByteArray placeOf(const char* offsets)
{
    return QByteArray(R"({"x": {"saved_offsets": )") + offsets + "}}";
}

/// One tensor "x" of a row for each number, two columns wide.
QByteArray fileOf(const QByteArray& sharding, std::int64_t rows, formats::Dtype dtype = formats::Dtype::UInt8)
{
    formats::SafetensorsHeaderWriter header;
    header.addMetadata("DCP_SHARDING_INFO", sharding.toStdString());
    const std::array<std::int64_t, 2> shape = {rows, 2};
    const auto bytes = static_cast<std::uint64_t>(rows) * 2 * formats::dtypeInfo(dtype).bits / 8;
    header.addTensor("x", dtype, shape, bytes);
    return QByteArray::fromStdString(*header.finish()) + QByteArray(static_cast<qsizetype>(bytes), 'x');
}

void writeTwo(const QTemporaryDir& folder, const QByteArray& second)
{
    test::writeFile(folder.filePath(kFirst), fileOf(placeOf("[0, 0]"), 2));
    test::writeFile(folder.filePath(kSecond), second);
}

QString factOf(const Checkpoint& checkpoint, const char* name)
{
    for (const Fact& fact : checkpoint.facts()) {
        if (fact.name.text() == name) {
            return text(fact.value.text());
        }
    }
    return {};
}

bool isCopied(const Checkpoint& checkpoint)
{
    return convert::refuseDamagedFolder(checkpoint) &&
           convert::planRewrite(checkpoint, {}, devices::MapLocation::everythingTo("cpu"), nullptr).has_value();
}

} // namespace

void TestCutSafetensors::showsWhereThePiecesOfAFileBegin()
{
    const auto second = test::openedFixture(QString("folders/torch214/hf_sharded/") + kSecond);
    QVERIFY(second && second->holdsPieces());
    QVERIFY(factOf(*second, "pieces").contains("other files have the rest"));
    QStringList places;
    for (const Tensor& tensor : second->tensors()) {
        places << text(second->entryName(tensor.entry)) + ' ' + text(rows::notesOf(*second, tensor).piece);
    }
    places.sort();
    QCOMPARE(places, QStringList({"columns [0, 3]", "integers [4]", "plain [0]", "scalar ", "weight [3, 0]"}));
    // What the first rank has begins at 0, and is no less a piece.
    const auto first = test::openedFixture(QString("folders/torch214/hf_sharded/") + kFirst);
    QVERIFY(first && first->holdsPieces());
}

/// torch says that tensors begin at 0 also where nothing was cut.
void TestCutSafetensors::leavesWholeFilesAlone()
{
    const auto set = test::openedFixture("folders/torch214/hf_two_files");
    QVERIFY(set);
    QCOMPARE(set->format(), Format::Sharded);
    QVERIFY(!set->holdsPieces());
    QCOMPARE(codesOf(*set), QStringList());
    const auto file = test::openedFixture("folders/torch214/hf_two_files/model-00001-of-00002.safetensors");
    QVERIFY(file && !file->holdsPieces());
    QVERIFY(factOf(*file, "pieces").contains("all begin at 0"));
    const QTemporaryDir folder; // one file alone may be all
    test::writeFile(folder.filePath("model.safetensors"), fileOf(placeOf("[0, 0]"), 2));
    const auto alone = test::openedCheckpoint(folder.path());
    QVERIFY(alone);
    QCOMPARE(alone->format(), Format::Safetensors);
}

void TestCutSafetensors::takesCopiesOfModelsForNoPieces_data()
{
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::addColumn<QByteArray>("place");
    QTest::addColumn<bool>("isCut");
    QTest::newRow("steps") << "step1.safetensors" << "step2.safetensors" << placeOf("[0, 0]") << false;
    QTest::newRow("models") << "unet.safetensors" << "vae.safetensors" << placeOf("[0, 0]") << false;
    QTest::newRow("one of a rank") << kFirst << "vae.safetensors" << placeOf("[0, 0]") << false;
    QTest::newRow("pieces") << "a.safetensors" << "b.safetensors" << placeOf("[2, 0]") << true;
    QTest::newRow("ranks") << kFirst << kSecond << placeOf("[0, 0]") << true;
}

void TestCutSafetensors::takesCopiesOfModelsForNoPieces()
{
    QFETCH(QString, first);
    QFETCH(QString, second);
    QFETCH(QByteArray, place);
    QFETCH(bool, isCut);
    const QTemporaryDir folder;
    test::writeFile(folder.filePath(first), fileOf(placeOf("[0, 0]"), 2));
    test::writeFile(folder.filePath(second), fileOf(place, 2));
    const auto guess = guessFolder(folder.path().toStdString());
    QVERIFY(guess);
    QCOMPARE(guess->kind == FolderKind::CutSafetensors, isCut);
    QCOMPARE(guess->files.size(), isCut ? std::size_t{2} : std::size_t{0});
}

/// All of what a single rank wrote begins at 0, too.
void TestCutSafetensors::goesByTheNamesOfRanks()
{
    const QTemporaryDir folder;
    test::writeFile(folder.filePath(kFirst), fileOf(placeOf("[0, 0]"), 2));
    const auto checkpoint = test::openedCheckpoint(folder.path());
    QVERIFY(checkpoint);
    QCOMPARE(checkpoint->format(), Format::CutSafetensors);
    QCOMPARE(codesOf(*checkpoint), QStringList());
    QVERIFY(isCopied(*checkpoint));
}

/// An optimizer is not made of the pieces below.
void TestCutSafetensors::findsFoldersBesideOtherWeights()
{
    const QTemporaryDir folder;
    for (const char* step : {"epoch_1", "epoch_2"}) {
        QVERIFY(QDir(folder.path()).mkdir(step));
        test::writeFile(folder.filePath(QString(step) + '/' + kFirst), fileOf(placeOf("[0, 0]"), 2));
    }
    test::writeFile(folder.filePath("optimizer.pt"), "x");
    const auto guess = guessFolder(folder.path().toStdString());
    QVERIFY(guess);
    QCOMPARE(guess->kind, FolderKind::Steps);
    QCOMPARE(guess->steps.size(), std::size_t{2});
}

/// None of the files that a folder is read from.
void TestCutSafetensors::isNotWrittenOver()
{
    for (const char* name : {"torch214/hf_sharded", "torch214/ranks_verl", "torch214/dcp_flat"}) {
        const HarmedFolder folder(name);
        const auto checkpoint = openCheckpoint(folder.path());
        QVERIFY(checkpoint);
        const auto mayWrite = [&](const std::string& target) {
            return convert::refuseOwnSource(**checkpoint, target, FileSink::Existing::Replace).has_value();
        };
        for (const FileSet::File& file : (*checkpoint)->assembly()->files->files()) {
            QVERIFY2(!mayWrite(file.path), file.path.c_str());
        }
        QVERIFY(mayWrite(folder.file("new.safetensors")));
        if (std::filesystem::exists(folder.file(".metadata"))) {
            QVERIFY(!mayWrite(folder.file(".metadata")));
        }
    }
}

/// torch leaves the pieces below the files that it made of them.
void TestCutSafetensors::takesWholeFilesFirst()
{
    const auto whole = test::openedFixture("folders/torch214/hf_consolidated");
    const auto pieces = test::openedFixture("folders/torch214/hf_consolidated/sharded");
    QVERIFY(whole && pieces);
    QVERIFY(whole->path().ends_with("/model.safetensors.index.json"));
    QCOMPARE(pieces->format(), Format::CutSafetensors);
    QCOMPARE(tensorLines(*pieces), tensorLines(*whole));
    const HarmedFolder folder("torch214/hf_consolidated");
    std::filesystem::remove(folder.file("model.safetensors.index.json"));
    std::filesystem::remove(folder.file("model-00001-of-00001.safetensors"));
    const auto left = openCheckpoint(folder.path());
    QVERIFY(left);
    QCOMPARE(tensorLines(**left), tensorLines(*pieces));
}

/// They all begin at 0, as those of several models would.
void TestCutSafetensors::needsTheListOfWholeFiles()
{
    const HarmedFolder folder("torch214/hf_two_files");
    std::filesystem::remove(folder.file("model.safetensors.index.json"));
    QVERIFY(!openCheckpoint(folder.path()));
    QVERIFY(openCheckpoint(folder.file("model-00001-of-00002.safetensors")));
}

void TestCutSafetensors::findsThePieceThatIsMissing()
{
    const HarmedFolder folder("torch214/hf_sharded");
    std::filesystem::remove(folder.file(kFirst));
    const auto checkpoint = openCheckpoint(folder.path());
    QVERIFY(checkpoint);
    QVERIFY(codesOf(**checkpoint).contains("shards.tensor"));
    QVERIFY(codesOf(**checkpoint).contains("pieces.gap"));
    QVERIFY(!isCopied(**checkpoint));
    // What one rank has for all is there.
    QCOMPARE(tensorLines(**checkpoint).filter("plain "),
             tensorLines(*test::openedFixture("folders/torch214/hf_sharded")).filter("plain "));
}

/// torch writes no file for a rank that has nothing.
void TestCutSafetensors::copiesWithoutTheFileOfARank()
{
    const QTemporaryDir folder;
    test::writeFile(folder.filePath(kFirst), fileOf(placeOf("[0, 0]"), 2));
    test::writeFile(folder.filePath(kThird), fileOf(placeOf("[2, 0]"), 2));
    const auto checkpoint = test::openedCheckpoint(folder.path());
    QVERIFY(checkpoint);
    QCOMPARE(checkpoint->issues().size(), std::size_t{1});
    QCOMPARE(checkpoint->issues().front().path, "rank 1");
    QCOMPARE(checkpoint->issues().front().severity, Severity::Info);
    QVERIFY(isCopied(*checkpoint));
    QVERIFY(convert::planTensorSet(*checkpoint, {}, nullptr));
}

/// The files do not say how large the tensors are, so what is lost at their end is not seen.
void TestCutSafetensors::saysThatNobodyKnowsTheEnd()
{
    const auto checkpoint = test::openedFixture("folders/torch214/hf_sharded");
    QVERIFY(checkpoint);
    QVERIFY(factOf(*checkpoint, "shapes").contains("as far as the pieces reach"));
}

void TestCutSafetensors::tellsAnIndexOfPieces()
{
    const QTemporaryDir folder;
    writeTwo(folder, fileOf(placeOf("[2, 0]"), 2));
    test::writeFile(folder.filePath("model.safetensors.index.json"),
                    QByteArray(R"({"weight_map": {"x": ")") + kSecond + "\"}}");
    const auto checkpoint = test::openedCheckpoint(folder.path());
    QVERIFY(checkpoint);
    QCOMPARE(checkpoint->format(), Format::Sharded);
    QVERIFY(checkpoint->damage() != nullptr);
}

void TestCutSafetensors::refusesWhatIsNoPlace_data()
{
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const QByteArray& sharding, const char* code, const char* words) {
        QTest::newRow(name) << fileOf(sharding, 2) << QString(code) << QString(words);
    };
    row("over the other", placeOf("[1, 0]"), "pieces.overlap", "lie over each other");
    row("behind a gap", placeOf("[3, 0]"), "pieces.gap", "there are pieces for");
    row("huge", placeOf("[4611686018427387904, 4611686018427387904]"), "tensor.huge", "more elements than");
    row("larger than any size", placeOf("[9223372036854775807, 0]"), "shards.broken", "where no tensor reaches");
    row("larger than 63 bits", placeOf("[9223372036854775808, 0]"), "shards.broken", "where no tensor reaches");
    row("larger than 64 bits", placeOf("[18446744073709551616, 0]"), "shards.broken", "no whole number");
    row("negative", placeOf("[-2, 0]"), "shards.broken", "no whole number");
    row("a fraction", placeOf("[2.0, 0]"), "shards.broken", "no whole number");
    row("a text", placeOf(R"(["2", "0"])"), "shards.broken", "no whole number");
    row("a list in the list", placeOf("[[2, 0]]"), "shards.broken", "no whole number");
    row("no list", placeOf("2"), "shards.broken", "are no list");
    row("too few", placeOf("[2]"), "shards.broken", "not one offset for each dimension");
    row("too many", placeOf("[2, 0, 0]"), "shards.broken", "not one offset for each dimension");
    row("no offsets", R"({"x": {}})", "shards.broken", "does not say where \"x\" belongs");
    row("no tensor", "{}", "shards.broken", "does not say where \"x\" belongs");
    row("no object", R"({"x": [2, 0]})", "shards.broken", "is no object");
    row("a list", "[1]", "shards.broken", "no object of JSON");
    row("twice", R"({"x": {"saved_offsets": [2, 0]}, "x": {"saved_offsets": [0, 0]}})", "shards.broken", "twice");
    row("another tensor", R"({"x": {"saved_offsets": [2, 0]}, "y": {"saved_offsets": [0]}})", "shards.broken",
        "names \"y\"");
    row("no JSON", "x", "shards.broken", "malformed");
    row("nothing", "", "shards.broken", "malformed");
    row("deep", QByteArray(R"({"x": {"more": )") + QByteArray(100'000, '['), "shards.broken", "deeper than");
    QTest::newRow("another dtype") << fileOf(placeOf("[2, 0]"), 2, formats::Dtype::Bool) << QString("pieces.broken")
                                   << QString("do not agree");
    QTest::newRow("cut off") << fileOf(placeOf("[2, 0]"), 2).chopped(1) << QString("shards.broken") << QString();
}

void TestCutSafetensors::refusesWhatIsNoPlace()
{
    QFETCH(QByteArray, second);
    QFETCH(QString, code);
    QFETCH(QString, words);
    const QTemporaryDir folder;
    writeTwo(folder, second);
    const auto checkpoint = test::openedCheckpoint(folder.path());
    QVERIFY(checkpoint);
    QCOMPARE(checkpoint->format(), Format::CutSafetensors);
    QString told;
    for (const Issue& issue : checkpoint->issues()) {
        told += text(issue.message.text()) + '\n';
    }
    QVERIFY2(codesOf(*checkpoint).contains(code) && told.contains(words), qPrintable(told));
    // By itself it opens, and says what is wrong with it, if it is that alone.
    if (code == "shards.broken" && !words.isEmpty()) {
        const auto alone = test::openedCheckpoint(folder.filePath(kSecond));
        QVERIFY(alone);
        QCOMPARE(codesOf(*alone), QStringList("pieces.broken"));
        QVERIFY(alone->damage() == nullptr);
    }
    QVERIFY(!isCopied(*checkpoint));
}

/// One of them may be of an earlier run.
void TestCutSafetensors::tellsOfTwoCopies()
{
    const QTemporaryDir folder;
    writeTwo(folder, fileOf(placeOf("[2, 0]"), 2));
    test::writeFile(folder.filePath(kThird), fileOf(placeOf("[2, 0]"), 2));
    const auto checkpoint = test::openedCheckpoint(folder.path());
    QVERIFY(checkpoint);
    QCOMPARE(codesOf(*checkpoint), QStringList("shards.tensor"));
    QCOMPARE(checkpoint->issues().front().path, "x");
    const QString told = text(checkpoint->issues().front().message.text());
    QVERIFY2(told.indexOf(kSecond) < told.indexOf(kThird) && told.contains(kSecond), qPrintable(told));
    QCOMPARE(PieceList(checkpoint).size(), std::size_t{2});
    QVERIFY(!isCopied(*checkpoint));
}

/// torch has no such dtype.
void TestCutSafetensors::putsNoHalfBytesTogether()
{
    const QTemporaryDir folder;
    test::writeFile(folder.filePath(kFirst), fileOf(placeOf("[0, 0]"), 2, formats::Dtype::Float6E2M3));
    test::writeFile(folder.filePath(kSecond), fileOf(placeOf("[2, 0]"), 2, formats::Dtype::Float6E2M3));
    const auto checkpoint = test::openedCheckpoint(folder.path());
    QVERIFY(checkpoint);
    QCOMPARE(codesOf(*checkpoint), QStringList("pieces.broken"));
    QVERIFY(!isCopied(*checkpoint));
}

/// torch would read them, too.
void TestCutSafetensors::tellsOfFilesWithoutPlaces()
{
    const HarmedFolder folder("torch214/hf_sharded");
    std::filesystem::copy_file(fixture("byhand/sharded_safetensors/model-00001-of-00003.safetensors").toStdString(),
                               folder.file("other.safetensors"));
    const auto checkpoint = openCheckpoint(folder.path());
    QVERIFY(checkpoint);
    QCOMPARE((*checkpoint)->issues().size(), std::size_t{1});
    QCOMPARE((*checkpoint)->issues().front().path, "other.safetensors");
    QCOMPARE(tensorLines(**checkpoint), tensorLines(*test::openedFixture("folders/torch214/hf_sharded")));
}

void TestCutSafetensors::saysThePython()
{
    const auto checkpoint = test::openedFixture("folders/torch214/hf_2d");
    QVERIFY(checkpoint);
    const devices::MapLocation map;
    const QString python = text(devices::pythonSnippet(*checkpoint, map));
    QVERIFY2(python.contains("storage_reader=dcp.HuggingFaceStorageReader(\""), qPrintable(python));
    const auto machine = devices::findMachine("cpu");
    QVERIFY(machine);
    QVERIFY(devices::preflight(*checkpoint, map, *machine, devices::TorchLine::Latest).loads);
    QVERIFY(!devices::preflight(*checkpoint, map, *machine, devices::TorchLine::Torch26).loads);
}

void TestCutSafetensors::namesTheRanks()
{
    QCOMPARE(rankOfFile(kFirst), std::optional<std::uint32_t>(0));
    QCOMPARE(rankOfFile("shard-00012-model-00002-of-00003.safetensors"), std::optional<std::uint32_t>(11));
    QCOMPARE(rankOfFile("shard-00000-model-00001-of-00001.safetensors"), std::optional<std::uint32_t>());
}

CAIRN_TEST(TestCutSafetensors);

} // namespace cairn::tst_cut_safetensors

#include "tst_cut_safetensors.moc"
