#include "core/base/files/byte_source.h"
#include "core/convert/common/cast.h"
#include "core/convert/common/cast_loops.h"
#include "tests/support/test_program.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace cairn::tst_cast {

using namespace cairn::convert;
using formats::Dtype;

/// Numbers of one dtype turned into another. What real PyTorch says about millions of them is a test of its own.
class CastTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbers_data();
    void numbers();
    void countsWhatIsTooLarge_data();
    void countsWhatIsTooLarge();
    void widensAndComesBack_data();
    void widensAndComesBack();
    void roundsToTheNearest();
    void anyCountAndPlace();
    void rules();
    void castsEveryFloat();
    void knowsManySpellings_data();
    void knowsManySpellings();
    void refusesWhatIsNoRule_data();
    void refusesWhatIsNoRule();
};

namespace {

std::size_t bytesOf(Dtype dtype)
{
    return formats::dtypeInfo(dtype).bits / 8;
}

std::uint64_t castBits(Dtype from, Dtype to, std::uint64_t bits, std::uint64_t* overflows = nullptr)
{
    std::uint64_t result = 0;
    const auto in = std::as_bytes(std::span(&bits, 1)).first(bytesOf(from));
    const auto count = castElements(from, to, in, std::as_writable_bytes(std::span(&result, 1)).first(bytesOf(to)));
    if (overflows != nullptr) {
        *overflows = count;
    }
    return result;
}

std::uint64_t floatBits(float value)
{
    return std::bit_cast<std::uint32_t>(value);
}

std::uint64_t doubleBits(double value)
{
    return std::bit_cast<std::uint64_t>(value);
}

constexpr float kInf = std::numeric_limits<float>::infinity();

} // namespace

void CastTest::numbers_data()
{
    QTest::addColumn<Dtype>("from");
    QTest::addColumn<Dtype>("to");
    QTest::addColumn<quint64>("bits");
    QTest::addColumn<quint64>("expected");
    const auto row = [](const char* name, Dtype from, Dtype to, std::uint64_t bits, std::uint64_t expected) {
        QTest::newRow(name) << from << to << quint64{bits} << quint64{expected};
    };
    using enum Dtype;
    row("bf16: one", Float32, BFloat16, floatBits(1.0F), 0x3F80);
    row("bf16: minus zero", Float32, BFloat16, floatBits(-0.0F), 0x8000);
    row("bf16: tie goes down to even", Float32, BFloat16, 0x3F808000, 0x3F80);
    row("bf16: tie goes up to even", Float32, BFloat16, 0x3F818000, 0x3F82);
    row("bf16: over the tie", Float32, BFloat16, 0x3F808001, 0x3F81);
    row("bf16: subnormal", Float32, BFloat16, 0x00008001, 0x0001);
    row("bf16: infinity", Float32, BFloat16, floatBits(-kInf), 0xFF80);
    row("bf16: NaN", Float32, BFloat16, 0xFFC01234, 0x7FC0);
    row("bf16: NaN that would round to infinity", Float32, BFloat16, 0x7F800001, 0x7FC0);
    row("half: one", Float32, Float16, floatBits(1.0F), 0x3C00);
    row("half: largest", Float32, Float16, floatBits(65504.0F), 0x7BFF);
    row("half: last that rounds down", Float32, Float16, floatBits(std::nextafterf(65520.0F, 0.0F)), 0x7BFF);
    row("half: smallest", Float32, Float16, floatBits(0x1p-24F), 0x0001);
    row("half: half of the smallest", Float32, Float16, floatBits(0x1p-25F), 0x0000);
    row("half: more than half of the smallest", Float32, Float16, floatBits(0x1.000002p-25F), 0x0001);
    row("half: largest subnormal rounds up", Float32, Float16, floatBits(0x1.ffep-15F), 0x0400);
    row("half: minus nothing", Float32, Float16, floatBits(-0x1p-140F), 0x8000);
    row("half: NaN", Float32, Float16, 0xFF800001, 0xFE00);
    row("float: from half", Float16, Float32, 0x3555, floatBits(0x1.554p-2F));
    row("float: from a subnormal half", Float16, Float32, 0x8001, floatBits(-0x1p-24F));
    row("float: from an infinite half", Float16, Float32, 0xFC00, floatBits(-kInf));
    row("float: from a half's NaN, now quiet", Float16, Float32, 0x7C01, 0x7FC02000);
    row("float: from bf16, NaN as it is", BFloat16, Float32, 0x7F81, 0x7F810000);
    row("float: from double", Float64, Float32, doubleBits(0.1), floatBits(0.1F));
    row("float: from a double's NaN", Float64, Float32, 0xFFF0123456789ABC, 0xFFC091A2);
    row("double: from a float's NaN", Float32, Float64, 0x7F812345, 0x7FF82468A0000000);
    row("half: from double, rounded twice", Float64, Float16, doubleBits(1.0 + 0x1p-11 + 0x1p-40), 0x3C00);
    row("e4m3: largest", Float32, Float8E4M3Fn, floatBits(448.0F), 0x7E);
    row("e4m3: too large", Float32, Float8E4M3Fn, floatBits(-1e9F), 0xFE);
    row("e4m3: smallest", Float32, Float8E4M3Fn, floatBits(0x1p-9F), 0x01);
    row("e4m3: NaN", Float32, Float8E4M3Fn, 0xFFC00000, 0xFF);
    row("e5m2: largest", Float32, Float8E5M2, floatBits(57344.0F), 0x7B);
    row("e5m2: infinity", Float32, Float8E5M2, floatBits(kInf), 0x7C);
    row("e5m2: from half, tie to even", Float16, Float8E5M2, 0x3C80, 0x3C);
    row("e5m2: NaN", Float32, Float8E5M2, 0x7FC00000, 0x7F);
    row("float: from e4m3, largest", Float8E4M3Fn, Float32, 0x7E, floatBits(448.0F));
    row("float: from e4m3, subnormal", Float8E4M3Fn, Float32, 0x07, 0x3C600000);
    row("float: from e4m3, smallest normal", Float8E4M3Fn, Float32, 0x08, 0x3C800000);
    row("float: from e4m3, minus zero", Float8E4M3Fn, Float32, 0x80, 0x80000000);
    row("float: from e4m3, NaN", Float8E4M3Fn, Float32, 0xFF, 0xFFF00000);
    row("bf16: from e4m3, NaN", Float8E4M3Fn, BFloat16, 0xFF, 0x7FC0);
    row("half: from e4m3", Float8E4M3Fn, Float16, 0x01, 0x1800);
    row("float: from e5m2, infinite", Float8E5M2, Float32, 0x7C, floatBits(kInf));
    row("float: from e5m2, a NaN", Float8E5M2, Float32, 0x7D, 0x7FE00000);
    row("float: from e5m2, subnormal", Float8E5M2, Float32, 0x01, 0x37800000);
    row("half: from e5m2", Float8E5M2, Float16, 0x7B, 0x7B00);
}

void CastTest::numbers()
{
    QFETCH(Dtype, from);
    QFETCH(Dtype, to);
    QFETCH(quint64, bits);
    QFETCH(quint64, expected);
    QVERIFY(canCast(from, to));
    QCOMPARE(quint64{castBits(from, to, bits)}, expected);
}

void CastTest::countsWhatIsTooLarge_data()
{
    QTest::addColumn<Dtype>("from");
    QTest::addColumn<Dtype>("to");
    QTest::addColumn<quint64>("bits");
    QTest::addColumn<bool>("counted");
    const auto row = [](const char* name, Dtype from, Dtype to, std::uint64_t bits, bool counted) {
        QTest::newRow(name) << from << to << quint64{bits} << counted;
    };
    using enum Dtype;
    row("half: 65520", Float32, Float16, floatBits(65520.0F), true);
    row("half: just below", Float32, Float16, floatBits(std::nextafterf(65520.0F, 0.0F)), false);
    row("half: infinity was it before", Float32, Float16, floatBits(kInf), false);
    row("half: NaN", Float32, Float16, 0x7FC00000, false);
    row("half: a double beyond float32 counts once", Float64, Float16, doubleBits(1e300), true);
    row("half: an infinite double", Float64, Float16, 0xFFF0000000000000, false);
    row("bf16: largest float", Float32, BFloat16, floatBits(std::numeric_limits<float>::max()), true);
    row("bf16: infinity", Float32, BFloat16, floatBits(-kInf), false);
    row("float: large double", Float64, Float32, doubleBits(-1e39), true);
    row("float: double that rounds down", Float64, Float32, 0x47EFFFFFEFFFFFFF, false);
    row("e4m3: 464 rounds down", Float32, Float8E4M3Fn, floatBits(464.0F), false);
    row("e4m3: 465", Float32, Float8E4M3Fn, floatBits(465.0F), true);
    row("e5m2: 61440", Float32, Float8E5M2, floatBits(61440.0F), true);
    row("e5m2: 61439", Float32, Float8E5M2, floatBits(61439.0F), false);
}

void CastTest::countsWhatIsTooLarge()
{
    QFETCH(Dtype, from);
    QFETCH(Dtype, to);
    QFETCH(quint64, bits);
    QFETCH(bool, counted);
    std::uint64_t overflows = 0;
    (void)castBits(from, to, bits, &overflows);
    QCOMPARE(overflows, std::uint64_t{counted ? 1U : 0U});
}

void CastTest::widensAndComesBack_data()
{
    QTest::addColumn<Dtype>("narrow");
    QTest::addColumn<Dtype>("wide");
    QTest::newRow("half, float") << Dtype::Float16 << Dtype::Float32;
    QTest::newRow("half, double") << Dtype::Float16 << Dtype::Float64;
    QTest::newRow("bf16, float") << Dtype::BFloat16 << Dtype::Float32;
    QTest::newRow("bf16, double") << Dtype::BFloat16 << Dtype::Float64;
}

void CastTest::widensAndComesBack()
{
    QFETCH(Dtype, narrow);
    QFETCH(Dtype, wide);
    std::vector<std::uint16_t> all(65536);
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = static_cast<std::uint16_t>(i);
    }
    Bytes wider(all.size() * bytesOf(wide));
    std::vector<std::uint16_t> back(all.size());
    QCOMPARE(castElements(narrow, wide, std::as_bytes(std::span(all)), wider), std::uint64_t{0});
    QCOMPARE(castElements(wide, narrow, wider, std::as_writable_bytes(std::span(back))), std::uint64_t{0});
    const unsigned infinity = narrow == Dtype::Float16 ? 0x7C00 : 0x7F80;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if ((i & 0x7FFF) <= infinity) {
            QCOMPARE(back[i], all[i]);
        } else {
            QVERIFY((back[i] & 0x7FFF) > infinity);
        }
    }
}

void CastTest::roundsToTheNearest()
{
    std::mt19937 random(7); // NOLINT(bugprone-random-generator-seed): the same numbers every time
    for (int i = 0; i < 20'000; ++i) {
        const auto bits = static_cast<std::uint32_t>(random());
        const auto value = static_cast<double>(std::bit_cast<float>(bits));
        if (std::fabs(value) > 60000 || std::isnan(value)) {
            continue;
        }
        const auto half = static_cast<std::uint16_t>(castBits(Dtype::Float32, Dtype::Float16, bits));
        const auto distance = [&](int step) {
            const auto other = static_cast<std::uint16_t>(half + step);
            const auto number =
                std::bit_cast<float>(static_cast<std::uint32_t>(castBits(Dtype::Float16, Dtype::Float32, other)));
            return std::fabs(static_cast<double>(number) - value);
        };
        QVERIFY(distance(0) <= distance(1));
        QVERIFY((half & 0x7FFF) == 0 || distance(0) <= distance(-1));
    }
}

void CastTest::anyCountAndPlace()
{
    std::vector<float> values(5000);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<float>(i) * 37.7F - 60000.0F;
    }
    const auto whole = std::as_bytes(std::span(values));
    for (const std::size_t count : {0U, 1U, 1023U, 1024U, 1025U, 4097U}) {
        for (const std::size_t shift : {0U, 1U, 3U}) {
            Bytes in(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(count * 4));
            in.insert(in.begin(), shift, std::byte{0xAA});
            Bytes out(count * 2 + shift + 1, std::byte{0x55});
            const auto overflows = castElements(Dtype::Float32, Dtype::Float16, std::span(in).subspan(shift),
                                                std::span(out).subspan(shift, count * 2));
            QCOMPARE(out.back(), std::byte{0x55});
            std::uint64_t expected = 0;
            for (std::size_t i = 0; i < count; ++i) {
                std::uint64_t one = 0;
                const auto bits = castBits(Dtype::Float32, Dtype::Float16, floatBits(values[i]), &one);
                expected += one;
                QVERIFY(std::memcmp(out.data() + shift + 2 * i, &bits, 2) == 0);
            }
            QCOMPARE(overflows, expected);
        }
    }
}

void CastTest::rules()
{
    const std::vector<std::string> texts{"float=half:head.*", "fp32=bf16", "torch.double=float:x",
                                         "float64=float16:n*"};
    auto made = CastRules::make(texts);
    QVERIFY(made);
    QVERIFY(!made->isEmpty());
    QCOMPARE(made->target(Dtype::Float32, "head.weight"), Dtype::Float16);
    QCOMPARE(made->target(Dtype::Float32, "body.weight"), Dtype::BFloat16);
    QCOMPARE(made->target(Dtype::Int64, "bn.num_batches_tracked"), Dtype::Int64);
    QCOMPARE(made->target(Dtype::Float64, "y"), Dtype::Float64);
    QCOMPARE(made->target(Dtype::Float64, "x.y"), Dtype::Float32);
    const std::vector<std::string> unused{R"(--cast "float64=float16:n*")"};
    QCOMPARE(made->unusedRules(), unused);
}

void CastTest::castsEveryFloat()
{
    const std::vector<std::string> texts{"FP32:head.*", "bf16"};
    auto made = CastRules::make(texts);
    QVERIFY(made);
    for (const Dtype from :
         {Dtype::Float64, Dtype::Float32, Dtype::Float16, Dtype::BFloat16, Dtype::Float8E4M3Fn, Dtype::Float8E5M2}) {
        QCOMPARE(made->target(from, "head.weight"), Dtype::Float32);
        QCOMPARE(made->target(from, "body.weight"), Dtype::BFloat16);
    }
    for (const Dtype stays : {Dtype::Int64, Dtype::Bool, Dtype::Complex64, Dtype::Float8E8M0Fnu, Dtype::Unknown}) {
        QCOMPARE(made->target(stays, "body.weight"), stays);
    }
    QVERIFY(made->unusedRules().empty());

    auto counters = CastRules::make(std::vector<std::string>{"half"});
    QVERIFY(counters);
    QCOMPARE(counters->target(Dtype::Int64, "steps"), Dtype::Int64);
    QCOMPARE(counters->unusedRules(), std::vector<std::string>{R"(--cast "half")"});
}

void CastTest::knowsManySpellings_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<Dtype>("dtype");
    const auto row = [](Dtype dtype, std::initializer_list<const char*> names) {
        for (const char* name : names) {
            QTest::newRow(name) << QByteArray(name) << dtype;
        }
    };
    row(Dtype::Float64, {"float64", "double", "fp64", "F64", "torch.float64"});
    row(Dtype::Float32, {"float32", "Float32", "float", "FP32", "fp32", "F32", "torch.float"});
    row(Dtype::Float16, {"float16", "half", "Half", "FP16", "fp16", "F16"});
    row(Dtype::BFloat16, {"bfloat16", "BFloat16", "bf16", "BF16", "torch.bfloat16"});
    row(Dtype::Float8E4M3Fn, {"float8_e4m3fn", "fp8_e4m3fn", "F8_E4M3"});
    row(Dtype::Float8E5M2, {"float8_e5m2", "fp8_e5m2", "F8_E5M2"});
}

void CastTest::knowsManySpellings()
{
    QFETCH(QByteArray, name);
    QFETCH(Dtype, dtype);
    auto made = CastRules::make(std::vector{name.toStdString()});
    QVERIFY(made);
    QCOMPARE(made->target(Dtype::Float32, "x"), dtype);
}

void CastTest::refusesWhatIsNoRule_data()
{
    QTest::addColumn<QByteArray>("rule");
    for (const char* rule :
         {"", "flaot32", "int8", "int8:*", "bool", "float32=", "=float16", "float32=int8", "int64=float32",
          "int65=int65", "float8_e5m2=float8_e4m3fn", "flaot32=float16", "float32=bfloat61:*"}) {
        QTest::addRow("%s", rule) << QByteArray(rule);
    }
}

void CastTest::refusesWhatIsNoRule()
{
    QFETCH(QByteArray, rule);
    const std::vector<std::string> rules{rule.toStdString()};
    const auto made = CastRules::make(rules);
    QVERIFY(!made);
    QCOMPARE(made.error().code, ErrorCode::Usage);
    QVERIFY(made.error().what.text().find(rule.toStdString()) != std::string::npos);
}

CAIRN_TEST(CastTest);

} // namespace cairn::tst_cast

#include "tst_cast.moc"
