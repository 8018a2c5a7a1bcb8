#include "app/cli/common/json_writer.h"
#include "tests/support/test_program.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <cstdint>
#include <limits>

namespace cairn::tst_json_writer {

using cairn::cli::JsonWriter;

class TestJsonWriter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void strings_data();
    void strings();
    void anyBytesGiveJsonThatParses();
    void numbers();
    void commas();
};

void TestJsonWriter::strings_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("json");

    QTest::newRow("empty") << QByteArray() << QByteArray(R"("")");
    QTest::newRow("plain") << QByteArray("layer1.0.weight") << QByteArray(R"("layer1.0.weight")");
    QTest::newRow("quotes and backslash") << QByteArray(R"(a"b\c)") << QByteArray(R"("a\"b\\c")");
    QTest::newRow("line breaks") << QByteArray("a\nb\rc\td") << QByteArray(R"("a\nb\rc\td")");
    QTest::newRow("NUL") << QByteArray("a\0b", 3) << QByteArray(R"("a\u0000b")");
    QTest::newRow("terminal escape") << QByteArray("\x1b[31m") << QByteArray(R"("\u001b[31m")");
    QTest::newRow("delete") << QByteArray("\x7f") << QByteArray(R"("\u007f")");
    QTest::newRow("Chinese as it is") << QByteArray("\xE5\xB1\x82") << QByteArray("\"\xE5\xB1\x82\"");
    QTest::newRow("emoji as it is") << QByteArray("\xF0\x9F\x98\x80") << QByteArray("\"\xF0\x9F\x98\x80\"");
    QTest::newRow("line separator") << QByteArray("\xE2\x80\xA8") << QByteArray(R"("\u2028")");
    QTest::newRow("tag character") << QByteArray("\xF3\xA0\x81\x81") << QByteArray(R"("\udb40\udc41")");
    QTest::newRow("lone surrogate") << QByteArray("a\xED\xA0\x80z") << QByteArray("\"a\xEF\xBF\xBDz\"");
    QTest::newRow("not UTF-8") << QByteArray("a\xFFz\xC3") << QByteArray("\"a\xEF\xBF\xBDz\xEF\xBF\xBD\"");
}

void TestJsonWriter::strings()
{
    QFETCH(QByteArray, bytes);
    std::string out;
    JsonWriter(out).string({bytes.data(), static_cast<std::size_t>(bytes.size())});
    QTEST(QByteArray::fromStdString(out), "json");
}

void TestJsonWriter::anyBytesGiveJsonThatParses()
{
    // Every pair of bytes, each between letters, as keys and as values.
    for (int first = 0; first < 256; ++first) {
        std::string out;
        JsonWriter json(out);
        json.beginArray();
        for (int second = 0; second < 256; ++second) {
            json.string(std::string{'x', static_cast<char>(first), static_cast<char>(second), 'y'});
        }
        json.endArray();
        QJsonParseError problem;
        const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(out), &problem);
        QVERIFY2(problem.error == QJsonParseError::NoError, qPrintable(problem.errorString()));
        QVERIFY(document.isArray());
    }
}

void TestJsonWriter::numbers()
{
    std::string out;
    JsonWriter json(out);
    json.beginArray();
    json.number(0);
    json.number(std::numeric_limits<std::int64_t>::min());
    json.number(std::numeric_limits<std::uint64_t>::max());
    json.number(0.1);
    json.number(1.0);
    json.number(-0.0);
    json.number(1e300);
    json.number(std::numeric_limits<double>::quiet_NaN());
    json.number(std::numeric_limits<double>::infinity());
    json.number(-std::numeric_limits<double>::infinity());
    json.endArray();
    QCOMPARE(out,
             "[0,-9223372036854775808,18446744073709551615,0.1,1.0,-0.0,1e+300,\"NaN\",\"Infinity\",\"-Infinity\"]");
}

void TestJsonWriter::commas()
{
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    json.key("empty");
    json.beginArray();
    json.endArray();
    json.key("nested");
    json.beginArray();
    json.beginObject();
    json.endObject();
    json.beginObject();
    json.key("a").null();
    json.key("b").boolean(true);
    json.endObject();
    json.raw("1,2");
    json.raw("3");
    json.endArray();
    json.key("last").boolean(false);
    json.endObject();
    QCOMPARE(out, R"({"empty":[],"nested":[{},{"a":null,"b":true},1,2,3],"last":false})");
}

CAIRN_TEST(TestJsonWriter);

} // namespace cairn::tst_json_writer

#include "tst_json_writer.moc"
