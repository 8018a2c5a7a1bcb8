#include "core/checkpoint/readers/open.h"
#include "core/checkpoint/salvage/salvage.h"
#include "core/convert/salvage/salvage_folder.h"
#include "core/convert/salvage/save_salvaged.h"
#include "core/formats/zip/zip_archive.h"
#include "tests/support/digests.h"
#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/little.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QDir>
#include <QTemporaryDir>

#include <algorithm>
#include <map>
#include <memory>

namespace cairn::tst_salvage_proofs {

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

Result<Salvage> salvaged(const QByteArray& bytes)
{
    return salvage(std::make_shared<MemorySource>(view(bytes)), "damaged", nullptr);
}

bool hasNote(const Salvage& found, const QByteArray& words)
{
    return std::ranges::any_of(found.notes,
                               [&](const Message& note) { return byteArray(note.text()).contains(words); });
}

QByteArray nameOf(const Checkpoint& checkpoint, TensorId id)
{
    return byteArray(checkpoint.entryName(checkpoint.tensors()[id].entry));
}

Digests digestsIn(const Checkpoint& checkpoint)
{
    Digests digests;
    for (TensorId id = 0; id < checkpoint.tensors().size(); ++id) {
        digests.insert(nameOf(checkpoint, id), digestOf(checkpoint, id));
    }
    return digests;
}

/// The states by name. A tensor that is called whole or complete, and is not what was saved, fails the test.
std::map<QByteArray, TensorState> statesOf(const Salvage& found, const Digests& digests)
{
    std::map<QByteArray, TensorState> states;
    for (const SalvagedTensor& tensor : found.tensors) {
        const QByteArray name = nameOf(*found.checkpoint, tensor.tensor);
        states.emplace(name, tensor.state);
        if (tensor.isSaved() && digestOf(*found.checkpoint, tensor.tensor) != digests.value(name)) {
            QTest::qFail(name + " is not what was saved", __FILE__, __LINE__);
        }
    }
    return states;
}

/// A safetensors file of tensors of float32, one behind the other.
QByteArray safetensorsOf(const QList<std::pair<QByteArray, QByteArray>>& tensors)
{
    QJsonObject header;
    QByteArray data;
    for (const auto& [name, bytes] : tensors) {
        const qsizetype begin = data.size();
        data += bytes;
        header[QString::fromUtf8(name)] = QJsonObject{
            {"dtype", "F32"},
            {"shape", QJsonArray{bytes.size() / 4}},
            {"data_offsets", QJsonArray{begin, data.size()}},
        };
    }
    const QByteArray text = QJsonDocument(header).toJson(QJsonDocument::Compact);
    return byteArray(little(static_cast<quint64>(text.size()), 8)) + text + data;
}

} // namespace

/// What proves that bytes are what was saved, and where nothing does.
class TestSalvageProofs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void byteOrder_data();
    void byteOrder();
    void namesNothing();
    void carriageReturnsTakenAway();
    void carriageReturnsTakenFromAStream();
    void cutBetweenRecords_data();
    void cutBetweenRecords();
    void bytesTakenFromAZip_data();
    void bytesTakenFromAZip();
    void shards_data();
    void shards();
};

void TestSalvageProofs::byteOrder_data()
{
    test::addFileRows({"torch214/state_dict.pt", "torch214/shared.pt", "torch214/script_plain.pt"});
}

/// Each bit of the record, with the table of contents and without it: its checksum says which word it was.
void TestSalvageProofs::byteOrder()
{
    QFETCH(const QString, file);
    const QByteArray bytes = contentOf(fixture(file));
    const Digests digests = digestsOf(file);
    QVERIFY(!digests.isEmpty());
    const auto archive = formats::ZipArchive::open(std::make_shared<MemorySource>(view(bytes)));
    QVERIFY(archive);
    const formats::ZipEntry* record = (*archive)->findRecord("byteorder");
    QVERIFY(record != nullptr && record->storedBytes == 6);
    for (qsizetype bit = 0; bit < 6 * 8; ++bit) {
        QByteArray changed = bytes;
        const qsizetype place = static_cast<qsizetype>(record->dataOffset) + bit / 8;
        changed[place] = static_cast<char>(static_cast<unsigned char>(changed[place]) ^ (1U << (bit % 8)));
        for (const QByteArray& damaged : {changed, changed.chopped(30)}) {
            const auto found = salvaged(damaged);
            QVERIFY2(found, found ? "" : found.error().paragraph().c_str());
            QVERIFY2(!found->hasLosses(), QByteArray::number(bit).constData());
            QVERIFY(hasNote(*found, "it said \"little\""));
            QVERIFY(!statesOf(*found, digests).empty());
        }
    }
}

/// A pickle that was damaged so that it is one of an empty dict.
void TestSalvageProofs::namesNothing()
{
    QByteArray bytes = contentOf(fixture("torch214/state_dict.pt"));
    const auto archive = formats::ZipArchive::open(std::make_shared<MemorySource>(view(bytes)));
    QVERIFY(archive);
    const formats::ZipEntry* record = (*archive)->findRecord("data.pkl");
    QVERIFY(record != nullptr);
    bytes.replace(static_cast<qsizetype>(record->dataOffset), 4, "\x80\x02}.");
    const auto found = salvaged(bytes);
    QVERIFY2(found, found ? "" : found.error().paragraph().c_str());
    QVERIFY(found->tensors.empty());
    QVERIFY(found->hasLosses());
    QVERIFY(hasNote(*found, "names none any more"));
    // One that was saved so has lost nothing.
    const auto empty = salvaged(contentOf(fixture("torch214/empty_dict.pt")));
    QVERIFY(empty && empty->tensors.empty() && !empty->hasLosses());
}

/// A transfer in text mode leaves line feeds alone, and nothing tells from where on bytes have moved.
void TestSalvageProofs::carriageReturnsTakenAway()
{
    const QByteArray plain = QByteArray("\x01\x02\x03\x3f").repeated(50);
    for (const int pairs : {1, 5}) {
        QByteArray lines = plain;
        lines.replace(10, 2 * pairs, QByteArray("\r\n").repeated(pairs));
        const QByteArray whole = safetensorsOf({{"a", plain}, {"b", lines}, {"c", plain}, {"d", plain}});
        const auto opened = openCheckpoint(std::make_shared<MemorySource>(view(whole)), "whole");
        QVERIFY(opened);
        const auto found = salvaged(QByteArray(whole).replace("\r\n", "\n"));
        QVERIFY2(found, found ? "" : found.error().paragraph().c_str());
        auto states = statesOf(*found, digestsIn(**opened));
        QCOMPARE(states["a"], TensorState::Complete); // in front of the first
        QCOMPARE(states["b"], TensorState::Changed);
        QCOMPARE(states["c"], TensorState::Changed);
        QCOMPARE(states["d"], TensorState::Missing);
        QVERIFY(hasNote(*found, "text mode"));
    }
    // More is missing than line feeds can tell of, or a carriage return is left: it was cut off.
    QByteArray lines = plain;
    lines.replace(10, 4, "\n..\n");
    const QByteArray cut = safetensorsOf({{"b", lines}, {"c", plain}, {"d", plain}});
    for (const QByteArray& bytes : {cut.chopped(3), QByteArray(cut).replace("..\n", ".\r\n").chopped(1)}) {
        const auto found = salvaged(bytes);
        QVERIFY(found);
        QCOMPARE(found->counts()[static_cast<std::size_t>(TensorState::Complete)], std::uint64_t{2});
        QVERIFY(!hasNote(*found, "text mode"));
    }
}

/// The count before a storage says that it is in its place; behind the last one nothing does.
void TestSalvageProofs::carriageReturnsTakenFromAStream()
{
    const QByteArray bytes = contentOf(fixture("torch113/legacy_state_dict.pt"));
    const auto original = openCheckpoint(std::make_shared<MemorySource>(view(bytes)), "original");
    QVERIFY(original);
    std::size_t saved = 0;
    for (const Storage& storage : (*original)->storages()) {
        QVERIFY(storage.bytes >= 8);
        QByteArray whole = bytes;
        whole.replace(static_cast<qsizetype>(storage.offset) + 1, 2, "\r\n");
        const auto opened = openCheckpoint(std::make_shared<MemorySource>(view(whole)), "whole");
        QVERIFY(opened);
        const QByteArray stripped = QByteArray(whole).replace("\r\n", "\n");
        QCOMPARE(stripped.size(), whole.size() - 1);
        const auto found = salvaged(stripped);
        QVERIFY2(found, found ? "" : found.error().paragraph().c_str());
        QVERIFY(found->hasLosses());
        const auto states = statesOf(*found, digestsIn(**opened));
        saved += static_cast<std::size_t>(
            std::ranges::count(states, TensorState::Complete, [](const auto& state) { return state.second; }));
    }
    QVERIFY(saved != 0); // those in front
}

void TestSalvageProofs::cutBetweenRecords_data()
{
    test::addFileRows({"torch113/state_dict.pt", "torch214/state_dict.pt", "torch214/views.pt"});
}

/// The half of a header at the end is no doubt about the records in front of it.
void TestSalvageProofs::cutBetweenRecords()
{
    QFETCH(const QString, file);
    const QByteArray bytes = contentOf(fixture(file));
    const Digests digests = digestsOf(file);
    const auto archive = formats::ZipArchive::open(std::make_shared<MemorySource>(view(bytes)));
    QVERIFY(archive);
    std::vector<const formats::ZipEntry*> storages;
    for (const formats::ZipEntry& record : (*archive)->entries()) {
        if ((*archive)->recordName(record).starts_with("data/")) {
            storages.push_back(&record);
        }
    }
    QVERIFY(storages.size() > 2);
    std::size_t before = 0;
    for (std::size_t i = 1; i < storages.size(); ++i) {
        const auto end = static_cast<qsizetype>(storages[i - 1]->dataOffset + storages[i - 1]->storedBytes);
        for (qsizetype place = end; place <= static_cast<qsizetype>(storages[i]->dataOffset); ++place) {
            const auto found = salvaged(bytes.first(place));
            QVERIFY2(found, found ? "" : found.error().paragraph().c_str());
            const auto states = statesOf(*found, digests);
            const auto whole = static_cast<std::size_t>(
                std::ranges::count(states, TensorState::Whole, [](const auto& state) { return state.second; }));
            QVERIFY2(whole >= before, QByteArray::number(place).constData());
            before = std::max(before, whole);
        }
    }
    QVERIFY(before != 0);
}

void TestSalvageProofs::bytesTakenFromAZip_data()
{
    test::addFileRows({"torch113/state_dict.pt", "torch214/state_dict.pt", "torch214/many_storages.pt",
                       "torch214/zip_no_crc.pt", "torch113/script_plain.pt", "torch214/script_plain.pt"});
}

/// As of carriage returns: no number behind them is in its place, the table of contents neither. What follows a record
/// is where its end is.
void TestSalvageProofs::bytesTakenFromAZip()
{
    QFETCH(const QString, file);
    const QByteArray bytes = contentOf(fixture(file));
    const Digests digests = digestsOf(file);
    QVERIFY(!digests.isEmpty());
    const auto archive = formats::ZipArchive::open(std::make_shared<MemorySource>(view(bytes)));
    QVERIFY(archive);
    std::size_t taken = 0;
    for (const formats::ZipEntry& record : (*archive)->entries()) {
        for (const qsizetype count : {1, 3, 8, 24, 40}) {
            if (!(*archive)->recordName(record).starts_with("data/") ||
                record.storedBytes < static_cast<std::uint64_t>(count)) {
                continue;
            }
            QByteArray damaged = bytes;
            damaged.remove(static_cast<qsizetype>(record.dataOffset), count);
            const auto found = salvaged(damaged);
            if (found) {
                QVERIFY2(found->hasLosses(), QByteArray::number(count).constData());
                (void)statesOf(*found, digests);
            }
            ++taken;
        }
    }
    QVERIFY(taken > 5);
}

void TestSalvageProofs::shards_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("index");
    QTest::newRow("safetensors") << "byhand/sharded_safetensors" << "model.safetensors.index.json";
    QTest::newRow("bins") << "byhand/sharded_bins" << "pytorch_model.bin.index.json";
}

/// Of a set each shard is gone, cut, or beyond reading: the others are saved, and what is missing has its names.
void TestSalvageProofs::shards()
{
    QFETCH(const QString, folder);
    QFETCH(const QString, index);
    const QTemporaryDir place;
    QStringList names = QDir(fixture(folder)).entryList(QDir::Files);
    for (const QString& name : names) {
        test::writeFile(place.filePath(name), contentOf(fixture(folder + '/' + name)));
    }
    names.removeAll(index);
    QVERIFY(names.size() > 1);
    const std::string path = place.filePath(index).toStdString();
    const auto opened = openCheckpoint(path);
    QVERIFY2(opened, opened ? "" : opened.error().paragraph().c_str());
    const Digests digests = digestsIn(**opened);
    const auto look = [&](std::size_t lost, bool hasLosses) {
        for (const std::string& asked : {path, place.path().toStdString()}) {
            const auto found = convert::salvageFileOrFolder(asked, nullptr);
            QVERIFY2(found, found ? "" : found.error().paragraph().c_str());
            QCOMPARE(found->hasLosses(), hasLosses);
            QCOMPARE(found->lost.size(), lost);
            QCOMPARE(found->tensors.size() + lost, (*opened)->tensors().size());
            const auto states = statesOf(*found, digests);
            for (const std::string& name : found->lost) {
                QVERIFY(digests.contains(byteArray(name)) && !states.contains(byteArray(name)));
            }
        }
    };
    look(0, false);
    for (const QString& name : names) {
        const QByteArray bytes = contentOf(place.filePath(name));
        const auto shard = openCheckpoint(place.filePath(name).toStdString());
        QVERIFY(shard);
        QVERIFY(QFile::remove(place.filePath(name)));
        look((*shard)->tensors().size(), true);
        test::writeFile(place.filePath(name), "nothing");
        look((*shard)->tensors().size(), true);
        if (name.endsWith(".safetensors")) {
            test::writeFile(place.filePath(name), bytes.chopped(1));
            look(0, true);
        }
        // What is left can be written.
        const auto found = salvage(path, nullptr);
        QVERIFY(found);
        for (const char* ending : {".pth", ".safetensors"}) {
            const std::string target = place.filePath(name + ".left" + ending).toStdString();
            const auto saved =
                convert::saveSalvaged(*found, target, convert::Damaged::LeaveOut, FileSink::Existing::Refuse, nullptr);
            QVERIFY2(saved, saved ? "" : saved.error().paragraph().c_str());
            QCOMPARE(saved->valuesLeftOut, std::uint64_t{0});
            const auto left = openCheckpoint(target);
            QVERIFY(left && !(*left)->tensors().empty());
            for (TensorId id = 0; id < (*left)->tensors().size(); ++id) {
                QCOMPARE(digestOf(**left, id), digests.value(nameOf(**left, id)));
            }
            QVERIFY(QFile::remove(QString::fromStdString(target)));
        }
        test::writeFile(place.filePath(name), bytes);
    }
    for (const QString& name : names) {
        QVERIFY(QFile::remove(place.filePath(name)));
    }
    QVERIFY(!salvage(path, nullptr));
}

CAIRN_TEST(TestSalvageProofs);

} // namespace cairn::tst_salvage_proofs

#include "tst_salvage_proofs.moc"
