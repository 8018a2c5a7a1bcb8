#include "core/base/progress.h"
#include "core/checkpoint/readers/open.h"
#include "tests/support/failing_source.h"
#include "tests/support/files.h"
#include "tests/support/little.h"
#include "tests/support/pickle_builder.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"
#include "tests/support/zip_builder.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

namespace cairn::tst_readers {

using namespace cairn::checkpoint;
using cairn::test::codeOf;
using cairn::test::listed;
using cairn::test::little;
using cairn::test::PickleBuilder;
using cairn::test::text;
using cairn::test::ZipBuilder;

namespace {

std::string safetensors(std::string_view header, std::size_t dataBytes)
{
    return little(header.size(), 8).append(header) + std::string(dataBytes, '\1');
}

/// "NAME":{...} for one tensor of floats.
std::string floats(const std::string& name, std::uint64_t begin, std::uint64_t count)
{
    return '"' + name + "\":{\"dtype\":\"F32\",\"shape\":[" + std::to_string(count) + "],\"data_offsets\":[" +
           std::to_string(begin) + ',' + std::to_string(begin + count * 4) + "]}";
}

Result<CheckpointPtr> open(std::string_view bytes)
{
    return openCheckpoint(std::make_shared<MemorySource>(bytes), "test");
}

/// One line for each row, indented: "name float32 [2,3] key" or "name = value" or "name: type".
QStringList tree(const Checkpoint& checkpoint)
{
    QStringList lines;
    checkpoint.walk([&](EntryId id, std::size_t depth) {
        const Entry& entry = checkpoint.entries()[id];
        QString line = QString(static_cast<qsizetype>(depth), u' ') + text(checkpoint.keyText(entry));
        if (entry.kind == EntryKind::Tensor) {
            const Tensor& tensor = checkpoint.tensors()[entry.payload];
            line += u' ' + text(formats::dtypeInfo(tensor.dtype).name) + u' ' + listed(checkpoint.shape(tensor)) +
                    u' ' + text(checkpoint.storageKey(checkpoint.storages()[tensor.storage]));
        } else if (entry.kind == EntryKind::Value) {
            line += QStringLiteral(" = ") + text(checkpoint.valueRepr(entry));
        } else {
            line += QStringLiteral(": ") + text(checkpoint.typeName(entry));
        }
        lines << line;
    });
    return lines;
}

/// "code path" for each issue
QStringList issues(const Checkpoint& checkpoint)
{
    QStringList lines;
    for (const Issue& issue : checkpoint.issues()) {
        lines << text(errorCodeText(issue.code)) + u' ' + text(issue.path);
    }
    return lines;
}

QString fact(const Checkpoint& checkpoint, std::string_view name)
{
    for (const Fact& fact : checkpoint.facts()) {
        if (fact.name.text() == name) {
            return text(fact.value.text());
        }
    }
    return {};
}

/// A folder with shards and their index.
class ShardFolder {
public:
    void write(const QString& name, const std::string& bytes)
    {
        test::writtenFile(m_folder, name, QByteArray::fromStdString(bytes));
    }
    /// `weights` is the inside of the map.
    Result<CheckpointPtr> openIndex(const std::string& weights, const std::string& metadata = "")
    {
        const std::string json = "{\"metadata\":{" + metadata + "},\"weight_map\":{" + weights + "}}";
        return openCheckpoint(std::make_shared<MemorySource>(json),
                              m_folder.filePath(QStringLiteral("model.index.json")).toStdString());
    }

private:
    QTemporaryDir m_folder;
};

const std::string kShardA = safetensors('{' + floats("a", 0, 2) + R"(,"__metadata__":{"format":"pt"}})", 8);
const std::string kShardB = safetensors('{' + floats("b", 0, 1) + R"(,"__metadata__":{"format":"pt"}})", 4);
const std::string kTwoShards = R"("a":"1.safetensors","b":"2.safetensors")";

std::string jsonModel(bool deflated = false)
{
    ZipBuilder zip;
    zip.add("net/version", "1\n");
    zip.add("net/code/net.py", "op_version_set = 0\n");
    PickleBuilder attributes;
    attributes.mark();
    attributes.global("torch.jit._pickle", "build_tensor_from_id").integer(1).tuple(1).reduce();
    attributes.emptyDict().string("k").integer(5).setItem();
    // The form of torch 1.0: an object whose state is the number.
    attributes.global("__main__", "TensorID").tuple(0).newObject().integer(0).build();
    zip.add("net/attributes.pkl", attributes.tuple().finish());
    if (deflated) {
        zip.addDeflated("net/tensors/0", std::string(24, '\1'));
    } else {
        zip.add("net/tensors/0", std::string(24, '\1'));
    }
    zip.add("net/model.json", R"({"protoVersion":"2","producerName":"pytorch","producerVersion":"1.0","tensors":[
        {"dims":["2","3"],"offset":"0","strides":["3","1"],"requiresGrad":true,"dataType":"FLOAT",
         "data":{"key":"tensors/0"},"device":"cuda:1"},
        {"dims":["2"],"offset":"1","strides":["1"],"dataType":"FLOAT","data":{"key":"tensors/0"},"device":"cuda:1"},
        {"dims":["4"],"offset":"0","strides":["1"],"dataType":"INT8","data":{"key":"tensors/9"},"device":"cpu"}],
        "mainModule":{"name":"net","torchscriptArena":{"key":"code/net.py"},
            "parameters":[{"name":"w","tensorId":"0"}],
            "attributes":[{"type":"Tensor","name":"t","id":"0"},{"type":"int","name":"none","id":"-1"},
                          {"type":"int","name":"gone","id":"7"},{"type":"Tensor","name":"old","id":"2"}],
            "submodules":[{"name":"inner","parameters":[{"name":"lost","tensorId":"2","isBuffer":true}],
                           "attributes":[{"type":"Dict[str, int]","name":"d","id":"1"}],
                           "submodules":[{"name":"deep"}]}]}})");
    return zip.build().bytes;
}

} // namespace

class TestReaders : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsSafetensors();
    void showsHalfByteTensorsAsTorchDoes();
    void takesManyTensorsQuickly();
    void opensShardsAsOne();
    void keepsMetadataThatDiffers();
    void showsShardsThatDoNotOpen();
    void comparesShardsWithTheIndex();
    void saysWhetherTheTotalFits_data();
    void saysWhetherTheTotalFits();
    void refusesSetsWithoutAnyShard();
    void refusesSetsInSets();
    void opensShardsThatWereCutOff();
    void stopsWhenAsked();
    void readsJsonModels();
    void readsDeflatedTensorsOfJsonModels();
    void showsEveryItemOfDistributedShards();
    void refusesEveryTruncation_data();
    void refusesEveryTruncation();
    void reportsFailedReads_data();
    void reportsFailedReads();
};

void TestReaders::readsSafetensors()
{
    const std::string bytes =
        safetensors('{' + floats("late", 8, 1) + R"(,"__metadata__":{"format":"pt","note":"x"},)" +
                        R"("early":{"dtype":"BF16","shape":[2,0,3],"data_offsets":[0,0]},)" +
                        R"("scalar":{"dtype":"I64","shape":[],"data_offsets":[0,8]}})",
                    12);
    const auto opened = open(bytes);
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().paragraph().c_str());
    const Checkpoint& checkpoint = **opened;
    QVERIFY(checkpoint.format() == Format::Safetensors);
    QCOMPARE(tree(checkpoint),
             QStringList({": dict", " late float32 [1] late", " early bfloat16 [2,0,3] early",
                          " scalar int64 [] scalar", " __metadata__: dict", "  format = 'pt'", "  note = 'x'"}));
    QVERIFY(checkpoint.entries()[4].attribute);
    QCOMPARE(listed(checkpoint.stride(checkpoint.tensors()[1])), "[3,3,1]"); // as torch counts for empty tensors
    QCOMPARE(*checkpoint.fileOffset(0), bytes.size() - 4);
    QCOMPARE(*checkpoint.fileOffset(2), bytes.size() - 12);
    QCOMPARE(text(checkpoint.deviceTag(checkpoint.tensors()[0].device)), "cpu");
    QCOMPARE(checkpoint.tensorsOf(2).size(), 1U);
    QVERIFY(checkpoint.issues().empty());
}

void TestReaders::showsHalfByteTensorsAsTorchDoes()
{
    const auto opened = open(safetensors(R"({"even":{"dtype":"F4","shape":[2,4],"data_offsets":[0,4]},)"
                                         R"("odd":{"dtype":"F4","shape":[2,3],"data_offsets":[4,7]}})",
                                         7));
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().paragraph().c_str());
    QCOMPARE(tree(**opened),
             QStringList({": dict", " even float4_e2m1fn_x2 [2,2] even", " odd float4_e2m1fn_x2 [3] odd"}));
    QCOMPARE(issues(**opened), QStringList({"input.unsupported odd"}));
}

void TestReaders::takesManyTensorsQuickly()
{
    constexpr int count = 200'000;
    std::string header = "{";
    for (int i = 0; i < count; ++i) {
        const std::string at = std::to_string(i);
        header += (i == 0 ? "\"t" : ",\"t") + at + R"(":{"dtype":"U8","shape":[1],"data_offsets":[)" + at + ',' +
                  std::to_string(i + 1) + "]}";
    }
    const auto source = std::make_shared<MemorySource>(safetensors(header + '}', count));
    QElapsedTimer timer;
    timer.start();
    const auto opened = openCheckpoint(source, "test");
    const qint64 milliseconds = timer.elapsed();
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().paragraph().c_str());
    QCOMPARE((*opened)->tensors().size(), std::size_t{count});
    QVERIFY2(milliseconds < 60'000, std::to_string(milliseconds).c_str()); // one second and less where nothing checks
}

void TestReaders::opensShardsAsOne()
{
    ShardFolder folder;
    folder.write("1.safetensors", kShardA);
    folder.write("2.safetensors", kShardB);
    const auto opened = folder.openIndex(kTwoShards);
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().paragraph().c_str());
    const Checkpoint& checkpoint = **opened;
    QVERIFY(checkpoint.format() == Format::Sharded);
    QCOMPARE(tree(checkpoint), QStringList({": sharded", " a float32 [2] 1.safetensors:a", " __metadata__: dict",
                                            "  format = 'pt'", " b float32 [1] 2.safetensors:b"}));
    QVERIFY(checkpoint.issues().empty());
    QVERIFY(checkpoint.fileBytes() > kShardA.size() + kShardB.size());
    QCOMPARE(*checkpoint.fileOffset(1), kShardB.size() - 4);
    QVERIFY(checkpoint.sources()[checkpoint.storages()[1].source].name.ends_with("/2.safetensors"));
    std::array<std::byte, 4> bytes{};
    QVERIFY(checkpoint.readStorage(1, 0, bytes).has_value());
    QVERIFY(bytes[0] == std::byte{1});
}

void TestReaders::keepsMetadataThatDiffers()
{
    ShardFolder folder;
    folder.write("1.safetensors", kShardA);
    folder.write("2.safetensors", safetensors('{' + floats("b", 0, 1) + R"(,"__metadata__":{"format":"tf"}})", 4));
    const auto opened = folder.openIndex(kTwoShards);
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().paragraph().c_str());
    QCOMPARE(tree(**opened).filter("format"), QStringList({"  format = 'pt'", "  format = 'tf'"}));
}

void TestReaders::showsShardsThatDoNotOpen()
{
    ShardFolder folder;
    folder.write("1.safetensors", kShardA);
    folder.write("3.safetensors", kShardB.substr(0, 20));
    const auto opened = folder.openIndex(R"("a":"1.safetensors","b":"2.safetensors","c":"2.safetensors",)"
                                         R"("d":"3.safetensors","e":"../4.safetensors")",
                                         R"("total_size":8)");
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().paragraph().c_str());
    QCOMPARE(tree(**opened),
             QStringList({": sharded", " a float32 [2] 1.safetensors:a", " __metadata__: dict", "  format = 'pt'",
                          " 2.safetensors = 2 tensors not shown", " 3.safetensors = 1 tensor not shown"}));
    QCOMPARE(issues(**opened),
             QStringList({"shards.index weight_map", "shards.missing 2.safetensors", "shards.broken 3.safetensors"}));
    QCOMPARE(fact(**opened, "shards"), "1 of 3");
    QCOMPARE(fact(**opened, "total_size"), "8"); // nothing to compare it with
}

void TestReaders::comparesShardsWithTheIndex()
{
    ShardFolder folder;
    std::string header = "{";
    std::string weights = kTwoShards;
    for (int i = 0; i < 20; ++i) {
        header += (i == 0 ? "" : ",") + floats("x" + std::to_string(i), static_cast<std::uint64_t>(i) * 4, 1);
    }
    folder.write("1.safetensors", safetensors(header + '}', 80));
    folder.write("2.safetensors", kShardB);
    const auto opened = folder.openIndex(kTwoShards);
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().paragraph().c_str());
    const QStringList found = issues(**opened);
    QCOMPARE(found.size(), 11); // the first ten and a count of the rest
    QCOMPARE(found[0], "shards.tensor a");
    QCOMPARE(found[1], "shards.tensor x0");
    QVERIFY((*opened)->issues()[0].severity == Severity::Error);
    QVERIFY((*opened)->issues()[1].severity == Severity::Warning);
    QVERIFY((*opened)->issues()[10].message.text().starts_with("11 more tensors"));
}

void TestReaders::saysWhetherTheTotalFits_data()
{
    QTest::addColumn<QString>("total");
    QTest::addColumn<QString>("words");
    QTest::newRow("right") << "12" << "12, as the shards have";
    QTest::newRow("wrong") << "13" << "13, but the tensors have 12";
    QTest::newRow("not a number") << "\"many\"" << "many, but the tensors have 12";
}

void TestReaders::saysWhetherTheTotalFits()
{
    QFETCH(QString, total);
    QFETCH(QString, words);
    ShardFolder folder;
    folder.write("1.safetensors", kShardA);
    folder.write("2.safetensors", kShardB);
    const auto opened = folder.openIndex(kTwoShards, "\"total_size\":" + total.toStdString());
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().paragraph().c_str());
    QCOMPARE(fact(**opened, "total_size"), words);
    QCOMPARE(fact(**opened, "shards"), "2");
}

void TestReaders::refusesSetsWithoutAnyShard()
{
    ShardFolder folder;
    const auto none = folder.openIndex(kTwoShards);
    QCOMPARE(codeOf(none), "shards.missing");
    const QString words = text(none.error().paragraph());
    QVERIFY2(words.contains("none of the 2 shards") && words.contains("1.safetensors"), qPrintable(words));

    folder.write("1.safetensors", "not a checkpoint");
    QCOMPARE(codeOf(folder.openIndex(kTwoShards)), "shards.broken");

    QCOMPARE(codeOf(open(R"({"architectures": ["GPT2LMHeadModel"]})")), "input.not-a-checkpoint");
}

void TestReaders::refusesSetsInSets()
{
    ShardFolder folder;
    folder.write("1.safetensors", kShardA);
    folder.write("2.safetensors", R"({"weight_map":{"b":"1.safetensors"}})");
    const auto opened = folder.openIndex(kTwoShards);
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().paragraph().c_str());
    QCOMPARE(issues(**opened), QStringList({"shards.broken 2.safetensors"}));
}

void TestReaders::opensShardsThatWereCutOff()
{
    for (std::size_t bytes = 0; bytes < kShardB.size(); ++bytes) {
        ShardFolder folder;
        folder.write("1.safetensors", kShardA);
        folder.write("2.safetensors", kShardB.substr(0, bytes));
        const auto opened = folder.openIndex(kTwoShards);
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().paragraph().c_str());
        QCOMPARE(issues(**opened), QStringList({"shards.broken 2.safetensors"}));
        QCOMPARE((*opened)->tensors().size(), 1U);
    }
}

void TestReaders::stopsWhenAsked()
{
    Progress progress;
    progress.requestStop();
    ShardFolder folder;
    folder.write("1.safetensors", kShardA);
    folder.write("2.safetensors", kShardB);
    const auto source = [](const std::string& bytes) { return std::make_shared<MemorySource>(bytes); };
    QCOMPARE(codeOf(openCheckpoint(source(kShardA), "test", &progress)), "cancelled");
    QCOMPARE(codeOf(openCheckpoint(source(jsonModel()), "test", &progress)), "cancelled");
}

void TestReaders::readsJsonModels()
{
    const auto opened = open(jsonModel());
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().paragraph().c_str());
    const Checkpoint& checkpoint = **opened;
    QVERIFY(checkpoint.format() == Format::TorchScript);
    QCOMPARE(tree(checkpoint),
             QStringList({": torch.jit.ScriptModule", " w float32 [2,3] tensors/0", " t float32 [2] tensors/0",
                          " none = None", " gone = missing", " old float32 [2,3] tensors/0",
                          " inner: torch.jit.ScriptModule", "  lost int8 [4] tensors/9", "  d: dict", "   k = 5",
                          "  deep: torch.jit.ScriptModule", " code/net.py = 19 B"}));
    QCOMPARE(issues(checkpoint), QStringList({"torchscript.model gone", "record.missing inner.lost"}));
    const Tensor& weight = checkpoint.tensors()[0];
    QVERIFY(weight.kind == TensorKind::Parameter && weight.requiresGrad);
    QCOMPARE(text(checkpoint.deviceTag(weight.device)), "cuda:1");
    QCOMPARE(checkpoint.tensors()[1].offset, 1);
    QVERIFY(checkpoint.tensors()[3].kind == TensorKind::Buffer);
    QVERIFY(checkpoint.fileOffset(weight.storage).has_value());
    QCOMPARE(fact(checkpoint, "producer"), "pytorch 1.0");
}

void TestReaders::readsDeflatedTensorsOfJsonModels()
{
    const auto opened = open(jsonModel(true));
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().paragraph().c_str());
    const StorageId storage = (*opened)->tensors()[0].storage;
    QVERIFY(!(*opened)->fileOffset(storage).has_value());
    std::array<std::byte, 24> bytes{};
    QVERIFY((*opened)->readStorage(storage, 0, bytes).has_value());
    QVERIFY(bytes[23] == std::byte{1});
}

void TestReaders::showsEveryItemOfDistributedShards()
{
    // Items of one size, and another: their directories count from where each begins.
    const auto item = [](const std::string& key) {
        ZipBuilder zip;
        zip.torchLayout = true;
        zip.zip64End = true;
        zip.add("archive/data.pkl", PickleBuilder().emptyDict().string(key).integer(1).setItem().finish());
        zip.add("archive/version", "3\n");
        return zip.build().bytes;
    };
    const auto opened = open(item("a") + item("b") + item("longer"));
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().paragraph().c_str());
    QVERIFY((*opened)->format() == Format::DistributedShard);
    QCOMPARE(tree(**opened), QStringList({": torch.distributed.checkpoint", " item 0: dict", "  a = 1", " item 1: dict",
                                          "  b = 1", " item 2: dict", "  longer = 1"}));
}

void TestReaders::refusesEveryTruncation_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("safetensors") << QByteArray::fromStdString(kShardA);
    QTest::newRow("model.json") << QByteArray::fromStdString(jsonModel());
    for (const char* file :
         {"byhand/legacy_views.pt", "byhand/legacy_python2.pt", "torch26/legacy_state_dict.pt",
          "torch26/legacy_shared.pt", "byhand/plain_cuda_blob.pkl", "torch26/plain_protocol4.pkl",
          "byhand/rebuild_v0.pt", "torch26/script_plain.pt", "torch26/zip_partly_deflated.pt", "torch26/shared.pt"}) {
        QFile fixture(QStringLiteral(CAIRN_TESTS_DIR "/fixtures/") + QLatin1String(file));
        QVERIFY2(fixture.open(QIODevice::ReadOnly), file);
        QTest::newRow(file) << fixture.readAll();
    }
}

void TestReaders::refusesEveryTruncation()
{
    QFETCH(QByteArray, bytes);
    const std::string whole = bytes.toStdString();
    QVERIFY(open(whole).has_value());
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto opened = open(std::string_view(whole).substr(0, length));
        QVERIFY2(!opened.has_value(), std::to_string(length).c_str());
        QVERIFY(!opened.error().paragraph().empty());
    }
}

void TestReaders::reportsFailedReads_data()
{
    refusesEveryTruncation_data();
}

void TestReaders::reportsFailedReads()
{
    QFETCH(QByteArray, bytes);
    const std::string whole = bytes.toStdString();
    const auto counting = std::make_shared<FailingSource>(whole);
    QVERIFY(openCheckpoint(counting, "test").has_value());
    QVERIFY(counting->reads() > 1);
    for (int read = 0; read < counting->reads(); ++read) {
        QCOMPARE(codeOf(openCheckpoint(std::make_shared<FailingSource>(whole, read), "test")), "io.read-failed");
    }
}

CAIRN_TEST(TestReaders);

} // namespace cairn::tst_readers

#include "tst_readers.moc"
