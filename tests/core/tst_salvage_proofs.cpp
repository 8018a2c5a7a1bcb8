#include "core/checkpoint/readers/open.h"
#include "core/checkpoint/salvage/salvage.h"
#include "core/formats/zip/zip_archive.h"
#include "tests/support/digests.h"
#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/little.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

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

} // namespace

/// What proves that bytes are what was saved, and where nothing does.
class TestSalvageProofs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void byteOrder_data();
    void byteOrder();
    void namesNothing();
};

void TestSalvageProofs::byteOrder_data()
{
    QTest::addColumn<QString>("file");
    for (const char* name : {"torch214/state_dict.pt", "torch214/shared.pt", "torch214/script_plain.pt"}) {
        QTest::newRow(name) << QString::fromLatin1(name);
    }
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

CAIRN_TEST(TestSalvageProofs);

} // namespace cairn::tst_salvage_proofs

#include "tst_salvage_proofs.moc"
