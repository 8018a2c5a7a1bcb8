#include "core/checkpoint/readers/open.h"
#include "core/checkpoint/salvage/salvage.h"
#include "core/convert/salvage/save_salvaged.h"
#include "core/formats/zip/zip_archive.h"
#include "core/formats/zip/zip_end.h"
#include "tests/support/digests.h"
#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/little.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QCryptographicHash>
#include <QTemporaryDir>

#include <algorithm>
#include <memory>
#include <random>
#include <set>

namespace cairn::tst_salvage {

using namespace cairn::checkpoint;
using cairn::test::byteArray;
using cairn::test::contentOf;
using cairn::test::digestOf;
using cairn::test::Digests;
using cairn::test::digestsOf;
using cairn::test::fixture;
using cairn::test::little;
using cairn::test::view;

namespace {

/// What is believed of a tensor that is called whole, or complete.
enum class Promise { WholeAndComplete, WholeAlone };

/// The names of the tensors that are saved; empty if the file is refused. A tensor that is not what was saved, but
/// called so, goes to `lies`.
std::set<QByteArray> savedOf(const QByteArray& bytes, const Digests& digests, Promise promise, QByteArrayList& lies)
{
    std::set<QByteArray> saved;
    const auto found = salvage(std::make_shared<MemorySource>(view(bytes)), "damaged", nullptr);
    for (std::size_t i = 0; found && i < found->tensors.size(); ++i) {
        const SalvagedTensor& tensor = found->tensors[i];
        if (!tensor.isSaved()) {
            continue;
        }
        const Checkpoint& checkpoint = *found->checkpoint;
        const Tensor& described = checkpoint.tensors()[tensor.tensor];
        const QByteArray name = byteArray(checkpoint.entryName(described.entry));
        saved.insert(name);
        const bool isPromised = promise == Promise::WholeAndComplete || tensor.state == TensorState::Whole;
        const QByteArray expected = digests.value(name);
        const bool hasNumbers = described.storage != kNoId && formats::dtypeInfo(described.dtype).bits % 8 == 0;
        if (isPromised && hasNumbers && !expected.isEmpty() && digestOf(checkpoint, tensor.tensor) != expected) {
            lies << name + " " + byteArray(tensorStateName(tensor.state));
        }
        if (isPromised && expected.isEmpty() && !digests.contains(name) && !digests.isEmpty()) {
            lies << name + " is not in the file";
        }
    }
    return saved;
}

/// Where records begin and end, and the places beside.
std::set<qsizetype> bordersOf(const QByteArray& bytes)
{
    std::set<qsizetype> borders;
    const auto add = [&](std::uint64_t at) {
        for (qsizetype near = static_cast<qsizetype>(at) - 1; near <= static_cast<qsizetype>(at) + 1; ++near) {
            if (near >= 0 && near <= bytes.size()) {
                borders.insert(near);
            }
        }
    };
    const auto source = std::make_shared<MemorySource>(view(bytes));
    if (const auto archive = formats::ZipArchive::open(source)) {
        for (const formats::ZipEntry& entry : (*archive)->entries()) {
            add(entry.headerOffset);
            add(entry.dataOffset);
            add(entry.dataOffset + entry.storedBytes);
            add(entry.dataOffset + entry.storedBytes + 16);
        }
    } else if (const auto opened = openCheckpoint(source, "whole")) {
        for (const Storage& storage : (*opened)->storages()) {
            add(storage.offset);
            add(storage.offset + storage.bytes);
        }
    }
    add(static_cast<std::uint64_t>(bytes.size()));
    return borders;
}

void addFiles()
{
    test::addFileRows({"torch113/state_dict.pt", "torch26/adam.pt", "torch214/state_dict.pt",
                       "torch214/many_storages.pt", "torch26/containers.pt", "torch214/sparse.pt",
                       "torch113/zip_deflated.pt", "torch214/blob_in_zip.pt", "torch214/zip_no_crc.pt",
                       "torch214/shared.pt", "torch214/views.pt", "torch113/dtypes.pt", "torch113/script_plain.pt",
                       "torch113/package.pt", "torch113/legacy_state_dict.pt", "torch113/legacy_shared.pt",
                       "byhand/legacy_views.pt", "byhand/safe_every_dtype.safetensors",
                       "torch214/safe_state_dict.safetensors"});
}

} // namespace

/// What is said of damaged files. What the tensors should be comes from PyTorch.
class TestSalvage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whole_data() { addFiles(); }
    void whole();
    void cut_data() { addFiles(); }
    void cut();
    void flipped_data() { addFiles(); }
    void flipped();
    void flippedBesideTheData_data();
    void flippedBesideTheData();
    void cutAndFlipped_data() { addFiles(); }
    void cutAndFlipped();
    void zeroTail_data() { addFiles(); }
    void zeroTail();
    void holes_data() { addFiles(); }
    void holes();
    void rowsThatAreLeft();
    void twoFilesJoined();
    void namesOfDownloads();
    void refusals();
    void textMode();
    void written();
    void keepsOtherValues_data();
    void keepsOtherValues();
    void writtenWithZeros();
    void neverInPlace();
    void hostile();
};

void TestSalvage::whole()
{
    QFETCH(const QString, file);
    const QByteArray bytes = contentOf(fixture(file));
    const Digests digests = digestsOf(file);
    QVERIFY(!digests.isEmpty());
    const auto found = salvage(std::make_shared<MemorySource>(view(bytes)), "whole", nullptr);
    QVERIFY2(found, found ? "" : found.error().paragraph().c_str());
    QByteArrayList lies;
    (void)savedOf(bytes, digests, Promise::WholeAndComplete, lies);
    QCOMPARE(lies, QByteArrayList());
    QVERIFY(!found->tensors.empty());
}

/// At each border of a record, beside it, and at a thousand other places. What lies in front of the cut is saved.
void TestSalvage::cut()
{
    QFETCH(const QString, file);
    const QByteArray bytes = contentOf(fixture(file));
    const Digests digests = digestsOf(file);
    std::set<qsizetype> places = bordersOf(bytes);
    std::mt19937 random(25);
    for (int i = 0; i < 1000; ++i) {
        places.insert(static_cast<qsizetype>(random() % static_cast<std::uint32_t>(bytes.size())));
    }
    QByteArrayList lies;
    std::size_t before = 0;
    // Where so few bytes are missing nothing tells whether they were taken out of the middle: see tst_salvage_proofs.
    const qsizetype doubtful = file.endsWith(".safetensors") ? bytes.size() - 8 : bytes.size();
    for (const qsizetype place : places) {
        const std::set<QByteArray> saved = savedOf(bytes.first(place), digests, Promise::WholeAndComplete, lies);
        if (!lies.isEmpty()) {
            QFAIL(("cut at " + QByteArray::number(place) + ": " + lies.join(", ")).constData());
        }
        QVERIFY2(saved.size() + 3 >= before || (place >= doubtful && place < bytes.size()),
                 ("fewer at " + QByteArray::number(place)).constData());
        before = std::max(before, saved.size());
    }
    const auto all = salvage(std::make_shared<MemorySource>(view(bytes)), "whole", nullptr);
    QVERIFY(all);
    const auto saved = static_cast<std::size_t>(std::ranges::count_if(all->tensors, &SalvagedTensor::isSaved));
    QCOMPARE(before, saved);
}

void TestSalvage::flipped()
{
    QFETCH(const QString, file);
    const QByteArray bytes = contentOf(fixture(file));
    const Digests digests = digestsOf(file);
    std::mt19937 random(26);
    QByteArrayList lies;
    std::size_t saved = 0;
    for (int i = 0; i < 1000; ++i) {
        QByteArray changed = bytes;
        const auto place = static_cast<qsizetype>(random() % static_cast<std::uint32_t>(bytes.size()));
        changed[place] = static_cast<char>(static_cast<unsigned char>(changed[place]) ^ (1U << (random() % 8)));
        saved += savedOf(changed, digests, Promise::WholeAlone, lies).size();
        if (!lies.isEmpty()) {
            QFAIL(("flipped at " + QByteArray::number(place) + ": " + lies.join(", ")).constData());
        }
    }
    QVERIFY(saved > 0);
}

void TestSalvage::flippedBesideTheData_data()
{
    test::addFileRows({"torch113/state_dict.pt", "torch26/adam.pt", "torch214/state_dict.pt",
                       "torch214/many_storages.pt", "torch214/shared.pt", "torch113/dtypes.pt"});
}

/// One bit of a header, of the table of contents or of the end: each says what another place says, too, or what a
/// checksum bears out, so nothing is lost.
void TestSalvage::flippedBesideTheData()
{
    QFETCH(const QString, file);
    const QByteArray bytes = contentOf(fixture(file));
    const Digests digests = digestsOf(file);
    const auto archive = formats::ZipArchive::open(std::make_shared<MemorySource>(view(bytes)));
    QVERIFY(archive);
    std::vector<qsizetype> places;
    std::set<qsizetype> data;
    for (const formats::ZipEntry& entry : (*archive)->entries()) {
        for (std::uint64_t at = entry.dataOffset; at < entry.dataOffset + entry.storedBytes; ++at) {
            data.insert(static_cast<qsizetype>(at));
        }
    }
    for (qsizetype place = 0; place < bytes.size(); ++place) {
        if (!data.contains(place)) {
            places.push_back(place);
        }
    }
    QByteArrayList lies;
    const std::size_t all = savedOf(bytes, digests, Promise::WholeAndComplete, lies).size();
    std::mt19937 random(30);
    for (int i = 0; i < 2000; ++i) {
        QByteArray changed = bytes;
        const qsizetype place = places[random() % places.size()];
        const unsigned bit = random() % 8;
        changed[place] = static_cast<char>(static_cast<unsigned char>(changed[place]) ^ (1U << bit));
        const QByteArray where = QByteArray::number(place) + ", bit " + QByteArray::number(bit);
        const std::size_t saved = savedOf(changed, digests, Promise::WholeAlone, lies).size();
        QVERIFY2(lies.isEmpty(), (where + ": " + lies.join(", ")).constData());
        QVERIFY2(saved == all,
                 (where + ": " + QByteArray::number(saved) + " of " + QByteArray::number(all)).constData());
    }
}

void TestSalvage::cutAndFlipped()
{
    QFETCH(const QString, file);
    const QByteArray bytes = contentOf(fixture(file));
    const Digests digests = digestsOf(file);
    std::mt19937 random(27);
    QByteArrayList lies;
    for (int i = 0; i < 1000; ++i) {
        QByteArray changed = bytes.first(bytes.size() / 2 + static_cast<qsizetype>(random()) % (bytes.size() / 2));
        const auto place = static_cast<qsizetype>(random() % static_cast<std::uint32_t>(changed.size()));
        changed[place] = static_cast<char>(random());
        (void)savedOf(changed, digests, Promise::WholeAlone, lies);
        if (!lies.isEmpty()) {
            QFAIL(("cut at " + QByteArray::number(changed.size()) + ", changed at " + QByteArray::number(place) + ": " +
                   lies.join(", "))
                      .constData());
        }
    }
}

/// The file has its size, and nothing in its last part.
void TestSalvage::zeroTail()
{
    QFETCH(const QString, file);
    const QByteArray bytes = contentOf(fixture(file));
    const Digests digests = digestsOf(file);
    std::set<qsizetype> places = bordersOf(bytes);
    std::mt19937 random(28);
    for (int i = 0; i < 300; ++i) {
        places.insert(static_cast<qsizetype>(random() % static_cast<std::uint32_t>(bytes.size())));
    }
    QByteArrayList lies;
    for (const qsizetype place : places) {
        const QByteArray changed = bytes.first(place) + QByteArray(bytes.size() - place, '\0');
        (void)savedOf(changed, digests, Promise::WholeAndComplete, lies);
        if (!lies.isEmpty()) {
            QFAIL(("zeros from " + QByteArray::number(place) + ": " + lies.join(", ")).constData());
        }
    }
}

/// A zip whose table of contents is there says the checksums of all records, whatever was zeroed in front of it.
void TestSalvage::holes()
{
    QFETCH(const QString, file);
    const QByteArray bytes = contentOf(fixture(file));
    const auto end = formats::findZipEnd(MemorySource(view(bytes)));
    if (!end || file.contains("no_crc")) { // of which nothing tells what a hole has changed
        QVERIFY2(end || !bytes.startsWith("PK"), "a zip without an end");
        return;
    }
    const Digests digests = digestsOf(file);
    std::mt19937 random(29);
    QByteArrayList lies;
    std::size_t saved = 0;
    for (int i = 0; i < 500; ++i) {
        const auto place = static_cast<qsizetype>(random() % end->directoryOffset);
        const auto length = std::min<qsizetype>(1 + static_cast<qsizetype>(random() % 600),
                                                static_cast<qsizetype>(end->directoryOffset) - place);
        QByteArray changed = bytes;
        changed.replace(place, length, QByteArray(length, '\0'));
        saved += savedOf(changed, digests, Promise::WholeAndComplete, lies).size();
        if (!lies.isEmpty()) {
            QFAIL((QByteArray::number(length) + " zeros from " + QByteArray::number(place) + ": " + lies.join(", "))
                      .constData());
        }
    }
    QVERIFY(saved > 0);
}

namespace {

/// A safetensors file with one tensor of that many rows of 4 float32, each with its number in all of them.
QByteArray numberedRows(int rows)
{
    const QByteArray header = R"({"w":{"dtype":"F32","shape":[)" + QByteArray::number(rows) +
                              R"(,4],"data_offsets":[0,)" + QByteArray::number(rows * 16) + "]}}";
    QByteArray bytes = byteArray(little(static_cast<quint64>(header.size()), 8)) + header;
    for (int row = 0; row < rows; ++row) {
        for (int i = 0; i < 4; ++i) {
            const auto number = static_cast<float>(row + 1) / 3; // no byte of it is zero
            bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
        }
    }
    return bytes;
}

Result<Salvage> salvaged(const QByteArray& bytes)
{
    return salvage(std::make_shared<MemorySource>(view(bytes)), "damaged", nullptr);
}

bool hasNote(const Salvage& found, const QByteArray& words)
{
    return std::ranges::any_of(found.notes,
                               [&](const Message& note) { return byteArray(note.text()).contains(words); });
}

} // namespace

void TestSalvage::rowsThatAreLeft()
{
    const QByteArray bytes = numberedRows(10);
    const auto found = salvaged(bytes.chopped(50)); // three rows and 2 bytes of a fourth
    QVERIFY(found);
    QCOMPARE(found->tensors.size(), std::size_t{1});
    const SalvagedTensor& tensor = found->tensors[0];
    QCOMPARE(tensor.state, TensorState::Partial);
    QCOMPARE(tensor.rows, std::uint64_t{10});
    QCOMPARE(tensor.bytesLost, std::uint64_t{50});
    QCOMPARE(tensor.rowsLeft, (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{0, 6}}));
    QVERIFY(hasNote(*found, "cut off"));
    // Of a file that ends with its header nothing is left.
    const auto none = salvaged(bytes.chopped(160));
    QVERIFY(none);
    QCOMPARE(none->tensors[0].state, TensorState::Missing);
}

void TestSalvage::twoFilesJoined()
{
    const QByteArray stream = contentOf(fixture("torch113/legacy_state_dict.pt"));
    const QByteArray zip = contentOf(fixture("torch214/state_dict.pt"));
    const QByteArray safe = contentOf(fixture("byhand/safe_every_dtype.safetensors"));
    for (const auto& [first, second] :
         {std::pair(stream, zip), std::pair(safe, stream), std::pair(zip, safe), std::pair(zip, zip.chopped(1))}) {
        const auto found = salvaged(first + second);
        QVERIFY2(found, found ? "" : found.error().paragraph().c_str());
        QVERIFY(hasNote(*found, "two files were joined: at byte " + QByteArray::number(first.size())));
        QVERIFY(!found->hasLosses());
    }
}

void TestSalvage::namesOfDownloads()
{
    const QTemporaryDir folder;
    const QByteArray bytes = contentOf(fixture("torch214/state_dict.pt"));
    const auto notesOf = [&](const QString& name) {
        const QString path = test::writtenFile(folder, name, bytes.chopped(1000));
        auto found = salvage(path.toStdString(), nullptr);
        return found ? std::move(*found) : Salvage();
    };
    QVERIFY(hasNote(notesOf("a.pth.incomplete"), "huggingface_hub"));
    QVERIFY(hasNote(notesOf("b.pth.crdownload"), "Chrome"));
    test::writeFile(folder.filePath("c.pth.aria2"), "x");
    QVERIFY(hasNote(notesOf("c.pth"), "aria2"));
    QVERIFY(!hasNote(notesOf("d.pth"), "download that has not finished"));
}

void TestSalvage::refusals()
{
    const auto codeOf = [](const QByteArray& bytes) {
        const auto found = salvaged(bytes);
        return found ? QByteArray("opens") : byteArray(errorCodeText(found.error().code));
    };
    QCOMPARE(codeOf("<!DOCTYPE html><html></html>"), QByteArray("input.not-a-checkpoint"));
    QCOMPARE(codeOf(QByteArray(5000, '\0')), QByteArray("input.not-a-checkpoint"));
    const auto packed = salvaged(QByteArray("\x1f\x8b\x08\0\0\0\0\0\0\3", 10) + QByteArray(200, 'x'));
    QVERIFY(!packed);
    QVERIFY(packed.error().advice.text().contains("gzip -dc"));
    // A header that is cut off names nothing, and a pickle that is cut off neither.
    QCOMPARE(codeOf(numberedRows(3).first(30)), QByteArray("safetensors.header"));
    const auto pickle = salvaged(contentOf(fixture("torch214/state_dict.pt")).first(200));
    QVERIFY(!pickle);
    QVERIFY(pickle.error().why.text().contains("nothing can be saved"));
    const auto script = salvaged(contentOf(fixture("torch113/script_plain.pt")).first(300));
    QVERIFY(!script);
}

/// A transfer in text mode puts a carriage return before each line feed.
void TestSalvage::textMode()
{
    const QByteArray safe = numberedRows(2000);
    for (const QByteArray& bytes :
         {safe, contentOf(fixture("torch26/adam.pt")), contentOf(fixture("torch113/legacy_state_dict.pt"))}) {
        QVERIFY(salvaged(bytes));
        const auto found = salvaged(QByteArray(bytes).replace("\n", "\r\n"));
        QVERIFY(!found);
        QVERIFY2(found.error().what.text().contains("carriage return"), found.error().paragraph().c_str());
    }
    QByteArray text = safe; // of Windows, in a tensor
    text.replace(text.size() - 1600, 1600, QByteArray("line of text..\r\n").repeated(100));
    QVERIFY(salvaged(text));
}

/// What is written is what PyTorch said was in the whole file, in the same dicts and lists.
void TestSalvage::written()
{
    const QString file = "torch26/containers.pt";
    const Digests digests = digestsOf(file);
    const QTemporaryDir folder;
    const QByteArray bytes = contentOf(fixture(file));
    const auto found = salvaged(bytes.first(bytes.size() * 2 / 3));
    QVERIFY2(found, found ? "" : found.error().paragraph().c_str());
    const std::string target = folder.filePath("left.pth").toStdString();
    const auto saved =
        convert::saveSalvaged(*found, target, convert::Damaged::LeaveOut, FileSink::Existing::Refuse, nullptr);
    QVERIFY2(saved, saved ? "" : saved.error().paragraph().c_str());
    QVERIFY(saved->tensors != 0);
    QCOMPARE(saved->damaged, std::uint64_t{0});
    const auto copy = openCheckpoint(target);
    QVERIFY(copy);
    QCOMPARE((*copy)->tensors().size(), std::size_t{saved->tensors});
    for (TensorId id = 0; id < (*copy)->tensors().size(); ++id) {
        const QByteArray name = byteArray((*copy)->entryName((*copy)->tensors()[id].entry));
        QVERIFY2(digests.contains(name), name.constData());
        QCOMPARE(digestOf(**copy, id), digests.value(name));
    }
}

void TestSalvage::keepsOtherValues_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("lost");
    QTest::newRow("a zip") << "torch26/lightning.ckpt" << 2000;
    QTest::newRow("a stream") << "torch113/legacy_state_dict.pt" << 100;
}

/// Numbers and texts that lie beside the tensors stay, as their pickle is whole.
void TestSalvage::keepsOtherValues()
{
    QFETCH(const QString, file);
    QFETCH(const int, lost);
    const QTemporaryDir folder;
    const QByteArray bytes = contentOf(fixture(file));
    const auto whole = openCheckpoint(test::writtenFile(folder, "whole.ckpt", bytes).toStdString());
    QVERIFY(whole);
    const QString cut = test::writtenFile(folder, "cut.ckpt", bytes.chopped(lost));
    const auto found = salvage(cut.toStdString(), nullptr);
    QVERIFY2(found, found ? "" : found.error().paragraph().c_str());
    QVERIFY(found->hasLosses());
    const auto values = [](const Checkpoint& checkpoint) {
        QStringList names;
        for (EntryId id = 0; id < checkpoint.entries().size(); ++id) {
            if (checkpoint.entries()[id].kind == EntryKind::Value) {
                names << QString::fromStdString(checkpoint.entryName(id));
            }
        }
        return names;
    };
    QVERIFY(!values(**whole).isEmpty());
    for (const auto damaged : {convert::Damaged::LeaveOut, convert::Damaged::FillZero}) {
        const std::string target = folder.filePath("left.ckpt").toStdString();
        const auto saved = convert::saveSalvaged(*found, target, damaged, FileSink::Existing::Replace, nullptr);
        QVERIFY2(saved, saved ? "" : saved.error().paragraph().c_str());
        QCOMPARE(saved->valuesLeftOut, std::uint64_t{0});
        const auto copy = openCheckpoint(target);
        QVERIFY(copy);
        QCOMPARE(values(**copy), values(**whole));
        const bool hasNote = (*copy)->archive()->findRecord("cairn.note.json") != nullptr;
        QCOMPARE(hasNote, damaged == convert::Damaged::FillZero && saved->damaged != 0);
    }
}

void TestSalvage::writtenWithZeros()
{
    const QTemporaryDir folder;
    const auto found = salvaged(numberedRows(10).chopped(50));
    QVERIFY(found);
    for (const char* name : {"all.pth", "all.safetensors"}) {
        const std::string target = folder.filePath(name).toStdString();
        const auto refused =
            convert::saveSalvaged(*found, target, convert::Damaged::LeaveOut, FileSink::Existing::Refuse, nullptr);
        QVERIFY(!refused);
        QVERIFY(!QFile::exists(folder.filePath(name)));
        const auto saved =
            convert::saveSalvaged(*found, target, convert::Damaged::FillZero, FileSink::Existing::Refuse, nullptr);
        QVERIFY2(saved, saved ? "" : saved.error().paragraph().c_str());
        QCOMPARE(saved->damaged, std::uint64_t{1});
        QByteArray numbers = numberedRows(10).last(160);
        numbers.replace(110, 50, QByteArray(50, '\0'));
        const auto copy = openCheckpoint(target);
        QVERIFY(copy);
        QCOMPARE(digestOf(**copy, 0), QCryptographicHash::hash(numbers, QCryptographicHash::Sha256).toHex().left(24));
        QVERIFY(contentOf(folder.filePath(name)).contains("rows_left"));
    }
}

void TestSalvage::neverInPlace()
{
    const QTemporaryDir folder;
    const QByteArray bytes = contentOf(fixture("torch214/state_dict.pt")).chopped(100);
    const QString path = test::writtenFile(folder, "model.pth", bytes);
    const auto found = salvage(path.toStdString(), nullptr);
    QVERIFY(found);
    for (const auto existing : {FileSink::Existing::Refuse, FileSink::Existing::Replace}) {
        const auto saved =
            convert::saveSalvaged(*found, path.toStdString(), convert::Damaged::LeaveOut, existing, nullptr);
        QVERIFY(!saved);
        QCOMPARE(saved.error().code, ErrorCode::TargetExists);
    }
    QCOMPARE(contentOf(path), bytes);
}

/// Files that were made to harm their reader, whole and cut: they are refused or told of, and what they claim to hold
/// takes no memory.
void TestSalvage::hostile()
{
    const QDir folder(QStringLiteral(CAIRN_TESTS_DIR "/hostile"));
    const QStringList names = folder.entryList(QDir::Files);
    QVERIFY(names.size() > 50);
    std::mt19937 random(29);
    for (const QString& name : names) {
        const QByteArray bytes = contentOf(folder.filePath(name));
        (void)salvaged(bytes);
        for (int i = 0; i < 20 && !bytes.isEmpty(); ++i) {
            const QByteArray left =
                bytes.first(static_cast<qsizetype>(random() % static_cast<std::uint32_t>(bytes.size())));
            const auto found = salvaged(left);
            QVERIFY(!found || found->checkpoint->fileBytes() == static_cast<std::uint64_t>(left.size()));
        }
    }
}

CAIRN_TEST(TestSalvage);

} // namespace cairn::tst_salvage

#include "tst_salvage.moc"
