#include "core/checkpoint/folders/dcp_metadata.h"
#include "tests/support/test_program.h"
#include "tests/support/written_pickle.h"

#include <memory>

namespace cairn::tst_metadata_pickle {

using namespace cairn::checkpoint;
using test::text;

/// What torch.distributed.checkpoint never writes could be something else for Python than it is here, so it is refused.
class TestMetadataPickle : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatTorchWrites();
    void refusesWhatNoPicklerWrites_data();
    void refusesWhatNoPicklerWrites();
    void findsPlacesInTime();
};

namespace {

const QByteArray kModule = "ctorch.distributed.checkpoint.metadata\n";

QByteArray attribute(const char* name, const QByteArray& value)
{
    return text(name) + value + "s";
}

QByteArray object(const char* type, const QByteArray& attributes)
{
    return kModule + type + "\n)\x81}" + attributes + "b";
}

QByteArray size(const QByteArray& numbers)
{
    return "ctorch\nSize\n(" + numbers + "t\x85R";
}

QByteArray index(const QByteArray& name, const QByteArray& offset)
{
    return object("MetadataIndex", attribute("fqn", name) + attribute("offset", offset));
}

const QByteArray kPlace = "ctorch.distributed.checkpoint.filesystem\n_StorageInfo\n)\x81}" +
                          attribute("relative_path", text("__0_0.distcp")) + attribute("offset", QByteArray("K\0", 2)) +
                          attribute("length", "K\4") + "b";

/// The metadata of one value `w` with these places.
QByteArray metadata(const QByteArray& places)
{
    return "\x80\2" +
           object("Metadata",
                  attribute("state_dict_metadata", "}" + text("w") + object("BytesStorageMetadata", {}) + "s") +
                      attribute("storage_data", "}" + places)) +
           ".";
}

Result<DcpMetadata> read(const QByteArray& bytes)
{
    const SourcePtr source = std::make_shared<MemorySource>(bytes.toStdString());
    return readDcpMetadata(std::span(&source, 1), nullptr);
}

const QByteArray kNothing = index(text("w"), "N") + kPlace + "s";

} // namespace

void TestMetadataPickle::readsWhatTorchWrites()
{
    const auto found = read(metadata(kNothing + index(text("v"), size("K\1")) + kPlace + "s"));
    QVERIFY2(found, found ? "" : found.error().paragraph().c_str());
    QCOMPARE(found->items.size(), std::size_t{1});
    QCOMPARE(found->items.front().place.bytes, std::uint64_t{4});
    QVERIFY(found->isPlain && found->problems.empty());
}

void TestMetadataPickle::refusesWhatNoPicklerWrites_data()
{
    QTest::addColumn<QByteArray>("places");
    const auto row = [](const char* name, const QByteArray& places) { QTest::newRow(name) << places; };
    row("a memo with a hole", text("a") + "q\5" + "0" + kNothing);
    row("a number that is remembered twice",
        text("a") + "q" + QByteArray(1, '\0') + "0" + text("b") + "q" + QByteArray(1, '\0') + "0" + kNothing);
    row("a value that was never remembered", "h\1" + QByteArray("0") + kNothing);
    row("a number in letters, which older Python reads as octal", "I04000\n0" + kNothing);
    row("a key that is equal to another", kNothing + index(text("v"), "\x89\x85") + kPlace + "s");
    row("a key of another kind", kNothing + index("cpathlib\nPosixPath\n" + text("w") + "\x85R", "N") + kPlace + "s");
    row("a second state", object("MetadataIndex", attribute("fqn", text("v")) + attribute("offset", "N")) + "}" +
                              attribute("fqn", text("w")) + "b" + kPlace + "s");
    row("an object that is used before it has its state", kModule + "MetadataIndex\n)\x81q" + QByteArray(1, '\0') +
                                                              "h" + QByteArray(1, '\0') + "0}" +
                                                              attribute("fqn", text("w")) + "b" + kPlace + "s");
    row("an object without a state", kModule + "MetadataIndex\n)\x81" + kPlace + "s");
    row("an element of a dictionary", "}Na0" + kNothing);
    row("a key that has no hash", "}]Ns0" + kNothing);
    row("a text that is no UTF-8", text("\xff") + "0" + kNothing);
    row("no state", kModule + "MetadataIndex\n)\x81Nb0" + kNothing);
    row("a protocol of tomorrow", "\x80\x63" + kNothing);
}

void TestMetadataPickle::refusesWhatNoPicklerWrites()
{
    QFETCH(const QByteArray, places);
    QVERIFY(!read(metadata(places)));
}

/// Keys whose places in the table of this program are the same: in one that only looks further that takes the square.
void TestMetadataPickle::findsPlacesInTime()
{
    constexpr std::uint64_t factor = 0x9E3779B97F4A7C15;
    std::uint64_t inverse = factor; // modulo 2^64
    for (int i = 0; i < 6; ++i) {
        inverse *= 2 - factor * inverse;
    }
    const auto number = [](std::uint64_t value) {
        QByteArray bytes("\x8a\x08", 2);
        for (int i = 0; i < 8; ++i) {
            bytes.append(static_cast<char>(value >> (8 * i)));
        }
        return bytes;
    };
    QByteArray places;
    constexpr std::uint64_t count = 16'000; // as many as leave the low bits of the sums zero
    constexpr std::uint64_t name = 1;       // the number of the text "w"
    for (std::uint64_t i = 1; i <= count; ++i) {
        places += index(text("w"), size(number(((i << 50) * inverse) ^ (name * factor)))) + kPlace + "s";
    }
    const auto found = read(metadata(places));
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::LimitExceeded);
}

CAIRN_TEST(TestMetadataPickle);

} // namespace cairn::tst_metadata_pickle

#include "tst_metadata_pickle.moc"
