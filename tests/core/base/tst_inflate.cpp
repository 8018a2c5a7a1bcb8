#include "core/base/files/crc32.h"
#include "core/base/files/inflate.h"
#include "core/formats/zip/inflated_source.h"
#include "tests/support/deflate.h"
#include "tests/support/failing_source.h"
#include "tests/support/resident_peak.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cairn::tst_inflate {

class TestInflate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void unpacks_data();
    void unpacks();
    void refuses_data();
    void refuses();
    void everyCutIsAnError();
    void failedReads();
    void lyingSizeTakesNoMemory();
    void readsRecordsAnywhere();
    void recordsTakeLittleMemory();
    void smallRecordsTakeLittleMemory();
    void refusesRecords_data();
    void refusesRecords();
    void crcOfKnownText();
};

namespace {

std::string noise(std::size_t bytes)
{
    std::mt19937 generator(7); // NOLINT(bugprone-random-generator-seed): the same in every run
    std::string text(bytes, '\0');
    for (char& c : text) {
        c = static_cast<char>(generator() >> 24);
    }
    return text;
}

std::string textOf(const Bytes& bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Lines of text that do not repeat, over some chunks and a part of one.
const std::string& longText()
{
    static const std::string text = [] {
        std::string lines;
        for (std::uint64_t i = 0; lines.size() < 5 * formats::InflatedChunk::kBytes + 1000; ++i) {
            lines += std::to_string(i * 7919) + "\n";
        }
        return lines;
    }();
    return text;
}

struct Record {
    std::shared_ptr<const MemorySource> file;
    formats::ZipEntry entry;
};

Record recordOf(const std::string& plain)
{
    const std::string packed = test::deflateRaw(plain);
    return {std::make_shared<const MemorySource>("head" + packed),
            {.dataOffset = 4,
             .storedBytes = packed.size(),
             .plainBytes = plain.size(),
             .crc = crc32(std::as_bytes(std::span(plain))),
             .method = formats::ZipEntry::kDeflated}};
}

SourcePtr inflated(const Record& record, std::shared_ptr<formats::InflatedChunks> chunks)
{
    return formats::makeInflatedSource(record.file, record.entry, "r", formats::CrcCheck::Verify, std::move(chunks));
}

} // namespace

void TestInflate::unpacks_data()
{
    QTest::addColumn<QByteArray>("plain");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("one byte") << QByteArray("a");
    QTest::newRow("text") << QByteArray("hello hello hello hello");
    QTest::newRow("as big as the first buffer") << QByteArray(256 * 1024, 'x');
    QTest::newRow("one more") << QByteArray(256 * 1024 + 1, 'x');
    QTest::newRow("zeros") << QByteArray(5'000'000, '\0');
    QTest::newRow("noise over many reads") << QByteArray::fromStdString(noise(1'000'000));
}

void TestInflate::unpacks()
{
    QFETCH(QByteArray, plain);
    const std::string packed = test::deflateRaw(plain.toStdString());
    QVERIFY(!packed.empty());
    const MemorySource source("before" + packed + "after");
    const auto result = inflateRaw(source, 6, packed.size(), static_cast<std::uint64_t>(plain.size()));
    QVERIFY2(result.has_value(), result ? "" : result.error().paragraph().c_str());
    QVERIFY(textOf(*result) == plain.toStdString());
}

void TestInflate::refuses_data()
{
    QTest::addColumn<QByteArray>("packed");
    QTest::addColumn<quint64>("plainBytes");
    const std::string packed = test::deflateRaw("hello hello hello hello");
    const QByteArray good = QByteArray::fromStdString(packed);
    QTest::newRow("less than said") << good << quint64{24};
    QTest::newRow("more than said") << good << quint64{22};
    QTest::newRow("something and not nothing") << good << quint64{0};
    QTest::newRow("bytes after the end") << good + "x" << quint64{23};
    QTest::newRow("no stream") << QByteArray() << quint64{0};
    QTest::newRow("bad block type") << QByteArray("\xFF\xFF\xFF") << quint64{10};
    QTest::newRow("back before the start") << QByteArray("\x4B\x04\x61\x00", 4) << quint64{10};
    QTest::newRow("zlib header") << QByteArray("\x78\x9C") + good << quint64{23};
    QTest::newRow("over 1032 to 1") << good << quint64{1032} * (packed.size() + 1);
    QTest::newRow("all there is") << good << ~quint64{0};
}

void TestInflate::refuses()
{
    QFETCH(QByteArray, packed);
    QFETCH(quint64, plainBytes);
    const MemorySource source(packed.toStdString());
    const auto result = inflateRaw(source, 0, static_cast<std::uint64_t>(packed.size()), plainBytes);
    QVERIFY(!result.has_value());
    QCOMPARE(result.error().code, ErrorCode::ZipInflate);
}

void TestInflate::everyCutIsAnError()
{
    const std::string plain = noise(300) + std::string(3000, 'x') + "the end";
    const std::string packed = test::deflateRaw(plain);
    for (std::size_t length = 0; length < packed.size(); ++length) {
        const MemorySource source(std::string_view(packed).substr(0, length));
        QVERIFY(!inflateRaw(source, 0, length, plain.size()).has_value());
        QCOMPARE(inflateRaw(source, 0, packed.size(), plain.size()).error().code, ErrorCode::Truncated);
    }
}

void TestInflate::failedReads()
{
    const std::string plain = noise(600'000);
    const std::string packed = test::deflateRaw(plain);
    const FailingSource whole(packed);
    QVERIFY(inflateRaw(whole, 0, packed.size(), plain.size()).has_value());
    QVERIFY(whole.reads() > 1);
    for (int read = 0; read < whole.reads(); ++read) {
        const FailingSource source(packed, read);
        const auto result = inflateRaw(source, 0, packed.size(), plain.size());
        QVERIFY(!result.has_value());
        QCOMPARE(result.error().code, ErrorCode::ReadFailed);
    }
}

void TestInflate::lyingSizeTakesNoMemory()
{
    const std::string packed = test::deflateRaw(noise(1'000'000));
    const MemorySource source(packed);
    const test::ResidentPeak peak;
    QVERIFY(!inflateRaw(source, 0, packed.size(), 1'000'000'000).has_value());
    if (!test::kSanitized) {
        QVERIFY2(peak.growthBytes() < 16'000'000, qPrintable(QString::number(peak.growthBytes())));
    }
}

void TestInflate::readsRecordsAnywhere()
{
    const std::string& text = longText();
    const Record record = recordOf(text);
    const auto chunks = std::make_shared<formats::InflatedChunks>();
    const SourcePtr source = inflated(record, chunks);
    const SourcePtr twin = inflated(record, chunks);
    std::mt19937 generator(11); // NOLINT(bugprone-random-generator-seed): the same in every run
    for (int i = 0; i < 200; ++i) {
        const std::size_t at = generator() % text.size();
        const std::size_t count = std::min<std::size_t>(generator() % 5'000'000, text.size() - at);
        const auto bytes = (i % 3 == 0 ? twin : source)->readBytes(at, count);
        QVERIFY2(bytes, bytes ? "" : bytes.error().paragraph().c_str());
        QVERIFY(std::ranges::equal(*bytes, std::as_bytes(std::span(text)).subspan(at, count)));
    }
}

/// However many there are, and however large: what is read is not kept.
void TestInflate::recordsTakeLittleMemory()
{
    constexpr std::size_t records = 20;
    Record record = recordOf(longText());
    const std::string packed = test::deflateRaw(longText());
    std::string all;
    for (std::size_t i = 0; i < records; ++i) {
        all += packed;
    }
    record.file = std::make_shared<const MemorySource>(all);
    const auto chunks = std::make_shared<formats::InflatedChunks>();
    std::vector<SourcePtr> sources;
    Bytes some(1 << 20);
    const test::ResidentPeak peak;
    for (std::size_t i = 0; i < records; ++i) {
        record.entry.dataOffset = i * packed.size();
        sources.push_back(inflated(record, chunks));
        const SourcePtr& source = sources.back();
        for (std::uint64_t at = 0; at < source->sizeBytes(); at += some.size()) {
            const auto count = std::min<std::uint64_t>(some.size(), source->sizeBytes() - at);
            QVERIFY(source->readAt(at, std::span(some).first(static_cast<std::size_t>(count))));
        }
    }
    if (!test::kSanitized) { // all of them are twice as much
        QVERIFY2(peak.growthBytes() < 200'000'000, qPrintable(QString::number(peak.growthBytes())));
    }
}

void TestInflate::refusesRecords_data()
{
    QTest::addColumn<quint32>("crc");
    QTest::addColumn<qint64>("plainBytes");
    QTest::addColumn<qint64>("storedBytes");
    QTest::newRow("another checksum") << quint32{1} << qint64{0} << qint64{0};
    QTest::newRow("fewer bytes than it says") << quint32{0} << qint64{1} << qint64{0};
    QTest::newRow("more bytes than it says") << quint32{0} << qint64{-1} << qint64{0};
    QTest::newRow("a stream that ends too early") << quint32{0} << qint64{0} << qint64{-10};
}

/// No part of it is given out, wherever the fault is, unless nobody asks for the checksum.
void TestInflate::refusesRecords()
{
    QFETCH(const quint32, crc);
    QFETCH(const qint64, plainBytes);
    QFETCH(const qint64, storedBytes);
    Record record = recordOf(longText());
    record.entry.crc ^= crc;
    record.entry.plainBytes += static_cast<std::uint64_t>(plainBytes);
    record.entry.storedBytes += static_cast<std::uint64_t>(storedBytes);
    const auto chunks = std::make_shared<formats::InflatedChunks>();
    const SourcePtr unchecked =
        formats::makeInflatedSource(record.file, record.entry, "r", formats::CrcCheck::Skip, chunks);
    QVERIFY(unchecked->readBytes(0, 1000));
    QCOMPARE(unchecked->readBytes(unchecked->sizeBytes() - 10, 10).has_value(), crc != 0);
    const SourcePtr source = inflated(record, chunks);
    for (const std::uint64_t at : {std::uint64_t{0}, source->sizeBytes() / 2, source->sizeBytes() - 10}) {
        const auto read = source->readBytes(at, 10);
        QVERIFY(!read);
        QCOMPARE(read.error().code, crc != 0 ? ErrorCode::ZipCrc : ErrorCode::ZipInflate);
    }
}

void TestInflate::smallRecordsTakeLittleMemory()
{
    constexpr std::uint64_t records = 20'000;
    const std::string plain = "twelve bytes";
    Record record = recordOf(plain);
    std::string all;
    for (std::uint64_t i = 0; i < records; ++i) {
        all += test::deflateRaw(plain);
    }
    record.file = std::make_shared<const MemorySource>(all);
    const auto chunks = std::make_shared<formats::InflatedChunks>();
    std::vector<SourcePtr> sources;
    const test::ResidentPeak peak;
    for (std::uint64_t i = 0; i < records; ++i) {
        record.entry.dataOffset = i * record.entry.storedBytes;
        sources.push_back(inflated(record, chunks));
        QVERIFY(sources.back()->readBytes(0, plain.size()));
    }
    if (!test::kSanitized) {
        QVERIFY2(peak.growthBytes() < 20'000'000, qPrintable(QString::number(peak.growthBytes())));
    }
}

void TestInflate::crcOfKnownText()
{
    const std::string text = "123456789";
    const auto bytes = std::as_bytes(std::span(text));
    QCOMPARE(crc32(bytes), 0xCBF43926U);
    QCOMPARE(crc32(bytes.subspan(4), crc32(bytes.first(4))), 0xCBF43926U);
    QCOMPARE(crc32({}, 5U), 5U);
    QCOMPARE(crc32({}), 0U);
}

CAIRN_TEST(TestInflate);

} // namespace cairn::tst_inflate

#include "tst_inflate.moc"
