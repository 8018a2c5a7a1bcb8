#include "core/formats/zip/zip_archive.h"
#include "tests/support/failing_source.h"
#include "tests/support/test_program.h"
#include "tests/support/zip_samples.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

namespace cairn::tst_zip_refusals {

using namespace cairn::formats;
using namespace cairn::test;

/// Archives that must not open, records that must not be read.
class TestZipRefusals : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refuses_data();
    void refuses();
    void tellsUnwrittenEndsFromMissingOnes();
    void tellsOfTwoReadings_data();
    void tellsOfTwoReadings();
    void refusesARecord_data();
    void refusesARecord();
    void everyTruncation();
    void everyChangedByte();
    void everyFailedRead();
};

namespace {

/// Whatever opens: every record can be asked for, and none of it crashes.
void readAll(const ZipArchive& archive)
{
    for (const ZipEntry& entry : archive.entries()) {
        static_cast<void>(archive.read(entry));
        if (const auto source = archive.recordSource(entry)) {
            static_cast<void>((*source)->readBytes(0, (*source)->sizeBytes()));
        }
    }
}

} // namespace

void TestZipRefusals::refuses_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, ErrorCode code, const QByteArray& bytes) {
        QTest::newRow(name) << bytes << static_cast<int>(code);
    };
    const auto bad = [&](const char* name, ErrorCode code, const std::function<void(ZipBuilder&, ZipRecord&)>& change,
                         bool torchLayout = true) { row(name, code, changedZip(torchLayout, change)); };

    row("nothing", ErrorCode::ZipBroken, QByteArray());
    row("only a local header", ErrorCode::ZipBroken, QByteArray("PK\3\4") + QByteArray(200, '\0'));
    row("second half missing", ErrorCode::ZipBroken, bytesOf(usualZip()).left(300));
    bad("more than 64 KiB of junk", ErrorCode::ZipBroken,
        [](ZipBuilder& zip, ZipRecord&) { zip.trailing = std::string(65537, 'j'); });
    bad("comment cut short", ErrorCode::Truncated,
        [](ZipBuilder& zip, ZipRecord&) { zip.commentBytes = std::uint16_t{1}; });

    // End records.
    bad(
        "directory beyond the end", ErrorCode::ZipDirectory,
        [](ZipBuilder& zip, ZipRecord&) { zip.directoryOffset = 0x7FFFFFFF; }, false);
    bad(
        "directory over its end record", ErrorCode::ZipDirectory,
        [](ZipBuilder& zip, ZipRecord&) { zip.directoryBytes = 300; }, false);
    bad(
        "directory of nearly 4 GiB", ErrorCode::ZipDirectory,
        [](ZipBuilder& zip, ZipRecord&) { zip.directoryBytes = 0xFFFFFFFE; }, false);
    bad(
        "saturated offset, but no zip64 record", ErrorCode::ZipDirectory,
        [](ZipBuilder& zip, ZipRecord&) { zip.directoryOffset = 0xFFFFFFFF; }, false);
    bad(
        "directory too short", ErrorCode::ZipDirectory, [](ZipBuilder& zip, ZipRecord&) { zip.directoryBytes = 150; },
        false);
    bad(
        "directory begins late", ErrorCode::ZipDirectory,
        [](ZipBuilder& zip, ZipRecord&) {
            zip.directoryOffset = 200;
            zip.directoryBytes = 150;
        },
        false);
    bad(
        "counts too few", ErrorCode::ZipDirectory, [](ZipBuilder& zip, ZipRecord&) { zip.count = std::uint16_t{2}; },
        false);
    bad(
        "counts none", ErrorCode::ZipDirectory, [](ZipBuilder& zip, ZipRecord&) { zip.count = std::uint16_t{0}; },
        false);
    bad("end records tell different counts", ErrorCode::ZipDirectory,
        [](ZipBuilder& zip, ZipRecord&) { zip.count64 = 2; });
    bad(
        "counts one too many", ErrorCode::ZipDirectory,
        [](ZipBuilder& zip, ZipRecord&) { zip.count = std::uint16_t{4}; }, false);
    bad(
        "counts far too many", ErrorCode::ZipDirectory,
        [](ZipBuilder& zip, ZipRecord&) { zip.count = std::uint16_t{0xFFFE}; }, false);
    bad(
        "counts fewer here than in all", ErrorCode::ZipUnsupported,
        [](ZipBuilder& zip, ZipRecord&) { zip.countHere = std::uint16_t{1}; }, false);
    bad(
        "second disk", ErrorCode::ZipUnsupported, [](ZipBuilder& zip, ZipRecord&) { zip.disk = std::uint16_t{2}; },
        false);
    bad("second disk in the zip64 locator", ErrorCode::ZipUnsupported,
        [](ZipBuilder& zip, ZipRecord&) { zip.locatorDisk = 2; });
    bad("record on another disk", ErrorCode::ZipUnsupported, [](ZipBuilder&, ZipRecord& record) { record.disk = 2; });

    bad("record on another disk, said in a zip64 block", ErrorCode::ZipUnsupported, [](ZipBuilder&, ZipRecord& record) {
        record.disk = 0xFFFF;
        record.directoryExtra = std::string("\1\0\4\0\2\0\0\0", 8);
    });

    // Zip64 end records.
    bad("zip64 record beyond its locator", ErrorCode::ZipDirectory,
        [](ZipBuilder& zip, ZipRecord&) { zip.zip64EndOffset = ~std::uint64_t{0}; });
    bad("zip64 record where it has no room", ErrorCode::ZipDirectory,
        [](ZipBuilder& zip, ZipRecord&) { zip.zip64EndOffset = zip.build().zip64EndOffset + 1; });
    bad("no zip64 record where the locator points", ErrorCode::ZipDirectory,
        [](ZipBuilder& zip, ZipRecord&) { zip.zip64EndOffset = 0; });
    bad("bytes before the archive", ErrorCode::ZipDirectory,
        [](ZipBuilder& zip, ZipRecord&) { zip.zip64EndOffset = zip.build().zip64EndOffset - 30; });
    bad("zip64 record too small", ErrorCode::ZipDirectory, [](ZipBuilder& zip, ZipRecord&) { zip.zip64EndBytes = 43; });
    bad("zip64 record too big", ErrorCode::ZipDirectory, [](ZipBuilder& zip, ZipRecord&) { zip.zip64EndBytes = 45; });
    bad("zip64 record of nearly 2^64 bytes", ErrorCode::ZipDirectory,
        [](ZipBuilder& zip, ZipRecord&) { zip.zip64EndBytes = ~std::uint64_t{0} - 5; });
    bad("end records tell different sizes", ErrorCode::ZipDirectory,
        [](ZipBuilder& zip, ZipRecord&) { zip.directoryBytes64 = 200; });
    bad("end records tell different offsets", ErrorCode::ZipDirectory,
        [](ZipBuilder& zip, ZipRecord&) { zip.directoryOffset64 = 64; });
    bad("zip64 count of 2^62", ErrorCode::ZipDirectory, [](ZipBuilder& zip, ZipRecord&) {
        zip.count = std::uint16_t{0xFFFF};
        zip.count64 = std::uint64_t{1} << 62;
    });
    bad("zip64 size and offset that overflow", ErrorCode::ZipDirectory, [](ZipBuilder& zip, ZipRecord&) {
        zip.directoryBytes = 0xFFFFFFFF;
        zip.directoryBytes64 = ~std::uint64_t{0} - 100;
    });

    // Directory entries.
    bad(
        "name past the directory", ErrorCode::ZipDirectory,
        [](ZipBuilder& zip, ZipRecord&) {
            zip.add("archive/long-name");
            zip.directoryBytes = static_cast<std::uint32_t>(zip.build().endOffset - zip.build().directoryOffset - 5);
        },
        false);
    bad("header beyond the directory", ErrorCode::ZipDirectory,
        [](ZipBuilder&, ZipRecord& record) { record.headerOffset = 1U << 31; });
    bad("header of nearly 2^64", ErrorCode::ZipDirectory, [](ZipBuilder&, ZipRecord& record) {
        record.zip64 = true;
        record.headerOffset = ~std::uint64_t{0} - 20;
    });
    bad("data past the directory", ErrorCode::ZipDirectory, [](ZipBuilder&, ZipRecord& record) {
        record.storedBytes = 5000;
        record.plainBytes = 5000;
    });
    bad("data of nearly 2^64", ErrorCode::ZipDirectory, [](ZipBuilder&, ZipRecord& record) {
        record.zip64 = true;
        record.storedBytes = ~std::uint64_t{0} - 20;
        record.plainBytes = record.storedBytes;
    });
    bad("saturated size without a zip64 block", ErrorCode::ZipDirectory,
        [](ZipBuilder&, ZipRecord& record) { record.storedBytes = 0xFFFFFFFF; });
    bad("zip64 block too short", ErrorCode::ZipDirectory, [](ZipBuilder&, ZipRecord& record) {
        record.storedBytes = 0xFFFFFFFF;
        record.plainBytes = 0xFFFFFFFF;
        record.directoryExtra = std::string("\1\0\x8\0\x10\0\0\0\0\0\0\0", 12);
    });
    bad("zip64 block past the entry", ErrorCode::ZipDirectory, [](ZipBuilder&, ZipRecord& record) {
        record.storedBytes = 0xFFFFFFFF;
        record.directoryExtra = std::string("\1\0\x9\0\x10\0\0\0\0\0\0\0", 12);
    });
    bad("stored with two sizes", ErrorCode::ZipDirectory,
        [](ZipBuilder&, ZipRecord& record) { record.plainBytes = 17; });
    bad("folder by its name with bytes", ErrorCode::ZipDirectory,
        [](ZipBuilder& zip, ZipRecord&) { zip.add("archive/folder/", "bytes"); });
    bad("folder by its attributes with bytes", ErrorCode::ZipDirectory,
        [](ZipBuilder&, ZipRecord& record) { record.attributes = 0x10; });
    bad("NUL in a name", ErrorCode::ZipBadName,
        [](ZipBuilder&, ZipRecord& record) { record.name = std::string("archive/data/0\0x", 16); });
    bad("no name", ErrorCode::ZipBadName, [](ZipBuilder&, ZipRecord& record) { record.name.clear(); });

    // Local headers.
    bad("no local header", ErrorCode::ZipHeaderMismatch,
        [](ZipBuilder&, ZipRecord& record) { record.localSignature = 0x04034B51; });
    bad("two names for one header", ErrorCode::ZipOverlap,
        [](ZipBuilder&, ZipRecord& record) { record.headerOffset = 0; });
    bad("header in the middle of nowhere", ErrorCode::ZipHeaderMismatch,
        [](ZipBuilder&, ZipRecord& record) { record.headerOffset = 5; });
    bad("data slides into the next record", ErrorCode::ZipOverlap,
        [](ZipBuilder&, ZipRecord& record) { record.localExtraBytes = std::uint16_t{120}; });
    bad("data slides into the directory", ErrorCode::ZipOverlap,
        [](ZipBuilder& zip, ZipRecord&) { zip.add("archive/z", "z").localExtraBytes = std::uint16_t{0xFFFF}; });
    bad("a record inside another one", ErrorCode::ZipOverlap, [](ZipBuilder& zip, ZipRecord&) {
        ZipBuilder inner;
        inner.torchLayout = true;
        inner.add("archive/inner", "hidden");
        zip.add("archive/outer", inner.build().bytes);
        const std::uint64_t offset = zip.build().bytes.find("PK\3\4", zip.build().headerOffsets[3] + 4);
        zip.add("archive/inner", "hidden").headerOffset = offset;
    });
    bad(
        "a record longer than it is", ErrorCode::ZipOverlap,
        [](ZipBuilder&, ZipRecord& record) {
            record.storedBytes = 16 + 17;
            record.plainBytes = 16 + 17;
        },
        false);
}

void TestZipRefusals::refuses()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, code);
    const OpenedZip opened = openZip(bytes.toStdString());
    QVERIFY(!opened.has_value());
    QVERIFY2(static_cast<int>(opened.error().code) == code, whyNot(opened).c_str());
}

/// A download that has its full size, and one that has not: each wants another thing to be looked at.
void TestZipRefusals::tellsUnwrittenEndsFromMissingOnes()
{
    QByteArray whole = bytesOf(usualZip());
    const qsizetype there = whole.indexOf("PK\1\2"); // up to the table of contents
    QVERIFY(there > 0 && whole.size() - there > 64);
    whole[there - 1] = 'x';
    const OpenedZip unwritten = openZip((whole.left(there) + QByteArray(whole.size() - there, '\0')).toStdString());
    QVERIFY(!unwritten);
    QVERIFY2(unwritten.error().what.text().contains("ends in zeros"), unwritten.error().what.text().c_str());
    QCOMPARE(unwritten.error().offset.value_or(0), static_cast<std::uint64_t>(there));
    const OpenedZip missing = openZip(whole.left(there).toStdString());
    QVERIFY(!missing);
    QVERIFY2(missing.error().what.text().contains("cut short"), missing.error().what.text().c_str());
}

/// What PyTorch reads in one way and another program in another: it opens as with PyTorch, and says so.
void TestZipRefusals::tellsOfTwoReadings_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto both = [](const char* name, const std::function<void(ZipBuilder&, ZipRecord&)>& change) {
        QTest::newRow(name) << changedZip(true, change);
    };
    both("end record in the comment",
         [](ZipBuilder& zip, ZipRecord&) { zip.comment = std::string("PK\5\6") + std::string(18, '\0'); });
    both("end record in the middle of the comment",
         [](ZipBuilder& zip, ZipRecord&) { zip.comment = std::string("see PK\5\6") + std::string(40, '\0'); });
    both("twice the same name", [](ZipBuilder& zip, ZipRecord&) { zip.add("archive/data.pkl", "another"); });
    both("the same name in another case", [](ZipBuilder& zip, ZipRecord&) { zip.add("archive/DATA.PKL", "another"); });
    both("other name in the local header", [](ZipBuilder&, ZipRecord& record) { record.localName = "archive/data/9"; });
    both("shorter name in the local header",
         [](ZipBuilder&, ZipRecord& record) { record.localName = "archive/data/"; });
    both("name in another case in the local header",
         [](ZipBuilder&, ZipRecord& record) { record.localName = "archive/Data/0"; });
}

void TestZipRefusals::tellsOfTwoReadings()
{
    QFETCH(QByteArray, bytes);
    const OpenedZip opened = openZip(bytes.toStdString());
    QVERIFY2(opened.has_value(), whyNot(opened).c_str());
    const auto issues = (*opened)->issues();
    QVERIFY(std::ranges::any_of(issues, [](const Issue& issue) {
        return issue.code == ErrorCode::Ambiguous && issue.severity == Severity::Error;
    }));
}

void TestZipRefusals::refusesARecord_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("code");
    const auto bad = [](const char* name, ErrorCode code, const std::function<void(ZipRecord&)>& change) {
        const QByteArray bytes = changedZip(true, [&](ZipBuilder&, ZipRecord& record) {
            record.data = "hello hello hello hello";
            change(record);
        });
        QTest::newRow(name) << bytes << static_cast<int>(code);
    };

    bad("encrypted", ErrorCode::ZipUnsupported, [](ZipRecord& record) { record.flags = 1; });
    bad("encrypted, with the bytes that adds", ErrorCode::ZipUnsupported, [](ZipRecord& record) {
        record.flags = 1;
        record.packed = record.data + "twelve more.";
    });
    bad("strong encryption", ErrorCode::ZipUnsupported, [](ZipRecord& record) { record.flags = 1U << 6; });
    bad("masked header", ErrorCode::ZipUnsupported, [](ZipRecord& record) { record.flags = 1U << 13; });
    bad("patch data", ErrorCode::ZipUnsupported, [](ZipRecord& record) { record.flags = 1U << 5; });
    bad("method 99", ErrorCode::ZipUnsupported, [](ZipRecord& record) { record.method = std::uint16_t{99}; });
    bad("deflate64", ErrorCode::ZipUnsupported, [](ZipRecord& record) { record.method = std::uint16_t{9}; });
    bad("wrong checksum, stored", ErrorCode::ZipCrc, [](ZipRecord& record) { record.crc = 0x12345678; });
    bad("wrong checksum, deflated", ErrorCode::ZipCrc, [](ZipRecord& record) {
        record.deflated = true;
        record.crc = 0x12345678;
    });
    bad("broken deflate", ErrorCode::ZipInflate, [](ZipRecord& record) {
        record.deflated = true;
        record.packed = std::string(20, '\xFF');
    });
    bad("inflates to more", ErrorCode::ZipInflate, [](ZipRecord& record) {
        record.deflated = true;
        record.plainBytes = 22;
    });
    bad("inflates to less", ErrorCode::ZipInflate, [](ZipRecord& record) {
        record.deflated = true;
        record.plainBytes = 24;
    });
    bad("claims more than deflate can do", ErrorCode::ZipInflate, [](ZipRecord& record) {
        record.deflated = true;
        record.plainBytes = 1'000'000;
    });
    bad("claims 2^63 bytes", ErrorCode::ZipInflate, [](ZipRecord& record) {
        record.deflated = true;
        record.zip64 = true;
        record.plainBytes = std::uint64_t{1} << 63;
    });
}

void TestZipRefusals::refusesARecord()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, code);
    const OpenedZip opened = openZip(bytes.toStdString());
    QVERIFY2(opened.has_value(), whyNot(opened).c_str());
    const ZipArchive& archive = **opened;

    const auto read = archive.read(archive.entries()[1]);
    QVERIFY(!read.has_value());
    QCOMPARE(static_cast<int>(read.error().code), code);
    QCOMPARE(static_cast<int>(archive.readText(archive.entries()[1]).error().code), code);
    // The others are as good as ever.
    QCOMPARE(archive.readText(archive.entries()[0]).value_or(""), std::string("the pickle"));

    const auto source = archive.recordSource(archive.entries()[1]);
    if (archive.entries()[1].method == ZipArchive::kStored && code == static_cast<int>(ErrorCode::ZipCrc)) {
        QVERIFY(source.has_value()); // a slice of the file is not read as a whole, so not checked
    } else if (source) {
        const auto first = (*source)->readBytes(0, 1);
        QVERIFY(!first.has_value());
        QCOMPARE(static_cast<int>(first.error().code), code);
    } else {
        QCOMPARE(static_cast<int>(source.error().code), code);
    }
}

void TestZipRefusals::everyTruncation()
{
    for (const bool torchLayout : {true, false}) {
        ZipBuilder zip = usualZip(torchLayout);
        zip.addDeflated("archive/code.py", "0123456789");
        const std::string bytes = zip.build().bytes;
        QVERIFY(openZip(bytes).has_value());
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            const OpenedZip opened = openZip(std::string_view(bytes).substr(0, length));
            QVERIFY2(!opened.has_value(), qPrintable(QString::number(length)));
            QCOMPARE(opened.error().code, ErrorCode::ZipBroken);
        }
    }
}

void TestZipRefusals::everyChangedByte()
{
    // It may or may not matter, but nothing crashes.
    int stillOpen = 0;
    for (const bool torchLayout : {true, false}) {
        ZipBuilder zip = usualZip(torchLayout);
        zip.addDeflated("archive/code.py", "0123456789");
        const std::string bytes = zip.build().bytes;
        for (std::size_t place = 0; place < bytes.size(); ++place) {
            for (const char change : {'\x01', '\x80', '\xFF'}) {
                std::string other = bytes;
                other[place] = static_cast<char>(other[place] ^ change);
                if (const OpenedZip opened = openZip(other)) {
                    readAll(**opened);
                    ++stillOpen;
                }
            }
        }
    }
    QVERIFY(stillOpen > 0);
}

void TestZipRefusals::everyFailedRead()
{
    ZipBuilder zip = usualZip();
    zip.addDeflated("archive/code.py", "0123456789");
    const std::string bytes = zip.build().bytes;
    const auto whole = std::make_shared<FailingSource>(bytes);
    QVERIFY(ZipArchive::open(whole).has_value());
    QVERIFY(whole->reads() >= 5); // tail, locator, zip64 record, directory, headers
    for (int read = 0; read < whole->reads(); ++read) {
        const OpenedZip opened = ZipArchive::open(std::make_shared<FailingSource>(bytes, read));
        QVERIFY(!opened.has_value());
        QCOMPARE(opened.error().code, ErrorCode::ReadFailed);
    }
    const OpenedZip opened = ZipArchive::open(std::make_shared<FailingSource>(bytes, whole->reads()));
    QVERIFY2(opened.has_value(), whyNot(opened).c_str());
    for (const ZipEntry& entry : (*opened)->entries()) {
        QCOMPARE((*opened)->read(entry).error().code, ErrorCode::ReadFailed);
    }
}

CAIRN_TEST(TestZipRefusals);

} // namespace cairn::tst_zip_refusals

#include "tst_zip_refusals.moc"
