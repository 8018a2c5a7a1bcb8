#include "core/convert/recipe/recipe.h"
#include "core/convert/tensors/tensor_bytes.h"
#include "tests/support/checkpoint_model.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace cairn::tst_make_scales {

using namespace cairn::checkpoint;
using namespace cairn::convert;
using cairn::test::Model;
using cairn::test::whyNot;
using formats::Dtype;

namespace {

Bytes floats(const std::vector<float>& numbers)
{
    Bytes bytes(numbers.size() * sizeof(float));
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
    return bytes;
}

void add(Model& model, std::string_view name, std::int64_t rows, std::int64_t columns,
         const std::vector<float>& numbers)
{
    model.tensor(name, model.storage(floats(numbers)), Dtype::Float32, {rows, columns}, {columns, 1});
}

Result<TensorSet> planned(const CheckpointPtr& source, ScaleConvention convention, TensorRules rules = {},
                          const std::string& cast = "float8_e4m3fn")
{
    rules.casts = CastRules::make(std::vector{cast}).value();
    rules.fp8Scales = convention;
    return planTensorSet(*source, std::move(rules), nullptr);
}

QByteArray bytesOf(const CheckpointPtr& source, const NamedTensor& named)
{
    QByteArray all;
    auto bytes = TensorBytes::open(*source, named);
    while (bytes) {
        const auto block = bytes->next();
        if (!block || block->empty()) {
            break;
        }
        all.append(reinterpret_cast<const char*>(block->data()), static_cast<qsizetype>(block->size()));
    }
    return bytes ? all : QByteArray::fromStdString(whyNot(bytes.error()).toStdString());
}

QByteArray raw(const std::vector<float>& numbers)
{
    const Bytes bytes = floats(numbers);
    return {reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())};
}

QStringList namesOf(const TensorSet& set)
{
    QStringList names;
    for (const NamedTensor& named : set.tensors) {
        names << QString::fromStdString(named.name);
    }
    return names;
}

} // namespace

/// Numbers that become codes of float8 with scales. What comes out bit for bit is asked of their own code in
/// fp8_oracle.py; here are numbers that can be done by hand.
class MakeScalesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ofBlocks();
    void ofRows();
    void ofAll();
    void nothingGetsOne();
    void leavesOthersAlone();
    void tiedWeightsHaveOne();
    void tiesCompareNumbers();
    void namesFollow();
    void refusesTakenNames();
    void refusesNoNumbers_data();
    void refusesNoNumbers();
    void recipes();
};

/// 512 is the largest of the first block: 448 / 512 is 0.875, and that is what numbers are multiplied by.
void MakeScalesTest::ofBlocks()
{
    std::vector<float> numbers(129, 0);
    numbers[0] = 512;
    numbers[1] = -256;
    numbers[128] = 64; // alone in its block
    Model model;
    add(model, "a.weight", 1, 129, numbers);
    const CheckpointPtr source = model.build();
    const auto set = planned(source, ScaleConvention::DeepSeek);
    QVERIFY2(set, qPrintable(set ? QString() : whyNot(set.error())));
    QCOMPARE(namesOf(*set), (QStringList{"a.weight", "a.weight_scale_inv"}));
    const QByteArray codes = bytesOf(source, set->tensors[0]);
    QCOMPARE(codes.size(), 129);
    QCOMPARE(codes.left(3), QByteArray("\x7E\xF6\x00", 3)); // 448, -224, 0
    QCOMPARE(codes.back(), '\x7E');
    const auto shape = writtenShape(*source, set->tensors[1]);
    QCOMPARE(std::vector(shape.begin(), shape.end()), (std::vector<std::int64_t>{1, 2}));
    QCOMPARE(set->tensors[1].dtype, Dtype::Float32);
    QCOMPARE(writtenBytes(*source, set->tensors[1]), std::uint64_t{8});
    QCOMPARE(bytesOf(source, set->tensors[1]), raw({1 / 0.875F, 1 / 7.F}));
}

void MakeScalesTest::ofRows()
{
    Model model;
    add(model, "a.weight", 3, 2, {448, 1, 896, -2, 0, 0});
    const CheckpointPtr source = model.build();
    const auto set = planned(source, ScaleConvention::CompressedTensors);
    QVERIFY(set);
    QCOMPARE(namesOf(*set), (QStringList{"a.weight", "a.weight_scale"}));
    QCOMPARE(bytesOf(source, set->tensors[0]), QByteArray("\x7E\x38\x7E\xB8\x00\x00", 6)); // 448, 1, 448, -1
    const auto shape = writtenShape(*source, set->tensors[1]);
    QCOMPARE(std::vector(shape.begin(), shape.end()), (std::vector<std::int64_t>{3, 1}));
    QCOMPARE(bytesOf(source, set->tensors[1]), raw({1, 2, 0x1p-23F})); // theirs of a row of zeros
}

void MakeScalesTest::ofAll()
{
    Model model;
    add(model, "m.a.weight", 2, 2, {896, 448, -2, 0});
    const CheckpointPtr source = model.build();
    const auto set = planned(source, ScaleConvention::ComfyUi);
    QVERIFY(set);
    QCOMPARE(namesOf(*set), (QStringList{"m.a.weight", "m.a.weight_scale", "m.a.comfy_quant"}));
    QCOMPARE(bytesOf(source, set->tensors[0]), QByteArray("\x7E\x76\xB8\x00", 4)); // 448, 224, -1
    QVERIFY(writtenShape(*source, set->tensors[1]).empty());
    QCOMPARE(writtenBytes(*source, set->tensors[1]), std::uint64_t{4});
    QCOMPARE(bytesOf(source, set->tensors[1]), raw({2}));
    QCOMPARE(set->tensors[2].dtype, Dtype::UInt8);
    QCOMPARE(bytesOf(source, set->tensors[2]), QByteArray(R"({"format": "float8_e4m3fn"})"));
    QCOMPARE(set->scales.made[static_cast<std::size_t>(ScaleConvention::ComfyUi)], std::uint64_t{1});
}

void MakeScalesTest::nothingGetsOne()
{
    Model model;
    add(model, "a.weight", 1, 2, {0, -0.0F});
    const CheckpointPtr source = model.build();
    for (const ScaleConvention convention : {ScaleConvention::DeepSeek, ScaleConvention::ComfyUi}) {
        const auto set = planned(source, convention);
        QVERIFY(set);
        QCOMPARE(bytesOf(source, set->tensors[0]), QByteArray("\x00\x80", 2));
        QCOMPARE(bytesOf(source, set->tensors[1]), raw({1}));
    }
}

void MakeScalesTest::leavesOthersAlone()
{
    Model model;
    model.tensor("a.weight", model.storage(floats({1, 2})), Dtype::Float32, {2}, {1});
    model.tensor("b.bias", model.storage(floats({1, 2})), Dtype::Float32, {1, 2}, {2, 1});
    model.tensor("c.weight", model.storage(floats({1, 2})), Dtype::Int32, {1, 2}, {2, 1});
    model.tensor("d.weight", model.storage(floats({1, 2})), Dtype::Float64, {1, 1}, {1, 1});
    add(model, "e.weight", 1, 1, {448});
    const CheckpointPtr source = model.build();
    const auto set = planned(source, ScaleConvention::CompressedTensors);
    QVERIFY(set);
    QCOMPARE(namesOf(*set), (QStringList{"a.weight", "b.bias", "c.weight", "d.weight", "e.weight", "e.weight_scale"}));
    QCOMPARE(set->scales.notMade, (std::vector<std::string>{"a.weight", "b.bias", "d.weight"}));
    for (std::size_t i = 0; i < 4; ++i) {
        QCOMPARE(set->tensors[i].dtype, source->tensors()[i].dtype);
    }
    const auto some = planned(source, ScaleConvention::CompressedTensors, {}, "float32=float8_e4m3fn:z*");
    QVERIFY(some);
    QCOMPARE(some->tensors.size(), std::size_t{5});
    QVERIFY(some->scales.notMade.empty());
}

void MakeScalesTest::tiedWeightsHaveOne()
{
    Model model;
    const StorageId storage = model.storage(floats({448, 1}));
    add(model, "first", 1, 1, {1});
    model.tensor("a.weight", storage, Dtype::Float32, {1, 2}, {2, 1});
    model.tensor("b.weight", storage, Dtype::Float32, {1, 2}, {2, 1});
    const CheckpointPtr source = model.build();
    const auto set = planned(source, ScaleConvention::ComfyUi);
    QVERIFY(set);
    QCOMPARE(namesOf(*set), (QStringList{"first", "a.weight", "a.weight_scale", "a.comfy_quant", "b.weight",
                                         "b.weight_scale", "b.comfy_quant"}));
    for (std::size_t i = 1; i < 4; ++i) {
        QCOMPARE(set->tensors[i].sameAs, NamedTensor::kItself);
        QCOMPARE(set->tensors[i + 3].sameAs, i);
    }
    const auto apart = planned(source, ScaleConvention::ComfyUi, {.sharing = Sharing::Clone});
    QVERIFY(apart);
    QCOMPARE(apart->tensors[5].sameAs, NamedTensor::kItself);
}

/// Codes alike are no numbers alike.
void MakeScalesTest::tiesCompareNumbers()
{
    Model model;
    add(model, "a.weight", 1, 2, {448, 1});
    add(model, "b.weight", 1, 2, {896, 2});
    add(model, "c.weight", 1, 2, {448, 1});
    const CheckpointPtr source = model.build();
    const auto tie = [&](const char* rule) {
        TensorRules rules;
        rules.ties = {Tie::make(rule).value()};
        return planned(source, ScaleConvention::CompressedTensors, std::move(rules));
    };
    const auto differ = tie("b.weight=a.weight");
    QVERIFY(!differ);
    QCOMPARE(differ.error().code, ErrorCode::UnmetRequest);
    const auto alike = tie("c.weight=a.weight");
    QVERIFY2(alike, qPrintable(alike ? QString() : whyNot(alike.error())));
    QCOMPARE(alike->tensors[5].name, std::string("c.weight_scale"));
    QCOMPARE(alike->tensors[5].sameAs, std::size_t{1});
}

void MakeScalesTest::namesFollow()
{
    Model model;
    add(model, "old.weight", 1, 1, {448});
    const CheckpointPtr source = model.build();
    TensorRules rules;
    rules.selection = Selection::make({}, {}, std::vector<std::string>{"old=new"}).value();
    const auto set = planned(source, ScaleConvention::DeepSeek, std::move(rules));
    QVERIFY(set);
    QCOMPARE(namesOf(*set), (QStringList{"new.weight", "new.weight_scale_inv"}));
}

void MakeScalesTest::refusesTakenNames()
{
    Model model;
    add(model, "a.weight", 1, 1, {448});
    add(model, "a.weight_scale", 1, 1, {448});
    const auto set = planned(model.build(), ScaleConvention::CompressedTensors);
    QVERIFY(!set);
    QCOMPARE(set.error().code, ErrorCode::UnmetRequest);
    QVERIFY2(set.error().what.text().find("a.weight_scale") != std::string::npos, qPrintable(whyNot(set.error())));
}

void MakeScalesTest::refusesNoNumbers_data()
{
    QTest::addColumn<float>("number");
    QTest::newRow("NaN") << std::numeric_limits<float>::quiet_NaN();
    QTest::newRow("infinite") << std::numeric_limits<float>::infinity();
    QTest::newRow("minus infinite") << -std::numeric_limits<float>::infinity();
}

void MakeScalesTest::refusesNoNumbers()
{
    QFETCH(float, number);
    Model model;
    add(model, "a.weight", 1, 3, {1, number, 2});
    const CheckpointPtr source = model.build();
    for (std::size_t i = 0; i < kScaleWords.size(); ++i) {
        const auto set = planned(source, static_cast<ScaleConvention>(i));
        QVERIFY(set);
        for (const std::size_t part : {std::size_t{0}, std::size_t{1}}) {
            const auto bytes = TensorBytes::open(*source, set->tensors[part]);
            QVERIFY(!bytes);
            QCOMPARE(bytes.error().code, ErrorCode::Unsupported);
            QVERIFY(bytes.error().what.text().find("\"a.weight\"") != std::string::npos);
        }
        QVERIFY(!findOverflows(*source, set->tensors, nullptr)); // which a dry run asks
    }
}

void MakeScalesTest::recipes()
{
    const auto check = [](std::vector<std::string> casts, Container container) {
        Recipe recipe;
        recipe.casts = std::move(casts);
        recipe.container = container;
        recipe.fp8Scales = ScaleConvention::DeepSeek;
        return checkRecipe(recipe).has_value();
    };
    QVERIFY(check({"float8_e4m3fn"}, Container::Safetensors));
    QVERIFY(check({"fp32=fp32:head.*", "fp32=e4m3"}, Container::Keep));
    QVERIFY(!check({}, Container::Safetensors));
    QVERIFY(!check({"bf16"}, Container::Safetensors));
    QVERIFY(!check({"e4m3=e4m3"}, Container::Safetensors));
    QVERIFY(!check({"e5m2"}, Container::Safetensors));
    QVERIFY(!check({"float32=e4m3", "bf16=e5m2"}, Container::Safetensors));
    QVERIFY(!check({"e4m3"}, Container::Dcp));
    QVERIFY(!check({"e4m3"}, Container::Legacy));
}

CAIRN_TEST(MakeScalesTest);

} // namespace cairn::tst_make_scales

#include "tst_make_scales.moc"
