#include "core/base/progress.h"
#include "core/convert/tensors/tensor_output.h"
#include "core/convert/tensors/to_safetensors.h"
#include "core/formats/safetensors/safetensors.h"
#include "core/formats/safetensors/safetensors_writer.h"
#include "tests/support/checkpoint_model.h"
#include "tests/support/files.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QTemporaryDir>

namespace cairn::tst_to_safetensors {

using namespace cairn::checkpoint;
using namespace cairn::convert;
using cairn::test::contentOf;
using cairn::test::Dims;
using cairn::test::filesIn;
using cairn::test::Model;
using cairn::test::oneByOne;
using cairn::test::pattern;
using cairn::test::text;
using cairn::test::whyNot;
using cairn::test::writeFile;
using formats::Dtype;

namespace {

/// A file, and the set it was made of.
struct Plan : SafetensorsPlan {
    TensorSet set;
};

Result<Plan> plan(const CheckpointPtr& checkpoint, Sharing sharing = Sharing::Alias)
{
    CAIRN_ASSIGN(set, planTensorSet(*checkpoint, {.sharing = sharing}, nullptr));
    CAIRN_ASSIGN(file, planSafetensors(*checkpoint, set));
    return Plan{std::move(file), std::move(set)};
}

Result<void> write(const CheckpointPtr& checkpoint, const SafetensorsPlan& plan, const std::string& target,
                   FileSink::Existing existing, Progress* progress)
{
    OutputPlan output;
    output.parts.push_back({target, plan});
    output.dataBytes = plan.dataBytes;
    CAIRN_TRY(writeOutput(*checkpoint, output, existing, Verify::No, progress));
    return {};
}

QStringList names(const SafetensorsPlan& plan)
{
    QStringList list;
    for (const NamedTensor& tensor : plan.tensors) {
        list << text(tensor.name);
    }
    return list;
}

/// "path: why" for each
QStringList leftOut(const Plan& plan)
{
    QStringList list;
    for (const LeftOut& part : plan.set.leftOut) {
        list << text(part.path) + ": " + text(part.why.text());
    }
    return list;
}

} // namespace

class tst_ToSafetensors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void header();
    void order();
    void leavesOut_data();
    void leavesOut();
    void listsWhatIsLost();
    void namesCollide();
    void saysWhyThereIsNothing();
    void keysThatAreCut();
    void aliases();
    void overlaps_data();
    void overlaps();
    void keepsMetadata();
    void writesAndVerifies();
    void verifyFindsDifferences_data();
    void verifyFindsDifferences();
    void cancelLeavesNothing();
};

void tst_ToSafetensors::header()
{
    formats::SafetensorsHeaderWriter writer;
    writer.addMetadata("format", "pt");
    writer.addMetadata("a\"\\", "line\n\x01\u00e9");
    const Dims matrix{2, 3};
    const Dims pairs{2, 2};
    writer.addTensor("weight", Dtype::Float32, matrix, 24);
    writer.addTensor("scalar", Dtype::Float32, {}, 4);
    writer.addTensor("pairs", Dtype::Float4E2M1FnX2, pairs, 4);
    const auto head = writer.finish();
    QVERIFY(head);
    QCOMPARE(writer.dataBytes(), 32U);
    QCOMPARE(head->size() % 8, 0U);
    const QByteArray bytes = QByteArray::fromStdString(*head);
    const QByteArray json = bytes.mid(8).trimmed();
    QCOMPARE(json, QByteArray(R"({"__metadata__":{"format":"pt","a\"\\":"line\n\u0001é"},)"
                              R"("weight":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},)"
                              R"("scalar":{"dtype":"F32","shape":[],"data_offsets":[24,28]},)"
                              R"("pairs":{"dtype":"F4","shape":[2,4],"data_offsets":[28,32]}})"));
    QVERIFY(formats::readSafetensors(MemorySource(*head + std::string(32, '\0'))));
    QVERIFY(formats::SafetensorsHeaderWriter().finish() == std::string("\x8\0\0\0\0\0\0\0{}      ", 16));
}

void tst_ToSafetensors::order()
{
    Model model;
    const auto add = [&](std::string_view key, Dtype dtype) {
        model.tensor(key, model.storage(pattern(8)), dtype, {1}, {1});
    };
    add("b", Dtype::Float32);
    add("a.long", Dtype::Int64);
    add("B", Dtype::Float32);
    add("bytes", Dtype::UInt8);
    add("flag", Dtype::Bool);
    add("half", Dtype::Float16);
    add("brain", Dtype::BFloat16);
    add("\u00e9", Dtype::Float32);
    add("pair", Dtype::Complex64);
    add("double", Dtype::Float64);
    const auto result = plan(model.build());
    QVERIFY(result);
    QCOMPARE(names(*result),
             (QStringList{"a.long", "double", "pair", "B", "b", "\u00e9", "brain", "half", "bytes", "flag"}));
}

void tst_ToSafetensors::leavesOut_data()
{
    QTest::addColumn<int>("what");
    QTest::addColumn<QString>("why");
    const char* whys[] = {"t: a sparse tensor (sparse_csr)",
                          "t: a quantised tensor (per_tensor_affine)",
                          "t: a meta tensor: it has no values",
                          "t: a conjugated view (its conj bit is set)",
                          "t: a negated view (its neg bit is set)",
                          "t: safetensors has no dtype complex128",
                          "t: safetensors has no dtype bits8",
                          "t: safetensors has no scalar of two half-byte values",
                          "t: it reaches outside its storage",
                          "t: the file holds no bytes for its storage",
                          "__metadata__: safetensors keeps this name for itself",
                          "t\xed\xa0\x80: its name is not valid text"};
    for (int i = 0; i < static_cast<int>(std::size(whys)); ++i) {
        QTest::newRow(whys[i]) << i << text(whys[i]);
    }
}

void tst_ToSafetensors::leavesOut()
{
    QFETCH(int, what);
    QFETCH(QString, why);
    Model model;
    const StorageId storage = model.storage(pattern(64));
    model.tensor("good", model.storage(pattern(4)), Dtype::Float32, {1}, {1});
    const char* key = what == 10 ? "__metadata__" : what == 11 ? "t\xed\xa0\x80" : "t";
    const Dims dims(what == 7 ? 0 : 1, 1); // one scalar
    Tensor& tensor = model.tensor(key, storage, Dtype::Float32, dims, dims);
    switch (what) {
    case 0: tensor.layout = Layout::SparseCsr; break;
    case 1:
        tensor.extra =
            model.builder().addExtra({.subclass = {}, .quantizer = Quantizer{.scheme = "per_tensor_affine"}});
        break;
    case 2:
        tensor.storage = kNoId;
        tensor.device = model.builder().device("meta");
        break;
    case 3: tensor.conj = true; break;
    case 4: tensor.neg = true; break;
    case 5: tensor.dtype = Dtype::Complex128; break;
    case 6: tensor.dtype = Dtype::Bits8; break;
    case 7: tensor.dtype = Dtype::Float4E2M1FnX2; break;
    case 8: tensor.offset = 16; break;
    case 9: model.builder().storage(storage).source = kNoId; break;
    default: break;
    }
    const auto result = plan(model.build());
    QVERIFY2(result, qPrintable(result ? QString() : whyNot(result.error())));
    QCOMPARE(leftOut(*result), QStringList{why});
    QCOMPARE(names(*result), QStringList{"good"});
    QVERIFY(!requireNothingLost(result->set));
    QVERIFY(requireTensors(result->set));
}

void tst_ToSafetensors::listsWhatIsLost()
{
    Model model;
    for (int i = 0; i < 13; ++i) {
        model.value("v" + std::to_string(i));
    }
    model.tensor("sparse", model.storage(pattern(4)), Dtype::Float32, {1}, {1}).layout = Layout::SparseCoo;
    model.tensor("good", model.storage(pattern(4)), Dtype::Float32, {1}, {1});
    model.builder().addIssue(ErrorCode::TensorArguments, Severity::Error, verbatim("cannot be rebuilt"));
    model.group("_metadata", true);
    model.value("version");
    const auto result = plan(model.build());
    QVERIFY(result);
    QCOMPARE(result->set.valuesLeftOut, 13U);
    QCOMPARE(result->set.unnamedValues(), 3U);
    QCOMPARE(result->set.leftOut.size(), 13U); // what is rarer comes first
    QCOMPARE(leftOut(*result).first(4),
             (QStringList{"sparse: a sparse tensor (sparse_coo)",
                          "_metadata: versions of modules, which load_state_dict does without", ": cannot be rebuilt",
                          "v0: str, not a tensor"}));
    QVERIFY(result->set.leftOut[1].harmless);
    const auto refused = requireNothingLost(result->set);
    QVERIFY(!refused);
    QCOMPARE(text(errorCodeText(refused.error().code)), "input.unsupported");
    QVERIFY(text(refused.error().what.text()).contains("\"sparse\": a sparse tensor"));
    QVERIFY(text(refused.error().what.text()).endsWith("and 3 more"));
    QVERIFY(!text(refused.error().what.text()).contains("_metadata"));

    Model harmless;
    harmless.tensor("good", harmless.storage(pattern(4)), Dtype::Float32, {1}, {1});
    harmless.group("_metadata", true);
    harmless.value("version");
    QVERIFY(requireNothingLost(plan(harmless.build())->set));

    Model none;
    none.value("only");
    QVERIFY(!requireTensors(plan(none.build())->set));
    QVERIFY(requireNothingLost(plan(Model().build())->set)); // an empty checkpoint is an empty file
}

void tst_ToSafetensors::namesCollide()
{
    Model model;
    model.tensor("a.b", model.storage(pattern(4)), Dtype::Float32, {1}, {1});
    model.group("a");
    model.tensor("b", model.storage(pattern(4)), Dtype::Float32, {1}, {1});
    const auto result = plan(model.build());
    QVERIFY(!result);
    QCOMPARE(text(result.error().what.text()), "two tensors would get the name \"a.b\": [\"a.b\"] and [\"a\"][\"b\"]");
    QVERIFY(text(result.error().advice.text()).startsWith("No rule can tell them apart")); // rules look at names
}

void tst_ToSafetensors::saysWhyThereIsNothing()
{
    Model model;
    model.tensor("z", model.storage(pattern(16)), Dtype::Complex128, {1}, {1});
    const CheckpointPtr source = model.build();
    const auto none = planTensorSet(*source, {}, nullptr);
    QVERIFY(none);
    QCOMPARE(text(requireTensors(*none).error().why.text()), "\"z\": safetensors has no dtype complex128");
    TensorRules rules;
    rules.selection = *Selection::make({}, {"*"}, {});
    const auto dropped = planTensorSet(*source, std::move(rules), nullptr);
    QVERIFY(!dropped);
    QCOMPARE(text(dropped.error().what.text()), "nothing would be left");
}

void tst_ToSafetensors::keysThatAreCut()
{
    Model model;
    model.tensor("'xxx'...", model.storage(pattern(4)), Dtype::Float32, {1}, {1});
    model.showKey();
    model.tensor("(1, 2)", model.storage(pattern(4)), Dtype::Float32, {1}, {1});
    model.showKey();
    const CheckpointPtr source = model.build();
    const auto set = planTensorSet(*source, {}, nullptr);
    QVERIFY(set && !requireNothingLost(*set));
    QCOMPARE(set->tensors.size(), 1U);
    QCOMPARE(text(set->leftOut.at(0).why.text()), "its key is too long to be a name; --rename can give it another");
    TensorRules rules;
    rules.selection = *Selection::make({}, {}, std::vector<std::string>{"'xxx'...=short"});
    const auto renamed = planTensorSet(*source, std::move(rules), nullptr);
    QVERIFY(renamed && requireNothingLost(*renamed));
    QCOMPARE(text(renamed->tensors.at(0).name), "short");
}

void tst_ToSafetensors::aliases()
{
    Model model;
    const StorageId shared = model.storage(pattern(24));
    model.tensor("z.first", shared, Dtype::Float32, {1, 3}, {3, 1});
    model.tensor("half", shared, Dtype::Float32, {3}, {1}, 3); // the other half: no overlap
    model.tensor("a.second", shared, Dtype::Float32, {1, 3}, {17, 1});
    model.tensor("none", shared, Dtype::Float32, {0}, {1});
    model.tensor("none too", shared, Dtype::Float32, {0}, {1});
    model.tensor("a.third", shared, Dtype::Float32, {1, 3}, {3, 1});
    const CheckpointPtr checkpoint = model.build();
    const auto result = plan(checkpoint);
    QVERIFY2(result, qPrintable(result ? QString() : whyNot(result.error())));
    using Pairs = std::vector<std::pair<std::string, std::string>>;
    QVERIFY(result->aliases == (Pairs{{"a.second", "z.first"}, {"a.third", "z.first"}}));
    QCOMPARE(names(*result), (QStringList{"half", "none", "none too", "z.first"}));
    QCOMPARE(result->dataBytes, 24U);
    const auto header = formats::readSafetensors(MemorySource(result->head + std::string(result->dataBytes, '\0')));
    QVERIFY(header);
    QVERIFY(header->metadata == (Pairs{{"format", "pt"}, {"a.second", "z.first"}, {"a.third", "z.first"}}));

    const auto cloned = plan(checkpoint, Sharing::Clone);
    QVERIFY(cloned);
    QVERIFY(cloned->aliases.empty());
    QCOMPARE(cloned->tensors.size(), 6U);
    QCOMPARE(cloned->dataBytes, 48U);

    Model clash; // the metadata has a key of this name already
    const StorageId storage = clash.storage(pattern(4));
    clash.tensor("kept", storage, Dtype::Float32, {1}, {1});
    clash.tensor("format", storage, Dtype::Float32, {1}, {1});
    QVERIFY(!plan(clash.build()));
}

void tst_ToSafetensors::overlaps_data()
{
    QTest::addColumn<int>("dtype");
    QTest::addColumn<QList<int>>("size");
    QTest::addColumn<QList<int>>("stride");
    QTest::addColumn<int>("offset");
    QTest::addColumn<bool>("refused");
    const auto row = [](const char* name, const QList<int>& size, const QList<int>& stride, int offset, bool refused,
                        Dtype dtype = Dtype::Float32) {
        QTest::newRow(name) << static_cast<int>(dtype) << size << stride << offset << refused;
    };
    // Against 2x2 floats at the second element of six.
    row("the same", {2, 2}, {2, 1}, 1, false);
    row("before", {1}, {1}, 0, false);
    row("after", {1}, {1}, 5, false);
    row("transposed", {2, 2}, {1, 2}, 1, true);
    row("other shape", {4}, {1}, 1, true);
    row("a part", {1}, {1}, 2, true);
    row("the end and more", {2}, {1}, 4, true);
    row("the beginning", {2}, {1}, 0, true);
    row("around", {6}, {1}, 0, true);
    row("other dtype", {2, 2}, {2, 1}, 1, true, Dtype::Int32);
}

void tst_ToSafetensors::overlaps()
{
    QFETCH(int, dtype);
    QFETCH(QList<int>, size);
    QFETCH(QList<int>, stride);
    QFETCH(int, offset);
    QFETCH(bool, refused);
    Model model;
    const StorageId storage = model.storage(pattern(24));
    model.tensor("base", storage, Dtype::Float32, {2, 2}, {2, 1}, 1);
    model.tensor("other", storage, static_cast<Dtype>(dtype), Dims(size.begin(), size.end()),
                 Dims(stride.begin(), stride.end()), offset);
    const CheckpointPtr checkpoint = model.build();
    const auto result = plan(checkpoint);
    QCOMPARE(!result.has_value(), refused);
    if (refused) {
        QCOMPARE(text(errorCodeText(result.error().code)), "input.unsupported");
        QVERIFY(text(result.error().what.text()).contains("\"base\"") &&
                text(result.error().what.text()).contains("\"other\""));
    }
    QVERIFY(plan(checkpoint, Sharing::Clone));
}

void tst_ToSafetensors::keepsMetadata()
{
    Model model(Format::Safetensors);
    model.tensor("t", model.storage(pattern(4)), Dtype::Float32, {1}, {1});
    model.group("__metadata__", true);
    model.value("note");
    model.value("format");
    const auto result = plan(model.build());
    QVERIFY(result);
    QVERIFY(result->set.leftOut.empty());
    QCOMPARE(result->metadata.size(), 2U);
    QCOMPARE(text(result->metadata[0].first), "format");
    QCOMPARE(text(result->metadata[1].second), "text of note");
}

/// A checkpoint with everything a writer does differently.
static CheckpointPtr mixedModel()
{
    Model model;
    model.tensor("plain", model.storage(pattern(24)), Dtype::Float32, {2, 3}, {3, 1});
    model.tensor("turned", model.storage(pattern(24)), Dtype::Float32, {3, 2}, {1, 3});
    model.tensor("big", model.storage(pattern(16), ByteOrder::Big), Dtype::Int64, {2}, {1});
    model.tensor("empty", model.storage({}), Dtype::Float16, {0, 5}, {5, 1});
    model.tensor("bytes", model.storage(pattern(3)), Dtype::UInt8, {3}, {1});
    return model.build();
}

void tst_ToSafetensors::writesAndVerifies()
{
    QTemporaryDir folder;
    const std::string target = folder.filePath("out.safetensors").toStdString();
    const CheckpointPtr checkpoint = mixedModel();
    const auto result = plan(checkpoint);
    QVERIFY(result);
    Progress progress;
    const auto written = write(checkpoint, *result, target, FileSink::Existing::Refuse, &progress);
    QVERIFY2(written, qPrintable(written ? QString() : whyNot(written.error())));
    QCOMPARE(progress.total(), result->dataBytes);
    QCOMPARE(progress.done(), result->dataBytes);
    const QByteArray file = contentOf(folder.filePath("out.safetensors"));
    QCOMPARE(static_cast<std::uint64_t>(file.size()), result->fileBytes());
    const Bytes turned = oneByOne(pattern(24), 4, 1, {3, 2}, {1, 3}, 0);
    QVERIFY(file.contains(QByteArray(reinterpret_cast<const char*>(turned.data()), 24)));
    const Bytes swapped = oneByOne(pattern(16), 8, 8, {2}, {1}, 0);
    QVERIFY(file.contains(QByteArray(reinterpret_cast<const char*>(swapped.data()), 16)));

    const auto difference = firstDifference(*checkpoint, *result, target, nullptr);
    QVERIFY(difference);
    QVERIFY2(!*difference, qPrintable(*difference ? text((**difference).text()) : QString()));
    QVERIFY(!write(checkpoint, *result, target, FileSink::Existing::Refuse, nullptr));
    QVERIFY(write(checkpoint, *result, target, FileSink::Existing::Replace, nullptr));
}

void tst_ToSafetensors::verifyFindsDifferences_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("difference");
    QTest::newRow("name") << QByteArray("\"turned\"") << QByteArray("\"turnec\"") << "tensor \"turned\" has another";
    QTest::newRow("shape") << QByteArray("[3,2]") << QByteArray("[2,3]") << "tensor \"turned\" has another";
    QTest::newRow("dtype") << QByteArray("\"U8\"") << QByteArray("\"I8\"") << "tensor \"bytes\" has another";
    QTest::newRow("metadata") << QByteArray("\"pt\"") << QByteArray("\"np\"") << "its metadata";
    const Bytes swapped = oneByOne(pattern(16), 8, 8, {2}, {1}, 0);
    const QByteArray values(reinterpret_cast<const char*>(swapped.data()), 16);
    QByteArray changed = values;
    changed[15] = static_cast<char>(changed[15] ^ 1);
    QTest::newRow("one bit") << values << changed << "the values of tensor \"big\"";
}

void tst_ToSafetensors::verifyFindsDifferences()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QString, difference);
    QTemporaryDir folder;
    const QString path = folder.filePath("out.safetensors");
    const CheckpointPtr checkpoint = mixedModel();
    const auto result = plan(checkpoint);
    QVERIFY(write(checkpoint, *result, path.toStdString(), FileSink::Existing::Refuse, nullptr));
    QByteArray bytes = contentOf(path);
    QCOMPARE(bytes.count(before), 1);
    bytes.replace(before, after);
    writeFile(path, bytes);
    const auto found = firstDifference(*checkpoint, *result, path.toStdString(), nullptr);
    QVERIFY2(found, qPrintable(found ? QString() : whyNot(found.error())));
    QVERIFY(found->has_value());
    QVERIFY2(text((**found).text()).startsWith(difference), qPrintable(text((**found).text())));
}

void tst_ToSafetensors::cancelLeavesNothing()
{
    QTemporaryDir folder;
    const CheckpointPtr checkpoint = mixedModel();
    const auto result = plan(checkpoint);
    Progress progress;
    progress.requestStop();
    const auto written = write(checkpoint, *result, folder.filePath("out.safetensors").toStdString(),
                               FileSink::Existing::Refuse, &progress);
    QVERIFY(!written);
    QCOMPARE(text(errorCodeText(written.error().code)), "cancelled");
    QVERIFY(filesIn(folder.path()).isEmpty());
    const auto planned = planTensorSet(*checkpoint, {}, &progress);
    QVERIFY(!planned);
}

CAIRN_TEST(tst_ToSafetensors, QCoreApplication);

} // namespace cairn::tst_to_safetensors

#include "tst_to_safetensors.moc"
