#include "core/checkpoint/read_budget.h"
#include "core/checkpoint/readers/open.h"
#include "core/formats/pickle/pickle_text.h"
#include "tests/support/allocation_watch.h"
#include "tests/support/pickle_builder.h"
#include "tests/support/test_program.h"
#include "tests/support/zip_builder.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace cairn::tst_limits {

using namespace cairn::checkpoint;
using namespace Qt::StringLiterals;
using cairn::test::AllocationWatch;
using cairn::test::PickleBuilder;
using cairn::test::ZipBuilder;

namespace {

constexpr std::size_t kMega = 1'000'000;
constexpr std::size_t kMaxBytes = 500 * kMega; ///< of memory, for any file below 10 MB

std::string repeated(std::string_view unit, std::size_t times)
{
    std::string text(unit);
    while (text.size() < unit.size() * times) {
        text.append(text, 0, unit.size() * times - text.size());
    }
    return text;
}

/// A torch zip whose pickle is compressed.
std::string packed(std::string pickle)
{
    ZipBuilder zip;
    zip.addDeflated("archive/data.pkl", std::move(pickle));
    zip.add("archive/version", "3\n");
    return zip.build().bytes;
}

/// A .pt2 that holds `inner` as its weights.
std::string exported(std::string inner, bool deflated)
{
    ZipBuilder zip;
    zip.add("archive/archive_format", "pt2");
    if (deflated) {
        zip.addDeflated("archive/data/weights/model.pt", std::move(inner));
    } else {
        zip.add("archive/data/weights/model.pt", std::move(inner));
    }
    return zip.build().bytes;
}

Result<CheckpointPtr> opened(std::string_view bytes)
{
    return openCheckpoint(std::make_shared<MemorySource>(bytes), "a file");
}

bool saysTooMuch(const Result<CheckpointPtr>& result)
{
    if (!result) {
        return result.error().code == ErrorCode::LimitExceeded;
    }
    return std::ranges::any_of((*result)->issues(),
                               [](const Issue& issue) { return issue.code == ErrorCode::LimitExceeded; });
}

/// The number that two's complement bytes stand for, modulo `divisor`.
std::uint64_t remainderOf(std::string_view bytes, std::uint64_t divisor)
{
    std::uint64_t remainder = 0;
    for (auto byte = bytes.rbegin(); byte != bytes.rend(); ++byte) {
        remainder = (remainder * 256 + static_cast<unsigned char>(*byte)) % divisor;
    }
    return remainder;
}

std::uint64_t remainderOfDigits(std::string_view digits, std::uint64_t divisor)
{
    std::uint64_t remainder = 0;
    for (const char digit : digits) {
        remainder = (remainder * 10 + static_cast<std::uint64_t>(digit - '0')) % divisor;
    }
    return remainder;
}

} // namespace

/// However small a file is, opening it takes no more than its size allows.
class TestLimits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesWhatUnpacksToMuch_data();
    void refusesWhatUnpacksToMuch();
    void opensWhatIsOrdinary_data();
    void opensWhatIsOrdinary();
    void nestedArchives_data();
    void nestedArchives();
    void wideListsTakeNoListOfRows();
    void sharedArgumentsArePutInWordsOnce();
    void budgetIsShared();
    void longNumbers();
};

void TestLimits::refusesWhatUnpacksToMuch_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* name, const std::string& bytes) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes);
    };
    const std::string start = "\x80\x02";
    row("lists in a list", packed(start + '(' + repeated("]", 8 * kMega) + "l."));
    row("one value in a list again and again", packed(start + "](" + repeated("N", 20 * kMega) + "e."));
    row("lists thrown away", packed(start + repeated("]0", 10 * kMega) + "N."));
    row("values thrown away", packed(start + repeated("N0", 20 * kMega) + "N."));
    row("marks", packed(start + repeated("(", 10 * kMega) + "N."));
    row("memo", packed(start + "]" + repeated("\x94", 20 * kMega) + "."));
    std::string far = start + "]";
    for (std::uint32_t i = 0; i < 2 * kMega; ++i) {
        far += 'r';
        ZipBuilder::put(far, 0xFFFFFFFF - i, 4);
    }
    row("memo entries far away", packed(far + "."));
    std::string names = start;
    for (std::uint32_t i = 0; i < 3 * kMega / 10; ++i) {
        names += "ca" + std::to_string(i) + "\nb\n0";
    }
    row("names", packed(names + "N."));
    std::string nested = start + "X\xFA" + std::string(3, '\0') + std::string(250, 'k') + "q\1" + "0}";
    constexpr std::size_t levels = 990;
    nested += repeated("h\1}", levels) + "h\1(" + repeated("N", kMega) + 'l' + repeated("s", levels + 1) + '.';
    row("a long path above a million values", nested);
    const std::string shape = '(' + repeated("K\1", 64) + "tq\1" + "0";
    const std::string storage = "((X\7" + std::string(3, '\0') + "storagectorch\nFloatStorage\nX\1" +
                                std::string(3, '\0') + "0X\3" + std::string(3, '\0') + "cpuK\1tQq\2" +
                                "0ctorch._utils\n_rebuild_tensor_v2\nq\3" + "0]";
    row("tensors of many dimensions", packed(start + shape + storage.substr(1) + '(' +
                                             repeated(std::string("h\3(h\2K\0h\1h\1\x89NtR", 15), 600'000) + "e."));
    const std::string ones = "\"1\"" + repeated(",\"1\"", 63);
    ZipBuilder model;
    model.add("archive/version", "1\n");
    model.add("archive/model.json", R"({"mainModule":{"name":"m","parameters":[{"name":"p"})" +
                                        repeated(",{\"name\":\"p\"}", 400'000) +
                                        R"(]},"tensors":[{"dataType":"FLOAT",)" + "\"dims\":[" + ones +
                                        "],\"strides\":[" + ones + R"(],"device":"cpu","data":{"key":"tensors/0"}}]})");
    row("one tensor as all parameters of a model", model.build().bytes);
    row("a bomb in a bomb", exported(packed(start + '(' + repeated("]", 8 * kMega) + "l."), true));
    ZipBuilder package;
    package.add("archive/.data/version", "3\n");
    for (int i = 0; i < 50; ++i) {
        package.addDeflated("archive/m" + std::to_string(i) + ".pkl", start + '(' + repeated("]", kMega) + "l.");
    }
    row("fifty small bombs", package.build().bytes);
    std::string array = "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }\n";
    array = std::string("\x93NUMPY\1\0", 8) + static_cast<char>(array.size()) + '\0' + array;
    ZipBuilder arrays;
    arrays.addDeflated("a.npy", array + start + "](" + repeated("K\1", 50 * kMega) + "e.");
    row("an array of objects", arrays.build().bytes);
}

void TestLimits::refusesWhatUnpacksToMuch()
{
    QFETCH(const QByteArray, bytes);
    QVERIFY(bytes.size() < static_cast<qsizetype>(10 * kMega));
    const AllocationWatch watch;
    const auto result = opened({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    QVERIFY2(watch.peakBytes() < kMaxBytes, qPrintable(QString::number(watch.peakBytes())));
    QVERIFY(saysTooMuch(result));
}

void TestLimits::opensWhatIsOrdinary_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("rows");
    const std::string start = "\x80\x02";
    QTest::newRow("compressed, a million numbers")
        << QByteArray::fromStdString(packed(start + "](" + repeated("K\1", kMega) + "e.")) << int{kMega} + 1;
    QTest::newRow("stored, two million flags")
        << QByteArray::fromStdString(start + "](" + repeated("\x88", 2 * kMega) + "e.") << int{2 * kMega} + 1;
    QTest::newRow("stored, lists of lists")
        << QByteArray::fromStdString(start + "](" + repeated("]q\1", kMega) + "e.") << int{kMega} + 1;
}

void TestLimits::opensWhatIsOrdinary()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const int, rows);
    const AllocationWatch watch;
    const auto result = opened({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    QVERIFY2(result.has_value(), result ? "" : result.error().paragraph().c_str());
    QCOMPARE(static_cast<int>((*result)->entries().size()), rows);
    QVERIFY2(watch.peakBytes() < kMaxBytes, qPrintable(QString::number(watch.peakBytes())));
}

void TestLimits::nestedArchives_data()
{
    QTest::addColumn<int>("levels");
    QTest::addColumn<bool>("deflated");
    QTest::addColumn<bool>("tooDeep");
    QTest::newRow("seven") << 7 << false << false;
    QTest::newRow("eight") << 8 << false << false;
    QTest::newRow("nine") << 9 << false << true;
    QTest::newRow("two thousand") << 2000 << false << true;
    QTest::newRow("nine, compressed") << 9 << true << true;
}

void TestLimits::nestedArchives()
{
    QFETCH(const int, levels);
    QFETCH(const bool, deflated);
    QFETCH(const bool, tooDeep);
    std::string bytes = packed(std::string("\x80\x02}X\5\0\0\0innerNs.", 16));
    for (int i = 0; i < levels; ++i) {
        bytes = exported(std::move(bytes), deflated);
    }
    const auto result = opened(bytes);
    QVERIFY2(result.has_value(), result ? "" : result.error().paragraph().c_str());
    QCOMPARE(saysTooMuch(result), tooDeep);
    const Checkpoint& checkpoint = **result;
    const bool showsInner = std::ranges::any_of(
        checkpoint.entries(), [&](const Entry& entry) { return checkpoint.keyText(entry) == "inner"; });
    QCOMPARE(showsInner, !tooDeep);
}

/// What a row takes: 52 bytes, and for what the pickle holds about as much. Nothing else may grow with their number.
void TestLimits::wideListsTakeNoListOfRows()
{
    constexpr std::size_t lists = 500'000;
    const std::string bytes = "\x80\x02](" + repeated("]Na", lists) + "e.";
    const AllocationWatch watch;
    const auto result = opened(bytes);
    QVERIFY2(result.has_value(), result ? "" : result.error().paragraph().c_str());
    QCOMPARE((*result)->entries().size(), 2 * lists + 1);
    constexpr std::size_t mostOfRow = 160;
    QVERIFY2(watch.peakBytes() < mostOfRow * 2 * lists, qPrintable(QString::number(watch.peakBytes())));
}

void TestLimits::sharedArgumentsArePutInWordsOnce()
{
    constexpr std::uint32_t function = 1;
    constexpr std::uint32_t arguments = 2;
    PickleBuilder pickle;
    pickle.global("builtins", "complex").put(function).op('0');
    pickle.real(0.5).real(0.25).tuple(2).put(arguments).op('0').emptyList().mark();
    for (int i = 0; i < 2; ++i) {
        pickle.get(function).get(arguments).reduce();
    }
    pickle.get(function).real(1).real(2).tuple(2).reduce();
    const auto result = opened(pickle.appends().finish());
    QVERIFY2(result.has_value(), result ? "" : result.error().paragraph().c_str());
    const std::span<const Entry> rows = (*result)->entries();
    QCOMPARE(rows.size(), 4U);
    QCOMPARE((*result)->valueText(rows[1]), "(0.5+0.25j)");
    QCOMPARE((*result)->typeName(rows[2]), "complex");
    QCOMPARE((*result)->valueText(rows[3]), "(1+2j)");
    QCOMPARE(rows[2].payload, rows[1].payload); // its place in the pool of texts
}

void TestLimits::budgetIsShared()
{
    ReadBudget budget(1000);
    QVERIFY(budget.takeUnpacked(ReadBudget::kUnpackedBase));
    QVERIFY(budget.takeUnpacked(ReadBudget::kUnpackedFactor * 1000));
    QVERIFY(!budget.takeUnpacked(1));
    QVERIFY(budget.takeRows(ReadBudget::kRowsBase, 0));
    QVERIFY(budget.hasRows(250));
    QVERIFY(!budget.takeRows(251, 0));
    QVERIFY(budget.takeRows(249, ReadBudget::kShownBase));
    QVERIFY(!budget.takeRows(1, ReadBudget::kShownFactor * 1000 + 1));
    QVERIFY(budget.takeRows(1, ReadBudget::kShownFactor * 1000));
    budget.takeGraph(~std::uint64_t{0});
    QCOMPARE(budget.graphBytes(), std::uint64_t{0});
    // Nothing wraps around, whatever size a source claims.
    QVERIFY(ReadBudget(~std::uint64_t{0}).graphBytes() > ReadBudget(kMega).graphBytes());
}

void TestLimits::longNumbers()
{
    for (const std::size_t length : {20U, 27U, 28U, 100U, 1000U, 4299U, 4300U}) {
        std::string digits;
        for (std::size_t i = 0; i < length; ++i) {
            digits += static_cast<char>('1' + (i * 7 + i / 3) % 9);
        }
        const auto positive = formats::parsePickleInteger(digits);
        const auto negative = formats::parsePickleInteger("-" + digits + "L");
        QVERIFY(positive && negative);
        const std::string& bytes = std::get<std::string>(*positive);
        std::string sum = std::get<std::string>(*negative);
        QCOMPARE(sum.size(), bytes.size());
        for (const std::uint64_t divisor : {65'521U, 1'000'003U, 16'777'213U}) {
            QCOMPARE(remainderOf(bytes, divisor), remainderOfDigits(digits, divisor));
        }
        unsigned carry = 0;
        for (std::size_t i = 0; i < sum.size(); ++i) { // a number and its opposite
            carry += static_cast<unsigned char>(sum[i]) + static_cast<unsigned>(static_cast<unsigned char>(bytes[i]));
            QCOMPARE(carry & 0xFF, 0U);
            carry >>= 8;
        }
    }
    QVERIFY(!formats::parsePickleInteger(std::string(4301, '9')));
}

CAIRN_TEST(TestLimits, QCoreApplication);

} // namespace cairn::tst_limits

#include "tst_limits.moc"
