#include "core/base/progress.h"
#include "core/values/comparison.h"
#include "core/values/float_sums.h"
#include "core/values/histogram.h"
#include "core/values/slice_overview.h"
#include "core/values/small_float.h"
#include "core/values/statistics.h"
#include "core/values/tensor_slice.h"
#include "core/values/value_difference.h"
#include "tests/support/checkpoint_model.h"
#include "tests/support/test_program.h"

#include <QRandomGenerator>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace cairn::tst_values {

using namespace cairn::values;
using cairn::test::Dims;
using cairn::test::Model;
using checkpoint::ByteOrder;
using checkpoint::CheckpointPtr;
using checkpoint::Tensor;
using formats::Dtype;

namespace {

template <typename T>
Bytes bytesOf(const std::vector<T>& numbers)
{
    Bytes bytes(numbers.size() * sizeof(T));
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
    return bytes;
}

CheckpointPtr oneTensor(const Bytes& bytes, Dtype dtype, const Dims& sizes, const Dims& strides, bool conj = false,
                        bool neg = false)
{
    Model model;
    Tensor& tensor = model.tensor("t", model.storage(bytes), dtype, sizes, strides);
    tensor.conj = conj;
    tensor.neg = neg;
    return model.build();
}

std::vector<float> countTo(std::size_t count)
{
    std::vector<float> numbers(count);
    for (std::size_t i = 0; i < count; ++i) {
        numbers[i] = static_cast<float>(i);
    }
    return numbers;
}

SlicePlace place(std::vector<std::uint64_t> index, int rowAxis, int columnAxis, std::uint64_t rows,
                 std::uint64_t columns)
{
    return {.index = std::move(index), .rowAxis = rowAxis, .columnAxis = columnAxis, .rows = rows, .columns = columns};
}

QString textOf(const Result<TensorSlice>& slice, NumberFormat format = NumberFormat::Exact)
{
    return slice ? QString::fromStdString(sliceText(*slice, format, ' '))
                 : QString::fromStdString(slice.error().what.text());
}

} // namespace

/// Statistics, slices and differences of the numbers in tensors. What PyTorch says of them is compared by an oracle.
class tst_Values : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void smallFloats_data();
    void smallFloats();
    void statistics();
    void manyThreads();
    void farFromZero();
    void floatsWithoutDoubles_data();
    void floatsWithoutDoubles();
    void signBits();
    void histogramEnds();
    void histogramOfLargeNumbers();
    void overviewOfLargeNumbers();
    void stops();
    void slices();
    void packedSlices();
    void wrongPlaces();
    void formats();
    void differences();
    void checkpoints();
};

void tst_Values::smallFloats_data()
{
    QTest::addColumn<int>("dtype");
    QTest::addColumn<int>("bits");
    QTest::addColumn<double>("number");
    const auto row = [](const char* name, Dtype dtype, int bits, double number) {
        QTest::newRow(name) << static_cast<int>(dtype) << bits << number;
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    row("e4m3fn one", Dtype::Float8E4M3Fn, 0x38, 1);
    row("e4m3fn largest", Dtype::Float8E4M3Fn, 0x7E, 448);
    row("e4m3fn smallest", Dtype::Float8E4M3Fn, 0x01, 0x1p-9);
    row("e4m3fn nan", Dtype::Float8E4M3Fn, 0xFF, nan);
    row("e4m3fnuz one", Dtype::Float8E4M3FnUz, 0x40, 1);
    row("e4m3fnuz largest", Dtype::Float8E4M3FnUz, 0x7F, 240);
    row("e4m3fnuz nan", Dtype::Float8E4M3FnUz, 0x80, nan);
    row("e5m2 one and a half", Dtype::Float8E5M2, 0x3E, 1.5);
    row("e5m2 largest", Dtype::Float8E5M2, 0x7B, 57344);
    row("e5m2 infinity", Dtype::Float8E5M2, 0xFC, -infinity);
    row("e5m2 nan", Dtype::Float8E5M2, 0x7D, nan);
    row("e5m2fnuz largest", Dtype::Float8E5M2FnUz, 0xFF, -57344);
    row("e8m0 one", Dtype::Float8E8M0Fnu, 127, 1);
    row("e8m0 smallest", Dtype::Float8E8M0Fnu, 0, 0x1p-127);
    row("e8m0 nan", Dtype::Float8E8M0Fnu, 255, nan);
    row("e2m1 six", Dtype::Float4E2M1FnX2, 0x7, 6);
    row("e2m1 minus a half", Dtype::Float4E2M1FnX2, 0x9, -0.5);
}

void tst_Values::smallFloats()
{
    QFETCH(int, dtype);
    QFETCH(int, bits);
    QFETCH(double, number);
    const double found = smallFloat(static_cast<Dtype>(dtype), static_cast<std::uint8_t>(bits));
    QVERIFY2(found == number || (std::isnan(found) && std::isnan(number)), qPrintable(QString::number(found)));
}

void tst_Values::statistics()
{
    const float infinity = std::numeric_limits<float>::infinity();
    const CheckpointPtr checkpoint = oneTensor(
        bytesOf<float>({-1, 0, 4, std::nanf(""), infinity, -0.0F, -infinity, infinity}), Dtype::Float32, {8}, {1});
    const auto found = computeStatistics(*checkpoint, 0, nullptr);
    QVERIFY(found);
    QCOMPARE(found->elements, 8U);
    QCOMPARE(found->finite(), 4U);
    QCOMPARE(found->zeros, 2U);
    QCOMPARE(found->nans, 1U);
    QCOMPARE(found->positiveInfinities, 2U);
    QCOMPARE(found->negativeInfinities, 1U);
    QCOMPARE(toDouble(found->low), -1.0);
    QCOMPARE(toDouble(found->high), 4.0);
    QCOMPARE(found->moments.mean, 0.75);
    QCOMPARE(found->moments.deviation(), std::sqrt(14.75 / 3));
}

/// A tensor that several threads divide among them, in an order that is not that of the file, the last block not full.
void tst_Values::manyThreads()
{
    constexpr std::int64_t rows = 3001;
    constexpr std::int64_t columns = 2100;
    std::vector<float> numbers = countTo(static_cast<std::size_t>(rows * columns));
    const CheckpointPtr checkpoint = oneTensor(bytesOf(numbers), Dtype::Float32, {columns, rows}, {1, columns});
    Progress progress;
    const auto found = computeStatistics(*checkpoint, 0, &progress);
    QVERIFY(found);
    const auto count = static_cast<double>(rows * columns);
    QCOMPARE(found->elements, static_cast<std::uint64_t>(rows * columns));
    QCOMPARE(toDouble(found->high), count - 1);
    QVERIFY(std::abs(found->moments.mean - (count - 1) / 2) < 1e-6);
    QVERIFY(std::abs(found->moments.deviation() / std::sqrt(count * (count + 1) / 12) - 1) < 1e-12);
    QCOMPARE(progress.done(), static_cast<std::uint64_t>(rows * columns) * 4);
    const auto histogram = computeHistogram(*checkpoint, 0, 0, count - 1, 7, nullptr);
    QVERIFY(histogram);
    std::uint64_t sum = 0;
    for (const std::uint64_t bin : histogram->counts) {
        QVERIFY(bin >= 900'299 && bin <= 900'301);
        sum += bin;
    }
    QCOMPARE(sum, found->elements);
}

/// The spread of numbers that are large beside it, and integers that fit no double.
void tst_Values::farFromZero()
{
    for (const double large : {1e200, 1.7e308}) { // whose squares and sums no double has room for
        std::vector<double> numbers(3 * kBlock, large);
        numbers.front() = -large / 2;
        const CheckpointPtr made =
            oneTensor(bytesOf(numbers), Dtype::Float64, {static_cast<std::int64_t>(numbers.size())}, {1});
        const auto moments = computeStatistics(*made, 0, nullptr)->moments;
        const auto count = static_cast<double>(numbers.size());
        QVERIFY(std::abs(moments.mean / large - (1 - 1.5 / count)) < 1e-12);
        QVERIFY(std::abs(moments.deviation() / large - 1.5 / std::sqrt(count)) < 1e-12);
        const CheckpointPtr both = oneTensor(bytesOf<double>({-large / 2, 0, large / 2}), Dtype::Float64, {3}, {1});
        QCOMPARE(computeStatistics(*both, 0, nullptr)->moments.mean, 0.0);
        QCOMPARE(computeStatistics(*both, 0, nullptr)->moments.deviation(), large / 2);
    }
    const CheckpointPtr doubles = oneTensor(bytesOf<double>({1e15 + 1, 1e15 + 2, 1e15 + 3}), Dtype::Float64, {3}, {1});
    QCOMPARE(computeStatistics(*doubles, 0, nullptr)->moments.deviation(), 1.0);
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    const CheckpointPtr whole = oneTensor(bytesOf<std::int64_t>({most - 1, -most, most}), Dtype::Int64, {3}, {1});
    const auto found = computeStatistics(*whole, 0, nullptr);
    QCOMPARE(std::get<std::int64_t>(found->low), -most);
    QCOMPARE(std::get<std::int64_t>(found->high), most);
    QCOMPARE(numberText(found->high, NumberFormat::Short, Dtype::Int64), "9223372036854775807");
}

void tst_Values::floatsWithoutDoubles_data()
{
    QTest::addColumn<Dtype>("dtype");
    QTest::newRow("float32") << Dtype::Float32;
    QTest::newRow("float16") << Dtype::Float16;
    QTest::newRow("bfloat16") << Dtype::BFloat16;
}

/// The quick sums are those of the numbers as doubles, whatever the bits.
void tst_Values::floatsWithoutDoubles()
{
    QFETCH(Dtype, dtype);
    const FloatSums quick = floatSums(dtype);
    QVERIFY(quick != nullptr);
    QVERIFY(floatSums(Dtype::Float64) == nullptr);
    QRandomGenerator random(5);
    std::array<std::byte, kBlock * sizeof(float) + 1> bytes{};
    NumberBlock numbers;
    for (int round = 0; round < 200; ++round) {
        const bool isWild = round % 2 == 0; // else numbers between 1 and 2, and in the end nothing but NaN
        for (std::byte& byte : bytes) {
            byte = round == 199 ? std::byte{0xFF} : std::byte(isWild ? random.bounded(256) : 0x3F);
        }
        const std::byte* in = bytes.data() + round % 2; // at any address
        blockDecoder(dtype)(in, numbers);
        const BlockSums expected = sumUp(numbers);
        const BlockSums found = quick(in);
        QCOMPARE(found.moments.count, expected.moments.count);
        QCOMPARE(found.zeros, expected.zeros);
        QCOMPARE(found.specials.nans, expected.specials.nans);
        QCOMPARE(found.specials.positiveInfinities, expected.specials.positiveInfinities);
        QCOMPARE(found.specials.negativeInfinities, expected.specials.negativeInfinities);
        if (expected.moments.count != 0) {
            QCOMPARE(found.low, expected.low);
            QCOMPARE(found.high, expected.high);
            QVERIFY(std::abs(found.moments.mean - expected.moments.mean) <= 1e-12 * std::max(-found.low, found.high));
            QVERIFY(std::abs(found.moments.squares - expected.moments.squares) <= 1e-9 * expected.moments.squares);
        }
    }
}

void tst_Values::signBits()
{
    const CheckpointPtr negated = oneTensor(bytesOf<float>({1, -5}), Dtype::Float32, {2}, {1}, false, true);
    QCOMPARE(toDouble(computeStatistics(*negated, 0, nullptr)->high), 5.0);
    QCOMPARE(textOf(readSlice(*negated, 0, place({0}, 0, -1, 2, 1))), "-1.0\n5.0\n");
    const CheckpointPtr conjugated = oneTensor(bytesOf<float>({3, 4}), Dtype::Complex64, {1}, {1}, true);
    QCOMPARE(toDouble(computeStatistics(*conjugated, 0, nullptr)->high), 5.0);
    QVERIFY(computeStatistics(*conjugated, 0, nullptr)->ofAbsoluteValues);
    QCOMPARE(textOf(readSlice(*conjugated, 0, place({0}, 0, -1, 1, 1))), "3.0-4.0j\n");
    const CheckpointPtr straight = oneTensor(bytesOf<float>({3, 4}), Dtype::Complex64, {1}, {1});
    QCOMPARE(compareValues(*conjugated, 0, *straight, 0, nullptr)->largest, 8.0);
}

void tst_Values::histogramEnds()
{
    const CheckpointPtr checkpoint = oneTensor(bytesOf(countTo(11)), Dtype::Float32, {11}, {1});
    const auto whole = computeHistogram(*checkpoint, 0, 0, 10, 5, nullptr);
    QCOMPARE(whole->counts, (std::vector<std::uint64_t>{2, 2, 2, 2, 3})); // the last bin has its upper end
    const auto part = computeHistogram(*checkpoint, 0, 2, 4, 2, nullptr);
    QCOMPARE(part->counts, (std::vector<std::uint64_t>{1, 2}));
    QCOMPARE(part->below, 2U);
    QCOMPARE(part->above, 6U);
    const auto point = computeHistogram(*checkpoint, 0, 3, 3, 4, nullptr);
    QCOMPARE(point->low, 2.0);
    QCOMPARE(point->counts, (std::vector<std::uint64_t>{1, 0, 1, 1}));
    QVERIFY(!computeHistogram(*checkpoint, 0, 4, 3, 4, nullptr));
    QVERIFY(!computeHistogram(*checkpoint, 0, -1e308, 1e308, 4, nullptr));
    QVERIFY(!computeHistogram(*checkpoint, 0, 0, 1, kMostBins + 1, nullptr));
}

/// Doubles do not tell these neighbours apart.
void tst_Values::histogramOfLargeNumbers()
{
    const auto check = [](const Bytes& bytes, Dtype dtype) {
        const CheckpointPtr checkpoint = oneTensor(bytes, dtype, {5}, {1});
        const auto statistics = computeStatistics(*checkpoint, 0, nullptr);
        const HistogramRange range = histogramRange(statistics->low, statistics->high);
        QVERIFY(range.origin.has_value());
        const BinPlan plan = planBins(range.low, range.high, 1, 64);
        const auto found = computeHistogram(*checkpoint, 0, plan.low, plan.high, plan.bins, nullptr, range.origin);
        QCOMPARE(found->counts, (std::vector<std::uint64_t>{1, 2, 0, 1, 1}));
    };
    constexpr std::int64_t kNegative = -1'700'000'000'000'000'001;
    check(bytesOf<std::int64_t>({kNegative + 1, kNegative, kNegative + 4, kNegative + 1, kNegative + 3}), Dtype::Int64);
    constexpr std::uint64_t kLarge = 18'000'000'000'000'000'001U;
    check(bytesOf<std::uint64_t>({kLarge + 1, kLarge, kLarge + 4, kLarge + 1, kLarge + 3}), Dtype::UInt64);

    QVERIFY(!histogramRange(std::int64_t{-5}, std::int64_t{1000}).origin);
    QVERIFY(!histogramRange(std::int64_t{0}, std::int64_t{1} << 62).origin); // too far from one end to the other
    QVERIFY(!histogramRange(1e17, 2e17).origin);
}

/// Where doubles do not tell neighbours apart, means are distances; where numbers lie far apart, small ones stay exact.
void tst_Values::overviewOfLargeNumbers()
{
    constexpr std::int64_t kTime = 1'700'000'000'000'000'001;
    const CheckpointPtr near =
        oneTensor(bytesOf<std::int64_t>({kTime, kTime + 6, kTime - 3, kTime}), Dtype::Int64, {2, 2}, {2, 1});
    const auto distances = overviewOf(*near, 0, place({0, 0}, 0, 1, 2, 2), 8, 8, nullptr);
    QVERIFY(distances && distances->origin);
    QCOMPARE(distances->means, (std::vector<double>{0, 6, -3, 0}));
    QCOMPARE(wholeText(*distances->origin, distances->low), std::to_string(kTime - 3));
    QCOMPARE(wholeText(*distances->origin, distances->high), std::to_string(kTime + 6));
    const CheckpointPtr wide =
        oneTensor(bytesOf<std::int64_t>({std::int64_t{1} << 62, -5, 0, 1}), Dtype::Int64, {2, 2}, {2, 1});
    const auto numbers = overviewOf(*wide, 0, place({0, 0}, 0, 1, 2, 2), 8, 8, nullptr);
    QVERIFY(numbers && !numbers->origin);
    QCOMPARE(numbers->low, -5.0);
    QCOMPARE(numbers->high, 0x1p62);
}

void tst_Values::stops()
{
    const CheckpointPtr checkpoint = oneTensor(bytesOf(countTo(11)), Dtype::Float32, {11}, {1});
    Progress progress;
    progress.requestStop();
    QCOMPARE(computeStatistics(*checkpoint, 0, &progress).error().code, ErrorCode::Cancelled);
    QCOMPARE(compareValues(*checkpoint, 0, *checkpoint, 0, &progress).error().code, ErrorCode::Cancelled);
}

void tst_Values::slices()
{
    // 2 × 3 × 4, as a transposed view: the last axis has the largest stride.
    const CheckpointPtr checkpoint = oneTensor(bytesOf(countTo(24)), Dtype::Float32, {2, 3, 4}, {3, 1, 6});
    QCOMPARE(textOf(readSlice(*checkpoint, 0, place({1, 1, 2}, 1, 2, 2, 2)), NumberFormat::Short), "16 22\n17 23\n");
    QCOMPARE(textOf(readSlice(*checkpoint, 0, place({0, 2, 1}, 2, 0, 2, 2)), NumberFormat::Short), "8 11\n14 17\n");
    QCOMPARE(textOf(readSlice(*checkpoint, 0, place({1, 2, 3}, -1, -1, 1, 1)), NumberFormat::Short), "23\n");
    const CheckpointPtr scalar = oneTensor(bytesOf<float>({2.5F}), Dtype::Float32, {}, {});
    QCOMPARE(textOf(readSlice(*scalar, 0, place({}, -1, -1, 1, 1))), "2.5\n");
    const CheckpointPtr expanded = oneTensor(bytesOf<float>({7, 8}), Dtype::Float32, {3, 2}, {0, 1});
    QCOMPARE(textOf(readSlice(*expanded, 0, place({0, 0}, 0, 1, 3, 2)), NumberFormat::Short), "7 8\n7 8\n7 8\n");
}

void tst_Values::packedSlices()
{
    // Two to a byte, the first in the low half: 0 to 11 as 3 × 4.
    const Bytes bytes{std::byte{0x10}, std::byte{0x32}, std::byte{0x54},
                      std::byte{0x76}, std::byte{0x98}, std::byte{0xBA}};
    const CheckpointPtr checkpoint = oneTensor(bytes, Dtype::QUInt4x2, {3, 4}, {4, 1});
    QCOMPARE(textOf(readSlice(*checkpoint, 0, place({0, 1}, 0, 1, 3, 3))), "1 2 3\n5 6 7\n9 10 11\n");
    QCOMPARE(textOf(readSlice(*checkpoint, 0, place({0, 3}, 1, 0, 1, 3))), "3 7 11\n");
    QCOMPARE(computeStatistics(*checkpoint, 0, nullptr)->moments.mean, 5.5);
    const CheckpointPtr odd = oneTensor({std::byte{0x21}, std::byte{0x03}}, Dtype::QUInt4x2, {3}, {1});
    QCOMPARE(computeStatistics(*odd, 0, nullptr)->elements, 3U);
    QCOMPARE(computeStatistics(*odd, 0, nullptr)->zeros, 0U);
}

void tst_Values::wrongPlaces()
{
    const CheckpointPtr checkpoint = oneTensor(bytesOf(countTo(12)), Dtype::Float32, {3, 4}, {4, 1});
    QVERIFY(!readSlice(*checkpoint, 0, place({0, 0}, 0, 1, 4, 4)));
    QVERIFY(!readSlice(*checkpoint, 0, place({0, 4}, 0, 1, 3, 1)));
    QVERIFY(!readSlice(*checkpoint, 0, place({0}, 0, 1, 3, 4)));
    QVERIFY(!readSlice(*checkpoint, 0, place({0, 0}, 0, 2, 3, 4)));
    QVERIFY(!readSlice(*checkpoint, 0, place({0, 0}, 0, 0, 3, 3)));
    QVERIFY(!readSlice(*checkpoint, 0, place({0, 0}, 0, 1, std::uint64_t{1} << 40, std::uint64_t{1} << 40)));
    const CheckpointPtr outside = oneTensor(bytesOf(countTo(3)), Dtype::Float32, {3, 4}, {4, 1});
    QCOMPARE(readSlice(*outside, 0, place({0, 0}, 0, 1, 1, 1)).error().code, ErrorCode::TensorBounds);
    const CheckpointPtr six = oneTensor(Bytes(12), Dtype::Float6E2M3, {16}, {1});
    QCOMPARE(computeStatistics(*six, 0, nullptr).error().code, ErrorCode::Unsupported);
}

void tst_Values::formats()
{
    const auto text = [](Dtype dtype, const Bytes& bytes, NumberFormat format) {
        return QString::fromStdString(elementText(dtype, bytes, format));
    };
    QCOMPARE(text(Dtype::Float32, bytesOf<float>({0.1F}), NumberFormat::Exact), "0.1");
    QCOMPARE(text(Dtype::Float32, bytesOf<float>({0.1F}), NumberFormat::Bits), "0x3dcccccd");
    QCOMPARE(text(Dtype::Float32, bytesOf<float>({1234.56789F}), NumberFormat::Short), "1234.57");
    QCOMPARE(text(Dtype::Float32, bytesOf<float>({1234.56789F}), NumberFormat::Fixed), "1234.5679");
    QCOMPARE(text(Dtype::Float32, bytesOf<float>({1234.56789F}), NumberFormat::Scientific), "1.2346e+03");
    QCOMPARE(text(Dtype::Float16, bytesOf<std::uint16_t>({0x2E66}), NumberFormat::Exact), "0.0999755859375");
    QCOMPARE(text(Dtype::BFloat16, bytesOf<std::uint16_t>({0x3DCD}), NumberFormat::Exact), "0.10009765625");
    QCOMPARE(text(Dtype::UInt64, bytesOf<std::uint64_t>({~std::uint64_t{0}}), NumberFormat::Short),
             "18446744073709551615");
    QCOMPARE(text(Dtype::Int8, {std::byte{0x80}}, NumberFormat::Fixed), "-128");
    QCOMPARE(text(Dtype::Bool, {std::byte{1}}, NumberFormat::Short), "True");
    QCOMPARE(text(Dtype::Float64, bytesOf<double>({-std::numeric_limits<double>::infinity()}), NumberFormat::Fixed),
             "-inf");
    QCOMPARE(text(Dtype::Float64, bytesOf<double>({-1.7e308}), NumberFormat::Fixed).size(), 315);
}

void tst_Values::differences()
{
    const CheckpointPtr a = oneTensor(bytesOf<float>({1, 2, std::nanf(""), 0}), Dtype::Float32, {2, 2}, {2, 1});
    const CheckpointPtr b = oneTensor(bytesOf<double>({1, std::nan(""), 2.5, -0.0}), Dtype::Float64, {2, 2}, {1, 2});
    const auto found = compareValues(*a, 0, *b, 0, nullptr);
    QVERIFY(found);
    QCOMPARE(found->different, 1U);
    QCOMPARE(found->largest, 0.5);
    QCOMPARE(found->largestRelative, 0.2);
    const CheckpointPtr c = oneTensor(bytesOf<float>({1, 2, 3, 0}), Dtype::Float32, {2, 2}, {2, 1});
    const auto one = compareValues(*a, 0, *c, 0, nullptr);
    QCOMPARE(one->different, 1U);
    QCOMPARE(one->notFinite, 1U); // between a number and none there is no distance
    QCOMPARE(one->largest, 0.0);
    const CheckpointPtr longer = oneTensor(bytesOf(countTo(5)), Dtype::Float32, {5}, {1});
    QVERIFY(!compareValues(*a, 0, *longer, 0, nullptr));
}

void tst_Values::checkpoints()
{
    const auto make = [](bool other) {
        Model model;
        const auto storage = model.storage(bytesOf(countTo(12)));
        model.tensor(other ? "new" : "old", storage, Dtype::Float32, {2}, {1});
        model.group("weights");
        model.tensor("same", storage, Dtype::Float32, {2}, {1});
        model.tensor("shape", storage, Dtype::Float32, {other ? 3 : 2}, {1});
        model.tensor("dtype", storage, other ? Dtype::Int32 : Dtype::Float32, {2}, {1});
        model.value(other ? "word" : "text");
        return model.build();
    };
    const auto comparison = compareCheckpoints(make(false), make(true), {}, nullptr);
    QVERIFY(comparison);
    QStringList lines;
    for (const RowPair& row : comparison->rows) {
        for (std::size_t kind = 0; kind < kDifferences; ++kind) {
            if (row.own.has(static_cast<Difference>(kind))) {
                const auto name = differenceName(static_cast<Difference>(kind));
                lines.append(QString::fromStdString(comparison->nameOf(row)) + u' ' +
                             QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size())));
            }
        }
    }
    QCOMPARE(lines.join(u'\n'), "old missing\nnew unexpected\nweights.shape shape\nweights.dtype dtype\n"
                                "weights.text missing\nweights.word unexpected");
    QVERIFY(!comparison->isSame());
    QCOMPARE(comparison->tensorRows().size(), 2U); // same and dtype
    QCOMPARE(
        QString::fromStdString(comparison->loadMessage()),
        "Error(s) in loading state_dict for Model:\n\tUnexpected key(s) in state_dict: \"word\". \n\t"
        "size mismatch for shape: copying a param with shape torch.Size([3]) from checkpoint, the shape in current "
        "model is torch.Size([2]).");
    const auto same = compareCheckpoints(make(true), make(true), {}, nullptr);
    QVERIFY(same->isSame());
    QVERIFY(same->loadMessage().empty());
}

CAIRN_TEST(tst_Values);

} // namespace cairn::tst_values

#include "tst_values.moc"
