#include "core/base/files/crc32.h"
#include "core/base/files/inflate.h"
#include "tests/support/deflate.h"
#include "tests/support/failing_source.h"
#include "tests/support/resident_peak.h"
#include "tests/support/test_program.h"

#include <random>
#include <span>
#include <string>

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
