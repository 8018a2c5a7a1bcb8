#include "core/formats/pickle/pickle_text.h"
#include "tests/support/test_program.h"

namespace cairn::tst_pickle_text {

/// What stands as text in pickles of protocol 0, as Python's unpickler in C reads it.
class TestPickleText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void unicode_data();
    void unicode();
    void refusedNumbers_data();
    void refusedNumbers();
    void numbers();
    void bigIntegers_data();
    void bigIntegers();
    void longIntegersAreCut();
};

void TestPickleText::unicode_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("text"); // what Python's raw-unicode-escape makes of it
    const auto row = [](const char* name, const QByteArray& line, const QByteArray& text) {
        QTest::newRow(name) << line << text;
    };
    row("escape", R"(a\u00e9b)",
        "a\xC3\xA9"
        "b");
    row("long escape", R"(\U0001F600)", "\xF0\x9F\x98\x80");
    row("latin 1", "\xE9", "\xC3\xA9");
    row("two backslashes", R"(\\u0030)", R"(\\u0030)");
    row("three backslashes", R"(\\\u0030)", R"(\\0)");
    row("no escape", R"(\n)", R"(\n)");
    row("a byte behind a backslash", "\\\xE9", "\\\xC3\xA9");
    row("at the end", R"(a\)", R"(a\)");
}

void TestPickleText::unicode()
{
    QFETCH(const QByteArray, line);
    QFETCH(const QByteArray, text);
    const auto read = formats::parsePickleUnicode(line.toStdString());
    QVERIFY(read.has_value());
    QCOMPARE(QByteArray::fromStdString(*read), text);
}

/// Python takes some of these for other numbers, one for False, and the others for none.
void TestPickleText::refusedNumbers_data()
{
    QTest::addColumn<QByteArray>("line");
    for (const char* line : {"017", "-017", "00", "-0", "-0L", "0x10", "0o17", "+1", " 1", "1 ", "1_0", "", "-", "L"}) {
        QTest::newRow(line) << QByteArray(line);
    }
}

void TestPickleText::refusedNumbers()
{
    QFETCH(const QByteArray, line);
    QVERIFY(!formats::parsePickleInteger(line.toStdString()));
}

void TestPickleText::numbers()
{
    QCOMPARE(std::get<std::int64_t>(formats::parsePickleInteger("0").value()), 0);
    QCOMPARE(std::get<std::int64_t>(formats::parsePickleInteger("0L").value()), 0);
    QCOMPARE(std::get<std::int64_t>(formats::parsePickleInteger("-10L").value()), -10);
    QCOMPARE(formats::parsePickleFloat("5e-324").value(), 5e-324);
    QVERIFY(!formats::parsePickleFloat("1e400")); // infinite for Python, which never writes it so
}

void TestPickleText::bigIntegers_data()
{
    QTest::addColumn<QByteArray>("bytes"); // as Python's int.to_bytes(n, "little", signed=True) gives them
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const QByteArray& hex, const QByteArray& text) {
        QTest::newRow(name) << QByteArray::fromHex(hex) << text;
    };
    row("0", "", "0");
    row("-1", "ff", "-1");
    row("2**64", "000000000000000001", "18446744073709551616");
    row("-2**64", "0000000000000000ff", "-18446744073709551616");
    row("10**18", "000064a7b3b6e00d", "1000000000000000000");
    row("10**27", "000000e83c80d09f3c2e3b03", "1000000000000000000000000000");
    row("10**27 - 1", "ffffffe73c80d09f3c2e3b03", "999999999999999999999999999");
}

void TestPickleText::bigIntegers()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QByteArray, text);
    const std::string all = bytes.toStdString();
    QCOMPARE(QByteArray::fromStdString(formats::bigIntegerText(all, 4400)), text);
}

/// A number can be an argument of a million calls: what is shown of it may not cost more the longer it is.
void TestPickleText::longIntegersAreCut()
{
    const std::string positive(3000, '\x7f');
    const std::string whole = formats::bigIntegerText(positive, 10'000);
    QCOMPARE(whole.size(), 2 + 2 * positive.size());
    const std::string cut = formats::bigIntegerText(positive, 60);
    QVERIFY(cut.size() >= 60 && cut.size() < 70);
    QVERIFY(whole.starts_with(cut));
    const std::string negative(3000, '\x81');
    const std::string cutNegative = formats::bigIntegerText(negative, 60);
    QVERIFY(cutNegative.size() >= 60 && cutNegative.size() < 70);
    QVERIFY(formats::bigIntegerText(negative, 10'000).starts_with(cutNegative));
    // Decimal where all of it is shown.
    QVERIFY(formats::bigIntegerText(std::string(100, '\x7f'), 400).find('x') == std::string::npos);
    QVERIFY(formats::bigIntegerText(std::string(100, '\x7f'), 60).starts_with("0x7f7f"));
}

CAIRN_TEST(TestPickleText, QCoreApplication);

} // namespace cairn::tst_pickle_text

#include "tst_pickle_text.moc"
