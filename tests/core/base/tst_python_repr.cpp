#include "core/base/text/python_repr.h"
#include "tests/support/test_program.h"

#include <limits>

namespace cairn::tst_python_repr {

class TestPythonRepr : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void doubles_data();
    void doubles();
    void floats();
    void halves_data();
    void halves();
    void complexNumbers();
    void strings_data();
    void strings();
    void paths();
    void bytes();
};

void TestPythonRepr::doubles_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QByteArray>("text");

    QTest::newRow("one") << 1.0 << QByteArray("1.0");
    QTest::newRow("minus zero") << -0.0 << QByteArray("-0.0");
    QTest::newRow("tenth") << 0.1 << QByteArray("0.1");
    QTest::newRow("third") << 1.0 / 3 << QByteArray("0.3333333333333333");
    QTest::newRow("sum") << 0.1 + 0.2 << QByteArray("0.30000000000000004");
    QTest::newRow("last plain small") << 0.0001 << QByteArray("0.0001");
    QTest::newRow("first small exponent") << 0.00001 << QByteArray("1e-05");
    QTest::newRow("small with digits") << 1.25e-7 << QByteArray("1.25e-07");
    QTest::newRow("last plain large") << 1e15 << QByteArray("1000000000000000.0");
    QTest::newRow("sixteen digits") << 9007199254740993.0 << QByteArray("9007199254740992.0");
    QTest::newRow("first large exponent") << 1e16 << QByteArray("1e+16");
    QTest::newRow("largest") << std::numeric_limits<double>::max() << QByteArray("1.7976931348623157e+308");
    QTest::newRow("smallest") << 5e-324 << QByteArray("5e-324");
    QTest::newRow("between") << 123.456 << QByteArray("123.456");
    QTest::newRow("infinity") << std::numeric_limits<double>::infinity() << QByteArray("inf");
    QTest::newRow("minus infinity") << -std::numeric_limits<double>::infinity() << QByteArray("-inf");
    QTest::newRow("not a number") << std::numeric_limits<double>::quiet_NaN() << QByteArray("nan");
}

void TestPythonRepr::doubles()
{
    QFETCH(const double, value);
    QFETCH(const QByteArray, text);
    QCOMPARE(QByteArray::fromStdString(pythonFloat(value)), text);
}

void TestPythonRepr::floats()
{
    QCOMPARE(pythonFloat(0.1F), std::string("0.1"));
    QCOMPARE(pythonFloat(16777216.0F), std::string("16777216.0"));
    QCOMPARE(pythonFloat(3.4028235e38F), std::string("3.4028235e+38"));
    QCOMPARE(pythonFloat(1e-45F), std::string("1e-45"));
}

void TestPythonRepr::halves_data()
{
    QTest::addColumn<uint>("bits");
    QTest::addColumn<QByteArray>("text");

    QTest::newRow("zero") << 0x0000U << QByteArray("0.0");
    QTest::newRow("minus zero") << 0x8000U << QByteArray("-0.0");
    QTest::newRow("smallest") << 0x0001U << QByteArray("6e-08");
    QTest::newRow("smallest normal") << 0x0400U << QByteArray("6.104e-05");
    QTest::newRow("tenth") << 0x2E66U << QByteArray("0.1");
    QTest::newRow("third") << 0x3555U << QByteArray("0.3333");
    QTest::newRow("one") << 0x3C00U << QByteArray("1.0");
    QTest::newRow("minus two") << 0xC000U << QByteArray("-2.0");
    QTest::newRow("largest") << 0x7BFFU << QByteArray("65500.0");
    QTest::newRow("infinity") << 0x7C00U << QByteArray("inf");
    QTest::newRow("minus infinity") << 0xFC00U << QByteArray("-inf");
    QTest::newRow("not a number") << 0x7E00U << QByteArray("nan");
}

void TestPythonRepr::halves()
{
    QFETCH(const uint, bits);
    QFETCH(const QByteArray, text);
    QCOMPARE(QByteArray::fromStdString(pythonHalf(static_cast<std::uint16_t>(bits))), text);
}

void TestPythonRepr::complexNumbers()
{
    QCOMPARE(pythonComplex(1.0, 2.0), std::string("(1+2j)"));
    QCOMPARE(pythonComplex(0.0, -1.0), std::string("-1j"));
    QCOMPARE(pythonComplex(-0.0, 1.0), std::string("(-0+1j)"));
    QCOMPARE(pythonComplex(1.5, -0.0), std::string("(1.5-0j)"));
    QCOMPARE(pythonComplex(0.0F, 0.1F), std::string("0.1j"));
    QCOMPARE(pythonComplex(1.0, std::numeric_limits<double>::quiet_NaN()), std::string("(1+nanj)"));
}

void TestPythonRepr::strings_data()
{
    QTest::addColumn<QByteArray>("utf8");
    QTest::addColumn<int>("limit");
    QTest::addColumn<QByteArray>("text");

    QTest::newRow("plain") << QByteArray("abc") << 80 << QByteArray("'abc'");
    QTest::newRow("empty") << QByteArray() << 80 << QByteArray("''");
    QTest::newRow("single quote") << QByteArray("it's") << 80 << QByteArray("\"it's\"");
    QTest::newRow("both quotes") << QByteArray("'\"") << 80 << QByteArray("'\\'\"'");
    QTest::newRow("backslash") << QByteArray("a\\b") << 80 << QByteArray("'a\\\\b'");
    QTest::newRow("controls") << QByteArray("\t\n\r\x1b\0", 5) << 80 << QByteArray("'\\t\\n\\r\\x1b\\x00'");
    QTest::newRow("umlaut") << QByteArray("gr\xC3\xBC\xC3\x9F") << 80 << QByteArray("'gr\xC3\xBC\xC3\x9F'");
    QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << 80 << QByteArray("'\\ud800'");
    QTest::newRow("direction override") << QByteArray("\xE2\x80\xAE") << 80 << QByteArray("'\\u202e'");
    QTest::newRow("at the limit") << QByteArray("abc") << 3 << QByteArray("'abc'");
    QTest::newRow("over the limit") << QByteArray("abcd") << 3 << QByteArray("'abc'...");
    QTest::newRow("characters, not bytes")
        << QByteArray("\xC3\xBC\xC3\xBC!") << 2 << QByteArray("'\xC3\xBC\xC3\xBC'...");
}

void TestPythonRepr::strings()
{
    QFETCH(const QByteArray, utf8);
    QFETCH(const int, limit);
    QFETCH(const QByteArray, text);
    QCOMPARE(QByteArray::fromStdString(pythonStringRepr(utf8.toStdString(), static_cast<std::size_t>(limit))), text);
}

void TestPythonRepr::paths()
{
    QCOMPARE(pythonPathRepr("gr\xC3\xBC\xC3\x9F/it's.pth"), std::string("\"gr\xC3\xBC\xC3\x9F/it's.pth\""));
    QCOMPARE(pythonPathRepr("latin\xE9\xFF.pth"), std::string("'latin\\udce9\\udcff.pth'"));
    QCOMPARE(pythonPathRepr("\xED\xA0\x80"), std::string("'\\udced\\udca0\\udc80'"));
    QCOMPARE(inDoubleQuotes(pythonPathRepr("a\\b.pth")), std::string("\"a\\\\b.pth\""));
    QCOMPARE(inDoubleQuotes(pythonPathRepr("it's.pth")), std::string("\"it's.pth\""));
    QCOMPARE(inDoubleQuotes(pythonPathRepr("a\".pth")), std::string("'a\".pth'"));
}

void TestPythonRepr::bytes()
{
    QCOMPARE(pythonBytesRepr(std::string_view("\0a\xFF\n'\\", 6)), std::string("b\"\\x00a\\xff\\n'\\\\\""));
    QCOMPARE(pythonBytesRepr(""), std::string("b''"));
    QCOMPARE(pythonBytesRepr("'\""), std::string("b'\\'\"'"));
}

CAIRN_TEST(TestPythonRepr);

} // namespace cairn::tst_python_repr

#include "tst_python_repr.moc"
