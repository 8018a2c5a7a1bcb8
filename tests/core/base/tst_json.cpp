#include "core/base/json/json_reader.h"
#include "core/base/json/json_tree.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

namespace cairn::tst_json {

using cairn::test::byteArray;
using cairn::test::view;

namespace {

/// Writes events down in a line of short words.
class Recorder final : public JsonHandler {
public:
    Result<void> onJson(const JsonEvent& event) override
    {
        if (event.token == JsonToken::Text && event.text == "stop") {
            return fail(ErrorCode::ShardIndex, verbatim("stopped on purpose"));
        }
        static constexpr const char* words[] = {"null", "bool ", "unsigned ", "negative ", "float ", "text ",
                                                "key ", "{",     "}",         "[",         "]"};
        log += words[static_cast<int>(event.token)];
        switch (event.token) {
        case JsonToken::Bool:
        case JsonToken::Unsigned: log += std::to_string(event.number); break;
        case JsonToken::Negative: log += std::to_string(static_cast<std::int64_t>(event.number)); break;
        default: log += event.text;
        }
        log += ';';
        return {};
    }

    std::string log;
};

} // namespace

class TestJson : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bringsEvents_data();
    void bringsEvents();
    void refuses_data();
    void refuses();
    void saysWhere();
    void limitsDepth();
    void passesTheHandlersFailureOn();
    void treeKeepsOrderAndDuplicates();
    void treeFindsMembers();
    void treeReadsScalars();
    void treeOfManyItemsIsFlat();
};

void TestJson::bringsEvents_data()
{
    using namespace std::string_view_literals;
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("events");
    const auto row = [](const char* name, std::string_view text, const char* events) {
        QTest::newRow(name) << byteArray(text) << QByteArray(events);
    };
    row("object", R"({"a": [1, -2, 1.50], "b": {}})", "{;key a;[;unsigned 1;negative -2;float 1.50;];key b;{;};};");
    row("words", "[true, false, null]", "[;bool 1;bool 0;null;];");
    row("largest numbers", "[18446744073709551615, -9223372036854775808]",
        "[;unsigned 18446744073709551615;negative -9223372036854775808;];");
    row("too large for whole numbers", "[18446744073709551616]", "[;float 18446744073709551616;];");
    row("minus zero", "[-0]", "[;negative 0;];");
    row("escapes", R"("\u00e9\n\ud83d\ude00")", "text \xC3\xA9\n\xF0\x9F\x98\x80;");
    row("duplicate keys", R"({"a":1,"a":2})", "{;key a;unsigned 1;key a;unsigned 2;};");
    row("blanks around", " \n\t[] \r\n", "[;];");
    row("byte order mark", "\xEF\xBB\xBF{}", "{;};");
}

void TestJson::bringsEvents()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, events);
    Recorder recorder;
    QVERIFY(readJson(view(text), recorder).has_value());
    QCOMPARE(QByteArray::fromStdString(recorder.log), events);
}

void TestJson::refuses_data()
{
    using namespace std::string_view_literals;
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, std::string_view text) { QTest::newRow(name) << byteArray(text); };
    row("nothing", "");
    row("blanks", "  ");
    row("cut off", R"({"a": [1, 2)");
    row("two values", "{} {}");
    row("comma at the end", "[1,]");
    row("comment", "[1] // one");
    row("NUL after the value", "{}\0"sv);
    row("NUL and more", "{}\0{\"a\": 1}"sv);
    row("NUL in text", "\"a\0b\""sv);
    row("control character in text", "\"a\nb\"");
    row("single quotes", "{'a': 1}");
    row("leading zero", "[01]");
    row("NaN", "[NaN]");
    row("number past double", "[1e999]");
    row("not UTF-8", "\"\xFF\"");
    row("overlong UTF-8", "\"\xC0\xAF\"");
    row("half a surrogate pair", R"("\ud800")");
    row("raw surrogate", "\"\xED\xA0\x80\"");
    row("key that is no text", "{1: 2}");
}

void TestJson::refuses()
{
    QFETCH(QByteArray, text);
    Recorder recorder;
    const auto result = readJson(view(text), recorder);
    QVERIFY(!result.has_value());
    QVERIFY(result.error().code == ErrorCode::Json);
    QVERIFY(!JsonTree::parse(view(text)).has_value());
}

void TestJson::saysWhere()
{
    Recorder recorder;
    const auto result = readJson("{\"a\": nope}", recorder);
    QVERIFY(!result.has_value());
    QVERIFY(result.error().offset.has_value());
    QVERIFY(*result.error().offset >= 6 && *result.error().offset <= 8);
    const std::string paragraph = result.error().paragraph();
    QVERIFY2(!paragraph.contains("json.exception"), paragraph.c_str());

    // What is wrong may be very long; the message is not.
    const std::string longText = "{\"a\": \"" + std::string(1'000'000, 'x');
    const auto cut = readJson(longText, recorder);
    QVERIFY(!cut.has_value());
    QVERIFY(cut.error().paragraph().size() < 400);
}

void TestJson::limitsDepth()
{
    const auto nested = [](std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); };
    Recorder recorder;
    QVERIFY(readJson(nested(kMaxJsonDepth), recorder).has_value());
    const auto tooDeep = readJson(nested(kMaxJsonDepth + 1), recorder);
    QVERIFY(!tooDeep.has_value());
    QVERIFY(tooDeep.error().code == ErrorCode::Json);
    QVERIFY(!readJson(std::string(1'000'000, '['), recorder).has_value());

    // Wide is not deep.
    std::string wide = "[";
    for (int i = 0; i < 1000; ++i) {
        wide += "[],";
    }
    QVERIFY(readJson(wide + "1]", recorder).has_value());
}

void TestJson::passesTheHandlersFailureOn()
{
    Recorder recorder;
    const auto result = readJson(R"(["go", "stop", "never"])", recorder);
    QVERIFY(!result.has_value());
    QVERIFY(result.error().code == ErrorCode::ShardIndex);
    QCOMPARE(recorder.log, "[;text go;");
}

void TestJson::treeKeepsOrderAndDuplicates()
{
    const auto tree = JsonTree::parse(R"({"b": 1, "a": {"x": [2, 3]}, "b": "two", "": 4})");
    QVERIFY(tree.has_value());
    QStringList members;
    for (const JsonValue member : tree->root()) {
        members << QString::fromStdString(std::string(member.key()) + "=" + member.scalarText().value_or("..."));
    }
    QCOMPARE(members, QStringList({"b=1", "a=...", "b=two", "=4"}));
}

void TestJson::treeFindsMembers()
{
    const auto tree = JsonTree::parse(R"({"a": {"x": [2, {"y": 3}]}, "x": 9})");
    QVERIFY(tree.has_value());
    const auto list = tree->root().find("a")->find("x");
    QVERIFY(list.has_value());
    QVERIFY(list->isArray());
    std::vector<JsonValue> items(list->begin(), list->end());
    QCOMPARE(items.size(), 2U);
    QCOMPARE(items[0].integer(), 2);
    QVERIFY(items[0].key().empty());
    QCOMPARE(items[1].find("y")->integer(), 3);
    QVERIFY(!tree->root().find("y").has_value()); // it is deeper
    QVERIFY(!items[0].find("y").has_value());     // a number has no members
    QVERIFY(items[0].begin() == items[0].end());
    QCOMPARE(tree->root().find("x")->integer(), 9);
}

void TestJson::treeReadsScalars()
{
    const auto tree = JsonTree::parse(R"([true, null, "t\u0000", 1.50, -7, 9223372036854775808])");
    QVERIFY(tree.has_value());
    const std::vector<JsonValue> items(tree->root().begin(), tree->root().end());
    QCOMPARE(items[0].boolean(), true);
    QVERIFY(items[1].isNull());
    QCOMPARE(items[2].text(), std::string_view("t\0", 2));
    QCOMPARE(items[3].scalarText(), "1.50");
    QVERIFY(items[3].text().empty());
    QVERIFY(!items[3].integer().has_value());
    QCOMPARE(items[4].integer(), -7);
    QVERIFY(!items[5].integer().has_value()); // does not fit
    QCOMPARE(items[5].scalarText(), "9223372036854775808");
    QVERIFY(!tree->root().scalarText().has_value());
}

void TestJson::treeOfManyItemsIsFlat()
{
    std::string text = "{\"w\":{";
    for (int i = 0; i < 100'000; ++i) {
        text += "\"k" + std::to_string(i) + "\":\"v\",";
    }
    const auto tree = JsonTree::parse(text + "\"last\":1}}");
    QVERIFY(tree.has_value());
    const JsonValue map = *tree->root().find("w");
    QCOMPARE(std::distance(map.begin(), map.end()), 100'001);
}

CAIRN_TEST(TestJson);

} // namespace cairn::tst_json

#include "tst_json.moc"
