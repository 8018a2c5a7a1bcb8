#include "core/formats/zip/zip_archive.h"
#include "tests/support/failing_source.h"
#include "tests/support/sparse_source.h"
#include "tests/support/test_program.h"
#include "tests/support/zip_samples.h"

#include <memory>
#include <string>

namespace cairn::tst_zip_archive {

using namespace cairn::formats;
using namespace cairn::test;

class TestZipArchive : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void describesAnArchiveOfTorch();
    void opens_data();
    void opens();
    void readsWithoutTheChecksum();
    void neverComparesAChecksumOfZero();
    void findsWholeNames();
    void inflatesOnTheFirstRead();
    void remembersThatInflatingFailed();
    void manyRecords_data();
    void manyRecords();
    void moreThan4GiB();
    void nothingInIt();
    void readsLittleOfBigFiles();
};

namespace {

/// Counts what is read of the bytes it passes on.
class CountingSource final : public ByteSource {
public:
    explicit CountingSource(std::string_view bytes) : m_bytes(bytes) {}
    [[nodiscard]] std::uint64_t sizeBytes() const noexcept override { return m_bytes.sizeBytes(); }
    [[nodiscard]] std::uint64_t countedBytes() const { return m_counted; }
    [[nodiscard]] int reads() const { return m_reads; }

private:
    [[nodiscard]] Result<void> doRead(std::uint64_t offset, std::span<std::byte> into) const override
    {
        m_counted += into.size();
        ++m_reads;
        return m_bytes.readAt(offset, into);
    }

    MemorySource m_bytes;
    mutable std::uint64_t m_counted = 0;
    mutable int m_reads = 0;
};

std::string issueCodes(const ZipArchive& archive)
{
    std::string codes;
    for (const Issue& issue : archive.issues()) {
        codes += codes.empty() ? "" : " ";
        codes += errorCodeText(issue.code);
    }
    return codes;
}

} // namespace

void TestZipArchive::describesAnArchiveOfTorch()
{
    ZipBuilder zip = usualZip();
    zip.addDeflated("archive/code/a.py", std::string(1000, 'x'));
    zip.add("archive/data/1");
    const BuiltZip built = zip.build();
    const OpenedZip opened = openZip(built.bytes);
    QVERIFY2(opened.has_value(), whyNot(opened).c_str());
    const ZipArchive& archive = **opened;
    QCOMPARE(archive.entries().size(), std::size_t{5});
    QCOMPARE(archive.prefix(), std::string_view("archive"));
    QVERIFY(archive.issues().empty());

    const ZipEntry* storage = archive.findRecord("data/0");
    QVERIFY(storage != nullptr);
    QCOMPARE(archive.name(*storage), std::string_view("archive/data/0"));
    QCOMPARE(storage->headerOffset, built.headerOffsets[1]);
    QCOMPARE(storage->dataOffset % 64, std::uint64_t{0});
    QCOMPARE(built.bytes.substr(storage->dataOffset, 16), std::string("sixteen bytes..."));
    QCOMPARE(storage->storedBytes, std::uint64_t{16});
    QCOMPARE(storage->plainBytes, std::uint64_t{16});
    QCOMPARE(storage->method, ZipArchive::kStored);
    QVERIFY(storage->crc != 0);
    QCOMPARE(archive.readText(*storage).value_or(""), std::string("sixteen bytes..."));
    const auto slice = archive.recordSource(*storage);
    QVERIFY(slice.has_value());
    QCOMPARE((*slice)->sizeBytes(), std::uint64_t{16});
    QVERIFY((*slice)->readBytes(0, 16).value_or(Bytes()) == archive.read(*storage).value_or(Bytes(1)));

    const ZipEntry* code = archive.findRecord("code/a.py");
    QVERIFY(code != nullptr);
    QCOMPARE(code->method, ZipArchive::kDeflated);
    QVERIFY(code->storedBytes < code->plainBytes);
    QCOMPARE(archive.readText(*code).value_or(""), std::string(1000, 'x'));

    const ZipEntry* empty = archive.findRecord("data/1");
    QVERIFY(empty != nullptr);
    QCOMPARE(archive.readText(*empty).value_or("not read"), std::string());
}

void TestZipArchive::opens_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("prefix");
    QTest::addColumn<QByteArray>("issues");
    const auto row = [](const char* name, const QByteArray& bytes, const char* issues = "",
                        const char* prefix = "archive") {
        QTest::newRow(name) << bytes << QByteArray(prefix) << QByteArray(issues);
    };

    row("as torch writes it", bytesOf(usualZip()));
    row("as other programs write it", bytesOf(usualZip(false)));
    row("zip64 fields although small", changedZip(true, [](ZipBuilder& zip, ZipRecord& record) {
            record.zip64 = true;
            zip.count = std::uint16_t{0xFFFF};
            zip.directoryBytes = 0xFFFFFFFF;
            zip.directoryOffset = 0xFFFFFFFF;
        }));
    row("zip64 block after another one", changedZip(false, [](ZipBuilder&, ZipRecord& record) {
            record.directoryExtra = std::string("UX\4\0abcd\1\0\x8\0\x10\0\0\0\0\0\0\0", 20);
            record.plainBytes = 0xFFFFFFFF;
        }));
    row("junk in an extra field that nobody needs",
        changedZip(false, [](ZipBuilder&, ZipRecord& record) { record.directoryExtra = "junk"; }));
    row("comments", changedZip(false, [](ZipBuilder& zip, ZipRecord& record) {
            record.comment = "of a record";
            zip.comment = "of the archive";
        }));
    row("longest comment",
        changedZip(true, [](ZipBuilder& zip, ZipRecord&) { zip.comment = std::string(65535, 'c'); }));
    row("end signature in a record", changedZip(false, [](ZipBuilder& zip, ZipRecord&) {
            zip.add("archive/nested", std::string("PK\5\6") + std::string(30, '\0'));
        }));
    row("piece of an end record in the comment",
        changedZip(false, [](ZipBuilder& zip, ZipRecord&) { zip.comment = "PK\5\6 piece"; }));
    row("100 bytes of junk",
        changedZip(true, [](ZipBuilder& zip, ZipRecord&) { zip.trailing = std::string(100, 'j'); }),
        "zip.trailing-bytes");
    row("64 KiB of junk",
        changedZip(true, [](ZipBuilder& zip, ZipRecord&) { zip.trailing = std::string(65536, '\0'); }),
        "zip.trailing-bytes");
    row("end records away from the directory",
        changedZip(true, [](ZipBuilder& zip, ZipRecord&) { zip.gapBeforeEnd = std::string(5000, '\0'); }),
        "zip.trailing-bytes");
    row("locator away from its record",
        changedZip(true, [](ZipBuilder& zip, ZipRecord&) { zip.gapBeforeLocator = std::string(50, '\0'); }),
        "input.ambiguous zip.trailing-bytes");
    row("longer zip64 end record", changedZip(true, [](ZipBuilder& zip, ZipRecord&) {
            zip.gapBeforeLocator = std::string(50, '\0');
            zip.zip64EndBytes = 94;
        }));
    row("the only disk is number 1", changedZip(true, [](ZipBuilder& zip, ZipRecord& record) {
            zip.disk = std::uint16_t{1};
            record.disk = 1;
        }));
    row("disk number in a zip64 block", changedZip(true, [](ZipBuilder&, ZipRecord& record) {
            record.disk = 0xFFFF;
            record.directoryExtra = std::string("\1\0\4\0\0\0\0\0", 8);
        }));
    row("directory in another order", changedZip(true, [](ZipBuilder& zip, ZipRecord&) { zip.listed = {0, 2, 1}; }));
    row("a record nobody lists", changedZip(true, [](ZipBuilder& zip, ZipRecord&) { zip.listed = {0, 2}; }));
    row("local header tells other sizes",
        changedZip(true, [](ZipBuilder&, ZipRecord& record) { record.localSize = 7; }));
    row("empty folders", changedZip(false, [](ZipBuilder& zip, ZipRecord&) {
            zip.add("archive/folder/");
            zip.add("archive/other").attributes = 0x10;
            ZipRecord& deflated = zip.addDeflated("archive/third/", "");
            deflated.attributes = 0x10;
        }));
    row("a name that is not ASCII",
        changedZip(true, [](ZipBuilder& zip, ZipRecord&) { zip.add("archive/\xC3\xA9", "x"); }));
    row("a name of 65 535 bytes",
        changedZip(false, [](ZipBuilder& zip, ZipRecord&) { zip.add("archive/" + std::string(65527, 'n'), "x"); }));
    row("a record outside the folder",
        changedZip(true, [](ZipBuilder& zip, ZipRecord&) { zip.add("__MACOSX/x", "x"); }), "zip.foreign-record");
    row("a folder with the same beginning",
        changedZip(true, [](ZipBuilder& zip, ZipRecord&) { zip.add("archive2/x", "x"); }), "zip.foreign-record");
    row("the folder in another case", changedZip(true, [](ZipBuilder& zip, ZipRecord&) { zip.add("Archive/x", "x"); }),
        "zip.foreign-record");

    row("the same archive twice, of which torch reads the first", bytesOf(usualZip()) + bytesOf(usualZip()),
        "input.ambiguous zip.trailing-bytes");

    ZipBuilder top;
    top.add("data.pkl", "the pickle");
    top.add("version", "3\n");
    row("no folder", bytesOf(top), "zip.foreign-record", "");
    ZipBuilder unnamed;
    unnamed.add("/data.pkl", "the pickle");
    unnamed.add("/version", "3\n");
    row("a folder without a name", bytesOf(unnamed), "", "");
    ZipBuilder folderFirst;
    folderFirst.add("m.v1/");
    folderFirst.add("m.v1/data.pkl", "the pickle");
    row("the folder is the first entry", bytesOf(folderFirst), "", "m.v1");
}

void TestZipArchive::opens()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, prefix);
    QFETCH(QByteArray, issues);
    const OpenedZip opened = openZip(bytes.toStdString());
    QVERIFY2(opened.has_value(), whyNot(opened).c_str());
    QCOMPARE(QByteArray::fromStdString(issueCodes(**opened)), issues);
    QCOMPARE(std::string((*opened)->prefix()), prefix.toStdString());
    const ZipEntry* pickle = (*opened)->findRecord("data.pkl");
    QVERIFY(pickle != nullptr);
    QCOMPARE((*opened)->readText(*pickle).value_or(""), std::string("the pickle"));
    for (const ZipEntry& entry : (*opened)->entries()) {
        QVERIFY((*opened)->find((*opened)->name(entry)) == &entry);
        QVERIFY((*opened)->read(entry).has_value());
    }
}

void TestZipArchive::readsWithoutTheChecksum()
{
    ZipBuilder zip;
    zip.add("archive/stored", "hello").crc = 1;
    zip.addDeflated("archive/deflated", "hello").crc = 1;
    const OpenedZip opened = openZip(zip.build().bytes);
    QVERIFY2(opened.has_value(), whyNot(opened).c_str());
    for (const ZipEntry& entry : (*opened)->entries()) {
        const auto checked = (*opened)->readText(entry);
        QVERIFY(!checked.has_value());
        QVERIFY(checked.error().advice.text().find("PyTorch") != std::string::npos);
        QCOMPARE((*opened)->readText(entry, CrcCheck::Skip).value_or(""), std::string("hello"));
        const auto source = (*opened)->recordSource(entry, CrcCheck::Skip);
        QVERIFY(source.has_value());
        QVERIFY((*source)->readBytes(0, 5).has_value());
    }
}

void TestZipArchive::neverComparesAChecksumOfZero()
{
    ZipBuilder zip;
    zip.add("archive/stored", "hello").crc = 0;
    zip.addDeflated("archive/deflated", "hello").crc = 0;
    const OpenedZip opened = openZip(zip.build().bytes);
    QVERIFY2(opened.has_value(), whyNot(opened).c_str());
    for (const ZipEntry& entry : (*opened)->entries()) {
        QCOMPARE((*opened)->readText(entry).value_or(""), std::string("hello"));
    }
}

void TestZipArchive::findsWholeNames()
{
    const OpenedZip opened = openZip(usualZip().build().bytes);
    QVERIFY2(opened.has_value(), whyNot(opened).c_str());
    const ZipArchive& archive = **opened;
    QVERIFY(archive.find("archive/data.pkl") == &archive.entries()[0]);
    QVERIFY(archive.findRecord("data.pkl") == &archive.entries()[0]);
    // PyTorch does not tell upper from lower case.
    QVERIFY(archive.find("ARCHIVE/Data.Pkl") == &archive.entries()[0]);
    QVERIFY(archive.findRecord("DATA.PKL") == &archive.entries()[0]);
    QVERIFY(archive.twinsOf(archive.entries()[0]).empty());
    for (const char* name : {"data.pkl", "archive/data.pk", "archive/data.pklx", "archive\\data.pkl", ""}) {
        QVERIFY2(archive.find(name) == nullptr, name);
    }
    for (const char* name : {"archive/data.pkl", "../archive/data.pkl", "/data.pkl", ""}) {
        QVERIFY2(archive.findRecord(name) == nullptr, name);
    }
}

void TestZipArchive::inflatesOnTheFirstRead()
{
    ZipBuilder zip;
    zip.addDeflated("archive/code.py", "0123456789");
    const auto file = std::make_shared<FailingSource>(zip.build().bytes);
    const OpenedZip opened = ZipArchive::open(file);
    QVERIFY2(opened.has_value(), whyNot(opened).c_str());
    const int before = file->reads();
    const auto source = (*opened)->recordSource((*opened)->entries()[0]);
    QVERIFY(source.has_value());
    QCOMPARE((*source)->sizeBytes(), std::uint64_t{10});
    QCOMPARE(file->reads(), before);

    const auto middle = (*source)->readBytes(3, 4);
    QVERIFY(middle.has_value());
    QCOMPARE(std::string(reinterpret_cast<const char*>(middle->data()), 4), std::string("3456"));
    const int after = file->reads();
    QVERIFY(after > before);
    QVERIFY((*source)->readBytes(0, 10).has_value());
    QCOMPARE(file->reads(), after);
    QCOMPARE((*source)->readBytes(5, 6).error().code, ErrorCode::Truncated);
}

void TestZipArchive::remembersThatInflatingFailed()
{
    ZipBuilder zip;
    zip.addDeflated("archive/code.py", "0123456789").crc = 1;
    const OpenedZip opened = openZip(zip.build().bytes);
    QVERIFY2(opened.has_value(), whyNot(opened).c_str());
    const auto source = (*opened)->recordSource((*opened)->entries()[0]);
    QVERIFY(source.has_value());
    for (int i = 0; i < 2; ++i) {
        const auto read = (*source)->readBytes(0, 1);
        QVERIFY(!read.has_value());
        QCOMPARE(read.error().code, ErrorCode::ZipCrc);
    }
}

void TestZipArchive::manyRecords_data()
{
    QTest::addColumn<int>("records");
    QTest::addColumn<bool>("zip64");
    QTest::addColumn<int>("count");
    QTest::addColumn<bool>("opens");
    QTest::newRow("65 534, without zip64") << 65534 << false << 65534 << true;
    QTest::newRow("65 535, without zip64") << 65535 << false << 0xFFFF << true;
    QTest::newRow("70 000, without zip64") << 70000 << false << 0xFFFF << true;
    QTest::newRow("70 000, zip64") << 70000 << true << 0xFFFF << true;
    QTest::newRow("70 000, the count wraps around") << 70000 << false << 70000 - 65536 << false;
    QTest::newRow("fewer than the saturated count") << 1000 << false << 0xFFFF << true;
}

void TestZipArchive::manyRecords()
{
    QFETCH(int, records);
    QFETCH(bool, zip64);
    QFETCH(int, count);
    QFETCH(bool, opens);
    ZipBuilder zip;
    zip.zip64End = zip64;
    zip.count = static_cast<std::uint16_t>(count);
    for (int i = 0; i < records; ++i) {
        zip.add("archive/data/" + std::to_string(i), std::to_string(i));
    }
    const OpenedZip opened = openZip(zip.build().bytes);
    if (!opens) {
        QVERIFY(!opened.has_value());
        QCOMPARE(opened.error().code, ErrorCode::ZipDirectory);
        return;
    }
    QVERIFY2(opened.has_value(), whyNot(opened).c_str());
    QCOMPARE((*opened)->entries().size(), static_cast<std::size_t>(records));
    int right = 0;
    for (int i = 0; i < records; ++i) {
        const ZipEntry* entry = (*opened)->findRecord("data/" + std::to_string(i));
        right += entry != nullptr && (*opened)->readText(*entry).value_or("") == std::to_string(i) ? 1 : 0;
    }
    QCOMPARE(right, records);
}

void TestZipArchive::moreThan4GiB()
{
    constexpr std::uint64_t hole = std::uint64_t{5} << 30;
    ZipBuilder zip;
    zip.zip64End = true;
    ZipRecord& storage = zip.add("archive/data/0");
    storage.zip64 = true;
    storage.storedBytes = hole;
    storage.plainBytes = hole;
    ZipRecord& pickle = zip.add("archive/data.pkl", "the pickle");
    pickle.zip64 = true;
    const BuiltZip plan = zip.build();
    pickle.headerOffset = plan.headerOffsets[1] + hole;
    zip.directoryOffset = 0xFFFFFFFF;
    zip.directoryOffset64 = plan.directoryOffset + hole;
    zip.zip64EndOffset = plan.zip64EndOffset + hole;

    const OpenedZip opened =
        ZipArchive::open(std::make_shared<SparseSource>(zip.build().bytes, plan.headerOffsets[1], hole));
    QVERIFY2(opened.has_value(), whyNot(opened).c_str());
    const ZipArchive& archive = **opened;
    const ZipEntry* far = archive.findRecord("data.pkl");
    QVERIFY(far != nullptr);
    QVERIFY(far->dataOffset > hole);
    QCOMPARE(archive.readText(*far).value_or(""), std::string("the pickle"));
    const ZipEntry* big = archive.findRecord("data/0");
    QVERIFY(big != nullptr);
    QCOMPARE(big->plainBytes, hole);
    const auto slice = archive.recordSource(*big);
    QVERIFY(slice.has_value());
    QVERIFY((*slice)->readBytes(hole - 1, 1).has_value());
    QCOMPARE(archive.read(*big).error().code, ErrorCode::LimitExceeded);

    // The directory itself must stay below 4 GiB.
    zip.directoryOffset64 = 0;
    zip.directoryBytes = 0xFFFFFFFF;
    zip.directoryBytes64 = plan.directoryOffset + hole;
    const OpenedZip refused =
        ZipArchive::open(std::make_shared<SparseSource>(zip.build().bytes, plan.headerOffsets[1], hole));
    QVERIFY(!refused.has_value());
    QCOMPARE(refused.error().code, ErrorCode::LimitExceeded);
}

void TestZipArchive::nothingInIt()
{
    for (const bool zip64 : {false, true}) {
        ZipBuilder zip;
        zip.zip64End = zip64;
        const OpenedZip opened = openZip(zip.build().bytes);
        QVERIFY2(opened.has_value(), whyNot(opened).c_str());
        QVERIFY((*opened)->entries().empty());
        QVERIFY((*opened)->prefix().empty());
        QVERIFY((*opened)->findRecord("data.pkl") == nullptr);
    }
}

void TestZipArchive::readsLittleOfBigFiles()
{
    ZipBuilder big;
    for (int i = 0; i < 100; ++i) {
        big.add("archive/data/" + std::to_string(2 * i), std::string(300'000, 'x'));
        big.add("archive/data/" + std::to_string(2 * i + 1), "bias");
    }
    const auto bigFile = std::make_shared<CountingSource>(big.build().bytes);
    QVERIFY(ZipArchive::open(bigFile).has_value());
    // The tail that is searched, the directory, and a header for each record.
    QVERIFY2(bigFile->countedBytes() < 120'000, qPrintable(QString::number(bigFile->countedBytes())));

    ZipBuilder tiny;
    for (int i = 0; i < 10'000; ++i) {
        tiny.add("archive/data/" + std::to_string(i), "bias");
    }
    const auto tinyFile = std::make_shared<CountingSource>(tiny.build().bytes);
    QVERIFY(ZipArchive::open(tinyFile).has_value());
    QVERIFY2(tinyFile->reads() < 20, qPrintable(QString::number(tinyFile->reads())));
}

CAIRN_TEST(TestZipArchive);

} // namespace cairn::tst_zip_archive

#include "tst_zip_archive.moc"
