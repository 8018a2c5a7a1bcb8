#include "core/formats/safetensors/shard_index.h"
#include "tests/support/failing_source.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

namespace cairn::tst_shard_index {

using namespace cairn::formats;
using cairn::test::text;

namespace {

Result<ShardIndex> read(std::string_view text)
{
    return readShardIndex(MemorySource(text));
}

} // namespace

class TestShardIndex : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAnIndex();
    void takesPlainFileNamesOnly_data();
    void takesPlainFileNamesOnly();
    void tellsOfAByteOrderMark();
    void keepsGoodShardsBesideBadOnes();
    void limitsTheNumberOfIssues();
    void refuses_data();
    void refuses();
    void refusesEveryTruncation();
    void reportsFailedReads();
    void takesManyTensors();
};

void TestShardIndex::readsAnIndex()
{
    const auto index = read(R"({
        "metadata": {"total_size": 1e3, "format": "pt", "ok": true, "none": null, "nested": {"a": 1}, "list": []},
        "weight_map": {"b": "m-2.safetensors", "a.w": "m-1.safetensors", "a.b": "m-2.safetensors", "": "layer_1.bin"},
        "extra": [1, 2]
    })");
    QVERIFY2(index.has_value(), index ? "" : index.error().paragraph().c_str());
    QCOMPARE(index->shards, (std::vector<std::string>{"m-2.safetensors", "m-1.safetensors", "layer_1.bin"}));
    using Weight = std::pair<std::string, std::uint32_t>;
    QCOMPARE(index->weights, (std::vector<Weight>{{"b", 0}, {"a.w", 1}, {"a.b", 0}, {"", 2}}));
    using Entry = std::pair<std::string, std::string>;
    QCOMPARE(index->metadata,
             (std::vector<Entry>{{"total_size", "1e3"}, {"format", "pt"}, {"ok", "true"}, {"none", "null"}}));
    QVERIFY(index->issues.empty());

    const auto bare = read(R"({"weight_map":{"a":"s"}})");
    QVERIFY(bare.has_value());
    QVERIFY(bare->metadata.empty());
}

void TestShardIndex::takesPlainFileNamesOnly_data()
{
    using namespace std::string_view_literals;
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("plain");
    const auto row = [](const char* name, std::string_view text, bool plain) {
        QTest::newRow(name) << QByteArray(text.data(), static_cast<qsizetype>(text.size())) << plain;
    };
    row("usual", "model-00001-of-00003.safetensors", true);
    row("dots inside", "a..b", true);
    row("hidden", ".hidden", true);
    row("three dots", "...", true);
    row("blanks and accents", "mod\xC3\xA8le 1.bin", true);
    row("255 bytes", std::string(255, 'a'), true);
    row("empty", "", false);
    row("this folder", ".", false);
    row("folder above", "..", false);
    row("file above", "../m.bin", false);
    row("folder", "a/m.bin", false);
    row("absolute", "/etc/passwd", false);
    row("Windows folder", "a\\m.bin", false);
    row("Windows drive", "c:m.bin", false);
    row("NUL", "m.bin\0.txt"sv, false);
    row("256 bytes", std::string(256, 'a'), false);
}

void TestShardIndex::takesPlainFileNamesOnly()
{
    QFETCH(QByteArray, name);
    QTEST(isPlainFileName({name.data(), static_cast<std::size_t>(name.size())}), "plain");
}

void TestShardIndex::tellsOfAByteOrderMark()
{
    const std::string json = R"({"weight_map": {"w": "m.safetensors"}})";
    QVERIFY(read(json)->issues.empty());
    const auto marked = read("\xEF\xBB\xBF" + json);
    QVERIFY(marked && marked->issues.size() == 1);
    QCOMPARE(marked->issues[0].severity, Severity::Error);
}

void TestShardIndex::keepsGoodShardsBesideBadOnes()
{
    const auto index = read(R"({"weight_map":{"a":"../x","b":"good","c":"../x","d":"x\u0000y"}})");
    QVERIFY(index.has_value());
    QCOMPARE(index->shards, std::vector<std::string>{"good"});
    QCOMPARE(index->weights.size(), 1U);
    QCOMPARE(index->issues.size(), 2U);
    QVERIFY(index->issues[0].code == ErrorCode::ShardIndex);
    QVERIFY(index->issues[0].severity == Severity::Error);
    QCOMPARE(text(index->issues[0].message.text()),
             QString("the shard name \"../x\" is not a plain file name, so 2 tensors in it cannot be opened"));
    QCOMPARE(text(index->issues[1].message.text()),
             QString("the shard name \"x\\x00y\" is not a plain file name, so 1 tensor in it cannot be opened"));
}

void TestShardIndex::limitsTheNumberOfIssues()
{
    std::string json = R"({"weight_map":{"good":"good")";
    for (int i = 0; i < 1000; ++i) {
        json += ",\"t" + std::to_string(i) + "\":\"/" + std::to_string(i) + "\"";
    }
    const auto index = read(json + "}}");
    QVERIFY(index.has_value());
    QCOMPARE(index->issues.size(), 21U);
    QCOMPARE(text(index->issues.back().message.text()), QString("980 more shard names like these"));
}

void TestShardIndex::refuses_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char* name, const char* json, const char* code, const char* words) {
        QTest::newRow(name) << QByteArray(json) << QByteArray(code) << QByteArray(words);
    };
    row("not JSON", "{\"weight_map\":", "json.syntax", "malformed");
    row("two values", "{\"weight_map\":{\"a\":\"b\"}} {}", "json.syntax", "malformed");
    row("other JSON", R"({"architectures":["Bert"]})", "input.not-a-checkpoint", "configuration");
    row("a list", R"([{"weight_map":{}}])", "input.not-a-checkpoint", "JSON");
    row("map deeper down", R"({"a":{"weight_map":{"b":"c"}}})", "input.not-a-checkpoint", "JSON");
    row("map is a number", R"({"weight_map":5})", "shards.index", "weight_map: it is not an object");
    row("map is a list", R"({"weight_map":["a"]})", "shards.index", "not an object");
    row("shard is a number", R"({"weight_map":{"a":5}})", "shards.index",
        "weight_map, tensor \"a\": its shard is not a file name");
    row("shard is null", R"({"weight_map":{"a":null}})", "shards.index", "not a file name");
    row("shard is an object", R"({"weight_map":{"a":{}}})", "shards.index", "not a file name");
    row("tensor twice", R"({"weight_map":{"a":"x","b":"x","\u0061":"y"}})", "shards.index",
        "tensor \"a\": it is in the index twice");
    row("map twice", R"({"weight_map":{"a":"x"},"weight_map":{"b":"y"}})", "shards.index", "two entries weight_map");
    row("empty map", R"({"weight_map":{}})", "shards.index", "names no shard");
    row("only bad shards", R"({"weight_map":{"a":"../x"}})", "shards.index", "\"../x\" is not a plain file name");
}

void TestShardIndex::refuses()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, words);
    const auto index = read({json.data(), static_cast<std::size_t>(json.size())});
    QVERIFY(!index.has_value());
    const std::string paragraph = index.error().paragraph();
    QCOMPARE(text(errorCodeText(index.error().code)), QString::fromLatin1(code));
    QVERIFY2(paragraph.contains(words.toStdString()), paragraph.c_str());
}

void TestShardIndex::refusesEveryTruncation()
{
    const std::string json = R"({"metadata":{"total_size":8},"weight_map":{"a":"s1","b":"s2"}})";
    QVERIFY(read(json).has_value());
    for (std::size_t size = 0; size < json.size(); ++size) {
        QVERIFY(!read(json.substr(0, size)).has_value());
    }
}

void TestShardIndex::reportsFailedReads()
{
    const auto index = readShardIndex(FailingSource(R"({"weight_map":{"a":"s"}})", 0));
    QVERIFY(!index.has_value());
    QVERIFY(index.error().code == ErrorCode::ReadFailed);
}

void TestShardIndex::takesManyTensors()
{
    // As many shards as tensors: neither may cost the square of their number.
    const auto ofShards = [](std::size_t count) {
        std::string json = R"({"weight_map":{)";
        for (std::size_t i = 0; i < count; ++i) {
            json += (i == 0 ? "\"t" : ",\"t") + std::to_string(i) + "\":\"s" + std::to_string(i) + "\"";
        }
        return read(json + "}}");
    };
    const auto index = ofShards(ShardIndex::kMaxShards);
    QVERIFY(index.has_value());
    QCOMPARE(index->shards.size(), ShardIndex::kMaxShards);
    QCOMPARE(index->weights.back().second, ShardIndex::kMaxShards - 1);
    // A file of 10 MB can name half a million, and each would be looked for.
    const auto tooMany = ofShards(ShardIndex::kMaxShards + 1);
    QVERIFY(!tooMany);
    QCOMPARE(tooMany.error().code, ErrorCode::LimitExceeded);
}

CAIRN_TEST(TestShardIndex);

} // namespace cairn::tst_shard_index

#include "tst_shard_index.moc"
