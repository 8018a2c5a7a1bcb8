#include "core/formats/json_model.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

namespace cairn::tst_json_model {

using namespace cairn::formats;
using cairn::test::text;

namespace {

const std::string kTensor =
    R"({"dims":["2","3"],"offset":"6","strides":["3","1"],"requiresGrad":true,"dataType":"FLOAT",)"
    R"("data":{"key":"tensors/0"},"device":"cuda:1"})";

/// A model of one parameter, or of whatever else is given.
std::string model(const std::string& tensors = kTensor,
                  const std::string& main = R"("parameters":[{"name":"w","tensorId":"0"}])")
{
    return R"({"protoVersion":"2","producerName":"pytorch","producerVersion":"1.0","tensors":[)" + tensors +
           R"(],"mainModule":{"name":"net","torchscriptArena":{"key":"code/net.py"},)" + main + "}}";
}

} // namespace

class TestJsonModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTensors();
    void readsTheModuleTree();
    void takesNumbersQuotedOrNot();
    void readsQuantizedTensors();
    void readsWhatPyTorchWrote();
    void takesDeepAndWideTrees();
    void refuses_data();
    void refuses();
    void survivesEveryTruncation();
};

void TestJsonModel::readsTensors()
{
    const auto read = readJsonModel(model());
    QVERIFY2(read.has_value(), read ? "" : read.error().paragraph().c_str());
    QCOMPARE(read->protoVersion, 2);
    QCOMPARE(read->producer, "pytorch 1.0");
    QCOMPARE(read->tensors.size(), 1U);
    const JsonModelTensor& tensor = read->tensors[0];
    QVERIFY(tensor.dtype == Dtype::Float32);
    QCOMPARE(tensor.shape, (std::vector<std::int64_t>{2, 3}));
    QCOMPARE(tensor.strides, (std::vector<std::int64_t>{3, 1}));
    QCOMPARE(tensor.offset, 6);
    QCOMPARE(tensor.record, "tensors/0");
    QCOMPARE(tensor.device, "cuda:1");
    QVERIFY(tensor.requiresGrad);
    QVERIFY(!tensor.quantizer.has_value());
}

void TestJsonModel::readsTheModuleTree()
{
    const auto read = readJsonModel(model(kTensor + "," + kTensor, R"(
        "submodules": [
            {"name": "a", "parameters": [{"name": "w", "tensorId": "1", "isBuffer": true}],
             "submodules": [{"name": "deep"}]},
            {"name": "b", "attributes": [{"type": "int", "name": "n", "id": "-1"}]}
        ],
        "parameters": [{"name": "w"}],
        "attributes": [{"type": "Tensor", "name": "t", "id": "0"}])"));
    QVERIFY2(read.has_value(), read ? "" : read.error().paragraph().c_str());

    QStringList modules;
    for (const JsonModelModule& module : read->modules) {
        modules << text(module.name) +
                       (module.parent == JsonModelModule::kNoParent ? "" : "<" + QString::number(module.parent));
    }
    QCOMPARE(modules, QStringList({"net", "a<0", "deep<1", "b<0"}));
    QCOMPARE(read->modules[0].code, "code/net.py");

    QStringList slotLines;
    for (const JsonModelSlot& slot : read->slots) {
        const char* kinds[] = {"parameter", "buffer", "attribute"};
        slotLines << QString("%1 %2.%3 #%4 %5")
                         .arg(kinds[static_cast<int>(slot.kind)])
                         .arg(slot.module)
                         .arg(text(slot.name))
                         .arg(slot.id)
                         .arg(text(slot.type))
                         .trimmed();
    }
    QCOMPARE(slotLines,
             QStringList({"parameter 0.w #0", "attribute 0.t #0 Tensor", "buffer 1.w #1", "attribute 3.n #-1 int"}));
}

void TestJsonModel::takesNumbersQuotedOrNot()
{
    const auto read = readJsonModel(
        model(R"({"dims":[2,"3"],"strides":["3",1],"dataType":1,"data":{"key":"tensors/0"},"device":"cpu"})",
              R"("parameters":[{"name":"w","tensorId":0}])"));
    QVERIFY2(read.has_value(), read ? "" : read.error().paragraph().c_str());
    QCOMPARE(read->tensors[0].shape, (std::vector<std::int64_t>{2, 3}));
    QCOMPARE(read->tensors[0].offset, 0); // absent
    QVERIFY(read->tensors[0].dtype == Dtype::Float32);
    QCOMPARE(read->slots[0].id, 0);
}

void TestJsonModel::readsQuantizedTensors()
{
    const auto read =
        readJsonModel(model(R"({"dims":["1"],"strides":["1"],"dataType":"BYTE","isQuantized":true,"scale":0.25,)"
                            R"("zeroPoint":"7","data":{"key":"t"},"device":"cpu"})"));
    QVERIFY2(read.has_value(), read ? "" : read.error().paragraph().c_str());
    QVERIFY(read->tensors[0].dtype == Dtype::QUInt8);
    QCOMPARE(read->tensors[0].quantizer->first, 0.25);
    QCOMPARE(read->tensors[0].quantizer->second, 7);
}

void TestJsonModel::readsWhatPyTorchWrote()
{
    // A model without tensors, and one with an attribute, as PyTorch 1.0 and 1.1 write them.
    const auto bare =
        readJsonModel(R"({"protoVersion":"2","mainModule":{"torchscriptArena":{"key":"code/model.py"},"name":"model",)"
                      R"("optimize":true},"producerName":"pytorch","producerVersion":"1.0",)"
                      R"("libs":{"torchscriptArena":{"key":"libs.py"}}})");
    QVERIFY(bare.has_value());
    QCOMPARE(bare->modules.size(), 1U);
    QVERIFY(bare->tensors.empty());
    QVERIFY(bare->slots.empty());

    const auto attribute = readJsonModel(
        R"({"protoVersion":"3","mainModule":{"name":"m","attributes":[{"type":"Tensor","name":"value","id":"0"}]},)"
        R"("tensors":[{"dims":["1"],"offset":"0","strides":["1"],"requiresGrad":false,"dataType":"FLOAT",)"
        R"("data":{"key":"tensors/0"},"device":"cpu"}]})");
    QVERIFY(attribute.has_value());
    QCOMPARE(attribute->slots.size(), 1U);
    QVERIFY(attribute->slots[0].kind == JsonModelSlot::Kind::Attribute);
}

void TestJsonModel::takesDeepAndWideTrees()
{
    std::string deep = R"("name":"x")";
    for (int i = 0; i < 60; ++i) {
        deep = R"("submodules":[{)" + deep + "}]";
    }
    const auto tree = readJsonModel(model("", deep));
    QVERIFY2(tree.has_value(), tree ? "" : tree.error().paragraph().c_str());
    QCOMPARE(tree->modules.size(), 61U);

    // Long names must not be repeated for each of their children.
    std::string wide = R"("submodules":[{"name":")" + std::string(100'000, 'n') + R"(","attributes":[)";
    for (int i = 0; i < 10'000; ++i) {
        wide += R"({"name":"a","type":"int","id":"1"},)";
    }
    const auto many = readJsonModel(model("", wide + R"({"name":"b","type":"int","id":"1"}]}])"));
    QVERIFY(many.has_value());
    QCOMPARE(many->slots.size(), 10'001U);
}

void TestJsonModel::refuses_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char* name, const std::string& json, const char* words,
                        const char* code = "torchscript.model") {
        QTest::newRow(name) << QByteArray::fromStdString(json) << QByteArray(code) << QByteArray(words);
    };
    const auto tensorWith = [](const std::string& from, const std::string& to) {
        std::string tensor = kTensor;
        tensor.replace(tensor.find(from), from.size(), to);
        return model(tensor);
    };
    row("not JSON", "{", "malformed", "json.syntax");
    row("no module", R"({"tensors":[]})", "no mainModule");
    row("a list", "[]", "no mainModule");
    row("module is text", R"({"mainModule":"x"})", "no mainModule");
    row("tensors are an object", R"({"mainModule":{},"tensors":{}})", "tensors is not a list");
    row("tensor is a number", R"({"mainModule":{},"tensors":[1]})", "not an object");
    row("unknown type", tensorWith("FLOAT", "STRING"), "tensor 0: its dataType \"STRING\" is unknown");
    row("no type", tensorWith(R"("dataType":"FLOAT",)", ""), "dataType \"\" is unknown");
    row("type cannot be quantised", tensorWith(R"("requiresGrad":true)", R"("isQuantized":true)"),
        "cannot be quantised");
    row("negative dimension", tensorWith(R"("2")", R"("-2")"), "dims has something in it");
    row("float dimension", tensorWith(R"("2")", "2.5"), "dims has something in it");
    row("dimension past 64 bits", tensorWith(R"("2")", R"("9223372036854775808")"), "dims has something in it");
    row("dimension with letters", tensorWith(R"("2")", R"("2x")"), "dims has something in it");
    row("dims are text", tensorWith(R"(["2","3"])", R"("23")"), "dims is not a list");
    row("too few strides", tensorWith(R"(["3","1"])", R"(["1"])"), "it has 2 dimensions, but 1 stride");
    row("negative offset", tensorWith(R"("6")", R"("-6")"), "offset is negative");
    row("offset is a list", tensorWith(R"("6")", "[6]"), "offset is not a number");
    row("no record", tensorWith(R"("data":{"key":"tensors/0"},)", ""), "no record");
    row("record is text", tensorWith(R"({"key":"tensors/0"})", R"("tensors/0")"), "data is not a reference");
    row("no device", tensorWith("cuda:1", ""), "no device");
    row("device is a number", tensorWith(R"("cuda:1")", "1"), "device is not text");
    row("grad is text", tensorWith("true", R"("true")"), "requiresGrad is neither");
    row("no such tensor", model(kTensor, R"("parameters":[{"name":"w","tensorId":"1"}])"),
        "module \"net\": parameter \"w\" is tensor 1, but there are 1");
    row("negative tensor", model(kTensor, R"("parameters":[{"name":"w","tensorId":"-1"}])"), "is tensor -1");
    row("submodule is null", model(kTensor, R"("submodules":[null])"), "submodules has something in it");
    row("name is a number", model(kTensor, R"("submodules":[{"name":5}])"), "name is not text");
}

void TestJsonModel::refuses()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, words);
    const auto read = readJsonModel(json.toStdString());
    QVERIFY(!read.has_value());
    QCOMPARE(text(errorCodeText(read.error().code)), QString::fromLatin1(code));
    const std::string paragraph = read.error().paragraph();
    QVERIFY2(paragraph.contains(words.toStdString()), paragraph.c_str());
}

void TestJsonModel::survivesEveryTruncation()
{
    const std::string whole = model();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        QVERIFY(!readJsonModel(whole.substr(0, size)).has_value());
    }
}

CAIRN_TEST(TestJsonModel);

} // namespace cairn::tst_json_model

#include "tst_json_model.moc"
