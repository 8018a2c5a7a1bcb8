#include "core/convert/scales/find_scales.h"
#include "core/convert/tensors/tensor_bytes.h"
#include "core/convert/tensors/tensor_output.h"
#include "tests/support/checkpoint_model.h"
#include "tests/support/files.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QTemporaryDir>

#include <cmath>
#include <cstring>
#include <limits>

namespace cairn::tst_scales {

using namespace cairn::checkpoint;
using namespace cairn::convert;
using cairn::test::Dims;
using cairn::test::Model;
using cairn::test::whyNot;
using cairn::test::writeFile;
using formats::Dtype;

namespace {

// Codes of float8_e4m3fn: a sign, 4 bits of exponent with a bias of 7, 3 bits of mantissa.
constexpr auto kOne = std::byte{0x38};
constexpr auto kTwo = std::byte{0x40};
constexpr auto kThree = std::byte{0x44};
constexpr auto kMost = std::byte{0x7E};     // 448
constexpr auto kSmallest = std::byte{0x01}; // 2 to the power of -9
constexpr auto kMinusZero = std::byte{0x80};
constexpr auto kNan = std::byte{0x7F};

template <typename T>
Bytes bytesOf(const std::vector<T>& numbers)
{
    Bytes bytes(numbers.size() * sizeof(T));
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
    return bytes;
}

Bytes floats(const std::vector<float>& numbers)
{
    return bytesOf(numbers);
}

Bytes bytesOfText(std::string_view text)
{
    return bytesOf(std::vector<char>(text.begin(), text.end()));
}

Dims rowMajor(const Dims& sizes)
{
    Dims strides(sizes.size(), 1);
    for (std::size_t i = sizes.size(); i-- > 1;) {
        strides[i - 1] = strides[i] * sizes[i];
    }
    return strides;
}

void add(Model& model, std::string_view name, Dtype dtype, const Dims& sizes, const Bytes& bytes)
{
    model.tensor(name, model.storage(bytes), dtype, sizes, rowMajor(sizes));
}

Result<TensorSet> planned(const CheckpointPtr& source, std::vector<std::string> casts = {"float8_e4m3fn=float32"},
                          TensorRules rules = {})
{
    rules.casts = CastRules::make(casts).value();
    return planTensorSet(*source, std::move(rules), nullptr);
}

/// What is written of a tensor that gets float32.
std::vector<float> numbersOf(const CheckpointPtr& source, const TensorSet& set, std::string_view name)
{
    const auto named = std::ranges::find(set.tensors, name, &NamedTensor::name);
    auto bytes = named == set.tensors.end() ? Result<TensorBytes>(fail(ErrorCode::Internal, message("none")))
                                            : TensorBytes::open(*source, *named);
    std::vector<float> numbers;
    while (bytes) {
        const auto block = bytes->next();
        if (!block || block->empty()) {
            break;
        }
        const std::size_t before = numbers.size();
        numbers.resize(before + block->size() / sizeof(float));
        std::memcpy(numbers.data() + before, block->data(), block->size());
    }
    return numbers;
}

QStringList namesOf(const TensorSet& set)
{
    QStringList names;
    for (const NamedTensor& named : set.tensors) {
        names << QString::fromStdString(named.name);
    }
    return names;
}

/// One weight of two codes and what a row says lies beside it.
struct Beside {
    QByteArray name;
    Dtype dtype = Dtype::Float32;
    Dims sizes;
    Bytes bytes;
};

} // namespace

/// Weights of float8 and the scales beside them. Numbers are small enough to be multiplied by hand.
class ScalesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void multiplies_data();
    void multiplies();
    void blocksEndWhereTheTensorEnds();
    void configSaysTheBlocks();
    void matricesOneAfterTheOther();
    void readsAnyOrder();
    void castsWithoutScales();
    void refuses_data();
    void refuses();
    void leavesIntegersAlone();
    void selectionDoesNotPart();
    void keepsWhatCodesNeed();
    void markersGoWithTheLast();
    void refusesWhatIsNotKnown_data();
    void refusesWhatIsNotKnown();
    void oneTensorUnderTwoNames();
    void refusesFolders();
};

void ScalesTest::multiplies_data()
{
    QTest::addColumn<Beside>("beside");
    QTest::addColumn<int>("convention");
    QTest::addColumn<QList<float>>("weights");
    const auto row = [](const char* what, ScaleConvention convention, Beside beside, const QList<float>& weights) {
        QTest::newRow(what) << beside << static_cast<int>(convention) << weights;
    };
    const QList<float> halves{0.5F, 1, 224, 1.5F, 0x1p-10F, -0.0F};
    const QList<float> rows{0.5F, 1, 224, 12, 0x1p-7F, -0.0F};
    using enum ScaleConvention;
    row("DeepSeek", DeepSeek, {"a.weight_scale_inv", Dtype::Float32, {1, 1}, floats({0.5F})}, halves);
    row("DeepSeek, one", DeepSeek, {"a.weight_scale_inv", Dtype::Float32, {}, floats({0.5F})}, halves);
    row("DeepSeek, powers of two", DeepSeek,
        {"a.weight_scale_inv", Dtype::Float8E8M0Fnu, {1, 1}, Bytes{std::byte{126}}}, halves);
    row("DeepSeek, for inference", DeepSeek, {"a.scale", Dtype::Float32, {1, 1}, floats({0.5F})}, halves);
    row("compressed-tensors, one", CompressedTensors, {"a.weight_scale", Dtype::Float32, {1}, floats({0.5F})}, halves);
    row("compressed-tensors, bfloat16", CompressedTensors,
        {"a.weight_scale", Dtype::BFloat16, {1}, bytesOf<std::uint16_t>({0x3F00})}, halves);
    row("compressed-tensors, float16", CompressedTensors,
        {"a.weight_scale", Dtype::Float16, {1}, bytesOf<std::uint16_t>({0x3800})}, halves);
    row("compressed-tensors, rows", CompressedTensors, {"a.weight_scale", Dtype::Float32, {2, 1}, floats({0.5F, 4})},
        rows);
    row("ComfyUI", ComfyUi, {"a.scale_weight", Dtype::Float32, {}, floats({0.5F})}, halves);
    row("nothing at all", CompressedTensors, {"a.weight_scale", Dtype::Float32, {2, 1}, floats({0.5F, 0})},
        {0.5F, 1, 224, 0, 0, -0.0F});
}

void ScalesTest::multiplies()
{
    QFETCH(Beside, beside);
    QFETCH(int, convention);
    QFETCH(QList<float>, weights);
    Model model;
    add(model, "a.weight", Dtype::Float8E4M3Fn, {2, 3}, {kOne, kTwo, kMost, kThree, kSmallest, kMinusZero});
    add(model, beside.name.toStdString(), beside.dtype, beside.sizes, beside.bytes);
    const CheckpointPtr source = model.build();
    const auto set = planned(source);
    QVERIFY2(set, qPrintable(set ? QString() : whyNot(set.error())));
    QCOMPARE(namesOf(*set), QStringList{"a.weight"});
    QCOMPARE(set->scales.leftOut, std::vector<std::string>{beside.name.toStdString()});
    QCOMPARE(set->scales.used[static_cast<std::size_t>(convention)], std::uint64_t{1});
    const auto found = numbersOf(source, *set, "a.weight");
    QCOMPARE(QList<float>(found.begin(), found.end()), weights);
    QVERIFY(std::signbit(found.back()));
}

void ScalesTest::blocksEndWhereTheTensorEnds()
{
    Model model;
    add(model, "a.weight", Dtype::Float8E4M3Fn, {130, 129}, Bytes(130 * 129, kTwo));
    add(model, "a.weight_scale_inv", Dtype::Float32, {2, 2}, floats({1, 2, 3, 4}));
    const CheckpointPtr source = model.build();
    const auto set = planned(source);
    QVERIFY2(set, qPrintable(set ? QString() : whyNot(set.error())));
    const auto found = numbersOf(source, *set, "a.weight");
    QCOMPARE(found.size(), std::size_t{130 * 129});
    for (std::size_t row = 0; row < 130; ++row) {
        for (std::size_t column = 0; column < 129; ++column) {
            QCOMPARE(found[row * 129 + column],
                     2 * (row < 128 ? (column < 128 ? 1.F : 2.F) : (column < 128 ? 3.F : 4.F)));
        }
    }
}

/// Four rows and two scales are two blocks of two; of a config that says three they are one of three and one of one.
void ScalesTest::configSaysTheBlocks()
{
    Model model;
    add(model, "a.weight", Dtype::Float8E4M3Fn, {4, 1}, Bytes(4, kOne));
    add(model, "a.weight_scale", Dtype::Float32, {2, 1}, floats({1, 2}));
    const CheckpointPtr source = model.build();
    const auto set = planned(source);
    QVERIFY(set);
    QCOMPARE(numbersOf(source, *set, "a.weight"), (std::vector<float>{1, 1, 2, 2}));

    const QTemporaryDir folder;
    const auto blocksIn = [&](const QByteArray& config) {
        writeFile(folder.filePath("config.json"), config);
        const auto read = quantizationConfigIn(folder.path().toStdString());
        return read.block.value_or(std::pair<std::uint64_t, std::uint64_t>(0, 0));
    };
    using Sizes = std::pair<std::uint64_t, std::uint64_t>;
    QVERIFY(blocksIn(R"({"quantization_config": {"weight_block_size": [64, 32]}})") == Sizes(64, 32));
    QVERIFY(blocksIn(R"({"quantization_config": {"config_groups": {"group_0": {"weights":
        {"strategy": "block", "block_structure": [3, 1]}}}}})") == Sizes(3, 1));
    QVERIFY(blocksIn(R"({"quantization_config": {"config_groups": {"a": {"weights": {"block_structure": [3, 1]}},
        "b": {"weights": {"block_structure": [1, 3]}}}}})") == Sizes(0, 0));
    QVERIFY(blocksIn(R"({"quantization_config": {"weight_block_size": [64, -1]}})") == Sizes(0, 0));
    QVERIFY(blocksIn(R"({"weight_block_size": [64, 32]})") == Sizes(0, 0));
    QVERIFY(blocksIn("no JSON") == Sizes(0, 0));
}

void ScalesTest::matricesOneAfterTheOther()
{
    Model model;
    add(model, "experts.up_proj", Dtype::Float8E4M3Fn, {2, 2, 2}, Bytes(8, kOne));
    add(model, "experts.up_proj_scale_inv", Dtype::Float32, {2, 2, 1}, floats({1, 2, 3, 4}));
    const CheckpointPtr source = model.build();
    const auto set = planned(source);
    QVERIFY2(set, qPrintable(set ? QString() : whyNot(set.error())));
    QCOMPARE(numbersOf(source, *set, "experts.up_proj"), (std::vector<float>{1, 1, 2, 2, 3, 3, 4, 4}));
}

void ScalesTest::readsAnyOrder()
{
    Model model;
    model.tensor("a.weight", model.storage({kOne, kTwo, kThree, kMost}), Dtype::Float8E4M3Fn, {2, 2}, {1, 2});
    model.tensor("a.weight_scale", model.storage(floats({9, 9, 2, 9, 4})), Dtype::Float32, {2, 1}, {2, 1}, 2);
    const CheckpointPtr source = model.build();
    const auto set = planned(source);
    QVERIFY2(set, qPrintable(set ? QString() : whyNot(set.error())));
    QCOMPARE(numbersOf(source, *set, "a.weight"), (std::vector<float>{2, 6, 8, 1792}));
}

void ScalesTest::castsWithoutScales()
{
    Model model;
    add(model, "b.scale", Dtype::Float32, {3}, floats({2, 2, 2})); // of another layer
    add(model, "a.weight", Dtype::Float8E4M3Fn, {3}, {kOne, kMost, kNan});
    add(model, "a.bias", Dtype::Float32, {1}, floats({5}));
    const CheckpointPtr source = model.build();
    const auto set = planned(source);
    QVERIFY(set);
    QCOMPARE(set->scales.unscaled, std::vector<std::string>{"a.weight"});
    const auto found = numbersOf(source, *set, "a.weight");
    QVERIFY(found[0] == 1 && found[1] == 448 && std::isnan(found[2]));
    QCOMPARE(scaleWarnings(*source, set->scales).size(), std::size_t{1}); // that they are taken as they are
}

void ScalesTest::refuses_data()
{
    QTest::addColumn<Beside>("beside");
    QTest::addColumn<QByteArray>("why");
    const auto row = [](const char* what, Beside beside, const QByteArray& why) {
        QTest::newRow(what) << beside << why;
    };
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    constexpr float infinity = std::numeric_limits<float>::infinity();
    row("rows", {"a.weight_scale", Dtype::Float32, {3, 1}, floats({1, 1, 1})}, "[3, 1], which does not fit");
    row("axes", {"a.weight_scale", Dtype::Float32, {2}, floats({1, 1})}, "[2], which does not fit");
    row("grid", {"a.weight_scale_inv", Dtype::Float32, {2, 2}, floats({1, 1, 1, 1})}, "[2, 2], which does not fit");
    row("none", {"a.weight_scale_inv", Dtype::Float32, {0, 1}, {}}, "[0, 1], which does not fit");
    row("several of ComfyUI", {"a.scale_weight", Dtype::Float32, {2, 1}, floats({1, 1})}, "one number for a weight");
    row("integers", {"a.weight_scale", Dtype::Int32, {1}, floats({1})}, "is of int32");
    row("codes", {"a.weight_scale", Dtype::Float8E4M3Fn, {1}, {kOne}}, "is of float8_e4m3fn");
    row("doubles", {"a.weight_scale", Dtype::Float64, {1}, bytesOf<double>({1})}, "is of float64");
    row("NaN", {"a.weight_scale", Dtype::Float32, {2, 1}, floats({1, nan})}, "scale 1 is not a number");
    row("infinite", {"a.weight_scale_inv", Dtype::Float32, {}, floats({infinity})}, "scale 0 is infinite");
    row("below zero", {"a.scale_weight", Dtype::Float32, {}, floats({-1})}, "scale 0 is below zero");
    row("cut", {"a.weight_scale", Dtype::Float32, {1}, Bytes(2)}, "outside its storage");
    row("second scale", {"a.weight_scale_2", Dtype::Float32, {}, floats({1})}, "how that changes the weights");
    row("zero point", {"a.weight_zero_point", Dtype::Int8, {1}, Bytes(1)}, "how that changes the weights");
}

void ScalesTest::refuses()
{
    QFETCH(Beside, beside);
    QFETCH(QByteArray, why);
    Model model;
    add(model, "a.weight", Dtype::Float8E4M3Fn, {2, 3}, Bytes(6, kOne));
    add(model, beside.name.toStdString(), beside.dtype, beside.sizes, beside.bytes);
    const CheckpointPtr source = model.build();
    const auto set = planned(source);
    QVERIFY(!set);
    QCOMPARE(set.error().code, ErrorCode::Unsupported);
    QVERIFY(set.error().what.text().find("a.weight") != std::string::npos);
    QVERIFY2(set.error().why.text().find(why.toStdString()) != std::string::npos, qPrintable(whyNot(set.error())));
    QVERIFY(planned(source, {"float8_e4m3fn=float8_e4m3fn:a.weight", "float8_e4m3fn=float32"})); // the way out
}

void ScalesTest::leavesIntegersAlone()
{
    Model model;
    add(model, "a.weight", Dtype::Int8, {2}, Bytes(2));
    add(model, "a.weight_scale", Dtype::Float32, {2, 1}, floats({1, -1}));
    add(model, "b.weight", Dtype::Float8E4M3Fn, {1}, {kOne});
    const auto set = planned(model.build());
    QVERIFY(set);
    QCOMPARE(namesOf(*set), (QStringList{"a.weight", "a.weight_scale", "b.weight"}));
    QCOMPARE(set->tensors[0].dtype, Dtype::Int8);
}

/// Weights are multiplied by their scales wherever those go.
void ScalesTest::selectionDoesNotPart()
{
    Model model;
    add(model, "a.weight", Dtype::Float8E4M3Fn, {1, 1}, {kThree});
    add(model, "a.weight_scale", Dtype::Float32, {1}, floats({2}));
    add(model, "a.input_scale", Dtype::Float32, {1}, floats({7}));
    const CheckpointPtr source = model.build();
    const auto with = [&](std::vector<std::string> keep, std::vector<std::string> drop,
                          const std::vector<std::string>& renames) {
        TensorRules rules;
        rules.selection = Selection::make(std::move(keep), std::move(drop), renames).value();
        return planned(source, {"float8_e4m3fn=float32"}, std::move(rules)).value();
    };
    const TensorSet kept = with({"*.weight"}, {}, {});
    QCOMPARE(namesOf(kept), QStringList{"a.weight"});
    QCOMPARE(numbersOf(source, kept, "a.weight"), std::vector<float>{6});
    const TensorSet dropped = with({}, {"*scale*"}, {});
    QCOMPARE(numbersOf(source, dropped, "a.weight"), std::vector<float>{6});
    const TensorSet renamed = with({}, {}, {"a.weight_scale=b"});
    QCOMPARE(namesOf(renamed), QStringList{"a.weight"});
    QCOMPARE(numbersOf(source, renamed, "a.weight"), std::vector<float>{6});
    const TensorSet moved = with({}, {}, {"a.weight=head.weight"});
    QCOMPARE(numbersOf(source, moved, "head.weight"), std::vector<float>{6});
    const TensorSet alone = with({"*scale"}, {}, {}); // no weight is written that would use it up
    QCOMPARE(namesOf(alone), (QStringList{"a.weight_scale", "a.input_scale"}));
}

void ScalesTest::keepsWhatCodesNeed()
{
    Model model;
    for (const std::string layer : {"a.", "b."}) {
        add(model, layer + "weight", Dtype::Float8E4M3Fn, {1, 1}, {kOne});
        add(model, layer + "scale_weight", Dtype::Float32, {}, floats({2}));
        add(model, layer + "scale_input", Dtype::Float32, {}, floats({2}));
    }
    add(model, "scaled_fp8", Dtype::Float8E4M3Fn, {2}, Bytes(2));
    const CheckpointPtr source = model.build();
    const auto set = planned(source, {"float8_e4m3fn=float32:a.*"});
    QVERIFY(set);
    QCOMPARE(namesOf(*set), (QStringList{"a.weight", "b.weight", "b.scale_weight", "b.scale_input", "scaled_fp8"}));
}

void ScalesTest::markersGoWithTheLast()
{
    Model model;
    add(model, "m.a.weight", Dtype::Float8E4M3Fn, {1, 1}, {kOne});
    add(model, "m.a.weight_scale", Dtype::Float32, {}, floats({2}));
    const std::string marker = R"({"format": "float8_e4m3fn"})";
    add(model, "m.a.comfy_quant", Dtype::UInt8, {static_cast<std::int64_t>(marker.size())}, bytesOfText(marker));
    add(model, "m.scaled_fp8", Dtype::Float8E4M3Fn, {2}, Bytes(2));
    const CheckpointPtr source = model.build();
    const auto set = planned(source, {"float8_e4m3fn=float32:m.a.*"});
    QVERIFY(set);
    QCOMPARE(namesOf(*set), QStringList{"m.a.weight"});
    QCOMPARE(set->scales.used[static_cast<std::size_t>(ScaleConvention::ComfyUi)], std::uint64_t{1});
}

/// Nothing is multiplied by what is not understood, and nothing with numbers beside it is taken for plain float8.
void ScalesTest::refusesWhatIsNotKnown_data()
{
    QTest::addColumn<QString>("beside");
    QTest::addColumn<QString>("marker");
    for (const char* name :
         {"a.weight.scale", "a.weight_scales", "a.scales", "a.dequant_scale", "a.weight_zero_point"}) {
        QTest::newRow(name) << name << QString();
    }
    for (const char* marker : {R"({"format": "nvfp4"})", R"({"format": "float8_e5m2"})",
                               R"({"format": "float8_e4m3fn", "convrot": true})", "no JSON", "[]"}) {
        QTest::newRow(marker) << "a.weight_scale" << marker;
    }
}

void ScalesTest::refusesWhatIsNotKnown()
{
    QFETCH(const QString, beside);
    QFETCH(const QString, marker);
    Model model;
    add(model, "a.weight", Dtype::Float8E4M3Fn, {1, 1}, {kOne});
    add(model, beside.toStdString(), Dtype::Float32, {}, floats({2}));
    if (!marker.isEmpty()) {
        add(model, "a.comfy_quant", Dtype::UInt8, {marker.size()}, bytesOfText(marker.toStdString()));
    }
    const auto set = planned(model.build(), {"float8_e4m3fn=float32"});
    QVERIFY(!set);
    QCOMPARE(set.error().code, ErrorCode::Unsupported);
}

void ScalesTest::oneTensorUnderTwoNames()
{
    const auto tied = [](const std::vector<float>& scales) {
        Model model;
        const StorageId codes = model.storage({kThree});
        const StorageId numbers = model.storage(floats(scales));
        model.tensor("a.weight", codes, Dtype::Float8E4M3Fn, {1, 1}, {1, 1});
        model.tensor("a.weight_scale", numbers, Dtype::Float32, {1}, {1});
        model.tensor("b.weight", codes, Dtype::Float8E4M3Fn, {1, 1}, {1, 1});
        if (scales.size() > 1) {
            model.tensor("b.weight_scale", numbers, Dtype::Float32, {1}, {1}, 1);
        }
        return model.build();
    };
    const CheckpointPtr one = tied({2});
    const auto shared = planned(one);
    QVERIFY2(shared, qPrintable(shared ? QString() : whyNot(shared.error())));
    QCOMPARE(namesOf(*shared), (QStringList{"a.weight", "b.weight"}));
    QCOMPARE(shared->tensors[1].sameAs, std::size_t{0});
    QCOMPARE(numbersOf(one, *shared, "b.weight"), std::vector<float>{6});

    const CheckpointPtr two = tied({2, 3});
    QVERIFY(!planned(two)); // they are no longer the same
    const auto apart = planned(two, {"float8_e4m3fn=float32"}, {.sharing = Sharing::Clone});
    QVERIFY(apart);
    QCOMPARE(numbersOf(two, *apart, "a.weight"), std::vector<float>{6});
    QCOMPARE(numbersOf(two, *apart, "b.weight"), std::vector<float>{9});
}

void ScalesTest::refusesFolders()
{
    Model model;
    add(model, "a.weight", Dtype::Float8E4M3Fn, {1, 1}, {kThree});
    add(model, "a.weight_scale", Dtype::Float32, {1}, floats({2}));
    const auto set = planned(model.build(), {"float8_e4m3fn=float32"}, {.format = TensorFormat::Dcp});
    QVERIFY(!set);
    QCOMPARE(set.error().code, ErrorCode::Unsupported);
}

CAIRN_TEST(ScalesTest);

} // namespace cairn::tst_scales

#include "tst_scales.moc"
