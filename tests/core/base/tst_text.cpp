#include "core/base/error.h"
#include "core/base/text/byte_size.h"
#include "core/base/text/near_name.h"
#include "core/base/text/shell_word.h"
#include "core/base/text/text.h"
#include "tests/support/test_program.h"

#include <QProcess>

namespace cairn::tst_text {

class TestText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void decodes_data();
    void decodes();
    void encodesWhatItDecodes();
    void validates_data();
    void validates();
    void escapes_data();
    void escapes();
    void linesStay();
    void wordsOfShells_data();
    void wordsOfShells();
    void humanBytes_data();
    void humanBytes();
    void humanCount_data();
    void humanCount();
    void byteSizes_data();
    void byteSizes();
    void countsThings();
    void folds();
    void nearNames_data();
    void nearNames();
};

void TestText::decodes_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<uint>("code");
    QTest::addColumn<int>("length");
    QTest::addColumn<bool>("valid");

    QTest::newRow("ascii") << QByteArray("a") << 0x61U << 1 << true;
    QTest::newRow("NUL") << QByteArray(1, '\0') << 0U << 1 << true;
    QTest::newRow("two bytes") << QByteArray("\xC3\xA9!") << 0xE9U << 2 << true;
    QTest::newRow("three bytes") << QByteArray("\xE5\xB1\x82") << 0x5C42U << 3 << true;
    QTest::newRow("four bytes") << QByteArray("\xF0\x9F\x98\x80") << 0x1F600U << 4 << true;
    QTest::newRow("last code") << QByteArray("\xF4\x8F\xBF\xBF") << 0x10FFFFU << 4 << true;
    QTest::newRow("past the last code") << QByteArray("\xF4\x90\x80\x80") << 0xF4U << 1 << false;
    QTest::newRow("overlong slash") << QByteArray("\xC0\xAF") << 0xC0U << 1 << false;
    QTest::newRow("overlong, three") << QByteArray("\xE0\x80\xAF") << 0xE0U << 1 << false;
    QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << 0xD800U << 3 << false;
    QTest::newRow("lone continuation") << QByteArray("\x80") << 0x80U << 1 << false;
    QTest::newRow("cut off") << QByteArray("\xE5\xB1") << 0xE5U << 1 << false;
    QTest::newRow("bad continuation") << QByteArray("\xC3"
                                                    "A")
                                      << 0xC3U << 1 << false;
    QTest::newRow("FF") << QByteArray("\xFF") << 0xFFU << 1 << false;
}

void TestText::decodes()
{
    QFETCH(QByteArray, bytes);
    QFETCH(uint, code);
    QFETCH(int, length);
    QFETCH(bool, valid);
    const Utf8Char next = decodeUtf8({bytes.data(), static_cast<std::size_t>(bytes.size())});
    QCOMPARE(static_cast<uint>(next.code), code);
    QCOMPARE(int(next.length), length);
    QCOMPARE(next.valid, valid);
}

void TestText::encodesWhatItDecodes()
{
    for (char32_t code = 0; code <= 0x10FFFF; ++code) {
        std::string text;
        appendUtf8(text, code);
        const Utf8Char back = decodeUtf8(text);
        const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
        if (back.code != code || back.length != text.size() || back.valid == surrogate) {
            QFAIL(qPrintable(QString("U+%1").arg(static_cast<uint>(code), 4, 16)));
        }
    }
}

void TestText::validates_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("valid");

    QTest::newRow("empty") << QByteArray() << true;
    QTest::newRow("mixed") << QByteArray("a\xC3\xA9\xF0\x9F\x98\x80z") << true;
    QTest::newRow("surrogate") << QByteArray("a\xED\xA0\x80z") << true;
    QTest::newRow("latin-1") << QByteArray("caf\xE9") << false;
    QTest::newRow("cut off at the end") << QByteArray("ok\xF0\x9F\x98") << false;
}

void TestText::validates()
{
    QFETCH(QByteArray, bytes);
    const std::string_view text(bytes.data(), static_cast<std::size_t>(bytes.size()));
    QTEST(isValidUtf8(text), "valid");
}

void TestText::escapes_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("utf8");
    QTest::addColumn<QByteArray>("ascii");

    const auto same = [](const char* name, const QByteArray& bytes, const QByteArray& shown) {
        QTest::newRow(name) << bytes << shown << shown;
    };
    same("plain", "layer1.0.weight", "layer1.0.weight");
    same("backslash stays", "a\\b", "a\\b");
    same("terminal escape", "\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m");
    same("line breaks", "a\nb\rc\td", "a\\nb\\rc\\td");
    same("NUL", QByteArray("a\0b", 3), "a\\x00b");
    same("delete", "\x7f", "\\x7f");
    same("one-byte CSI",
         "\xC2\x9B"
         "31m",
         "\\x9b31m");
    same("not UTF-8", "a\xFF\xC3", "a\\xff\\xc3");
    same("surrogate", "\xED\xA0\x80", "\\ud800");
    same("right-to-left override",
         "a\xE2\x80\xAE"
         "b",
         "a\\u202eb");
    same("zero width space",
         "a\xE2\x80\x8B"
         "b",
         "a\\u200bb");
    same("tag character", "\xF3\xA0\x81\x81", "\\U000e0041");
    QTest::newRow("accents") << QByteArray("\xC3\xA9t\xC3\xA9") << QByteArray("\xC3\xA9t\xC3\xA9")
                             << QByteArray("\\xe9t\\xe9");
    QTest::newRow("Chinese") << QByteArray("\xE5\xB1\x82.weight") << QByteArray("\xE5\xB1\x82.weight")
                             << QByteArray("\\u5c42.weight");
    QTest::newRow("emoji") << QByteArray("\xF0\x9F\x98\x80") << QByteArray("\xF0\x9F\x98\x80")
                           << QByteArray("\\U0001f600");
}

void TestText::escapes()
{
    QFETCH(QByteArray, bytes);
    const std::string_view text(bytes.data(), static_cast<std::size_t>(bytes.size()));
    QTEST(QByteArray::fromStdString(printable(text)), "utf8");
    QTEST(QByteArray::fromStdString(printable(text, Charset::Ascii)), "ascii");
}

void TestText::linesStay()
{
    QCOMPARE(printableLines("\n\none\n  two \x1b[2J\n\n"), std::string("one\n  two \\x1b[2J"));
    QCOMPARE(printableLines("a\n\nb"), std::string("a\n\nb"));
    QCOMPARE(printableLines("\n"), std::string());
    const Error failure = error(ErrorCode::RuntimeTorch, verbatim("it fails"))
                              .because(verbatim("Torch says:\nfirst\n  ~~ HERE"))
                              .fix(verbatim("Do it"));
    QCOMPARE(failure.paragraph(), std::string("it fails. Torch says:\nfirst\n  ~~ HERE\nDo it."));
}

void TestText::wordsOfShells_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("plain") << QByteArray("model.pth");
    QTest::newRow("spaces") << QByteArray("a b  c");
    QTest::newRow("quote") << QByteArray("it's; echo ran");
    QTest::newRow("substitution") << QByteArray("$(echo ran)`echo ran`");
    QTest::newRow("control and quote") << QByteArray("\x1b'; echo ran; '");
    QTest::newRow("backslash, quote, control") << QByteArray("\\'; echo ran #\x01");
    QTest::newRow("no UTF-8") << QByteArray("\xff'\n; echo ran; '\xfe");
    QTest::newRow("option") << QByteArray("-rf.pth");
    QTest::newRow("option that cannot be shown") << QByteArray("-rf\x01.pth");
    QTest::newRow("lines") << QByteArray("two\nlines.pth");
    QTest::newRow("ends of lines at its end") << QByteArray("two\r\nlines\n\n");
    QTest::newRow("nothing but an end of a line") << QByteArray("\n");
    QTest::newRow("signs of printf") << QByteArray("100%d\\n%%\x7f!!1\\0012");
    QTest::newRow("letters") << QByteArray("\xE6\xA8\xA1\xE5\x9E\x8B");
    QTest::newRow("letters and controls") << QByteArray("\xE6\xA8\xA1\t1");
}

/// The same text for every shell.
void TestText::wordsOfShells()
{
    QFETCH(const QByteArray, text);
    const QByteArray command = "printf '[%s]' " + QByteArray::fromStdString(shellFile(text.toStdString()));
    const QByteArray whole = '[' + (text.startsWith('-') ? "./" + text : text) + ']';
    for (const char* shell : {"bash", "dash", "zsh"}) {
        QProcess process;
        process.start(shell, {"-c", QString::fromUtf8(command)});
        if (!process.waitForStarted()) {
            continue; // not on this system
        }
        QVERIFY(process.waitForFinished(60'000));
        const QByteArray printed = process.readAllStandardOutput();
        QCOMPARE(printed, whole);
        QVERIFY(process.readAllStandardError().isEmpty());
    }
}

void TestText::humanBytes_data()
{
    QTest::addColumn<qulonglong>("bytes");
    QTest::addColumn<QString>("text");

    QTest::newRow("0") << 0ULL << "0 B";
    QTest::newRow("999") << 999ULL << "999 B";
    QTest::newRow("1000") << 1000ULL << "1.0 kB";
    QTest::newRow("1049") << 1049ULL << "1.0 kB";
    QTest::newRow("1050") << 1050ULL << "1.1 kB";
    QTest::newRow("37632") << 37'632ULL << "37.6 kB";
    QTest::newRow("99949") << 99'949ULL << "99.9 kB";
    QTest::newRow("99950") << 99'950ULL << "100 kB";
    QTest::newRow("999499") << 999'499ULL << "999 kB";
    QTest::newRow("999500") << 999'500ULL << "1.0 MB";
    QTest::newRow("1.2 GB") << 1'234'567'890ULL << "1.2 GB";
    QTest::newRow("largest") << 18'446'744'073'709'551'615ULL << "18.4 EB";
}

void TestText::humanBytes()
{
    QFETCH(qulonglong, bytes);
    QTEST(QString::fromStdString(cairn::humanBytes(bytes)), "text");
}

void TestText::humanCount_data()
{
    QTest::addColumn<qulonglong>("count");
    QTest::addColumn<QString>("text");

    QTest::newRow("0") << 0ULL << "0";
    QTest::newRow("9408") << 9'408ULL << "9 408";
    QTest::newRow("99999") << 99'999ULL << "99 999";
    QTest::newRow("100000") << 100'000ULL << "100 k";
    QTest::newRow("resnet50") << 25'557'032ULL << "25.6 M";
    QTest::newRow("7B") << 7'241'732'096ULL << "7.2 B";
}

void TestText::humanCount()
{
    QFETCH(qulonglong, count);
    QTEST(QString::fromStdString(cairn::humanCount(count)), "text");
}

void TestText::byteSizes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isSize");
    QTest::addColumn<quint64>("bytes");
    QTest::addColumn<bool>("hasUnit");

    const auto row = [](const char* text, quint64 bytes, bool hasUnit = true) {
        QTest::addRow("'%s'", text) << QByteArray(text) << true << bytes << hasUnit;
    };
    row("5GB", 5'000'000'000);
    row("5 gb", 5'000'000'000);
    row("80g", 80'000'000'000);
    row("16 GiB", 16ULL << 30);
    row("2ki", 2048);
    row("1.5kB", 1500);
    row("7 B", 7);
    row("0", 0, false);
    row("1e6", 1'000'000, false);
    row("1234567890123456789", 1'234'567'890'123'456'789, false); // more digits than a double has
    for (const char* const text :
         {"", " ", "GB", "-5GB", "+5GB", "5 ", "5XB", "5iB", "0x10", "inf", "nan", "5 GB.", "5G B"}) {
        QTest::addRow("not '%s'", text) << QByteArray(text) << false << quint64{0} << false;
    }
}

void TestText::byteSizes()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isSize);
    QFETCH(quint64, bytes);
    QFETCH(bool, hasUnit);
    const auto size = parseByteSize(text.toStdString());
    QCOMPARE(size.has_value(), isSize);
    QCOMPARE(size ? static_cast<quint64>(size->bytes) : 0, bytes);
    QCOMPARE(size && size->hasUnit, hasUnit);
}

void TestText::countsThings()
{
    QCOMPARE(countOf(0, "tensor"), "0 tensors");
    QCOMPARE(countOf(1, "tensor"), "1 tensor");
    QCOMPARE(countOf(1'000'000, "tensor"), "1 000 000 tensors");
    QCOMPARE(countOf(2, "entry", "entries"), "2 entries");
}

void TestText::folds()
{
    std::string all;
    for (int code = 0; code < 256; ++code) {
        all += static_cast<char>(code);
    }
    for (std::size_t begin = 0; begin < all.size(); ++begin) { // at any place among eight
        const std::string text = all.substr(begin, 70);
        std::string folded = "Before";
        appendFolded(folded, text);
        QVERIFY(folded.starts_with("Before"));
        bool isAsciiOnly = true;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const char c = text[i];
            QCOMPARE(folded[6 + i], c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c);
            isAsciiOnly = isAsciiOnly && static_cast<unsigned char>(c) < 128;
        }
        QCOMPARE(isAscii(text), isAsciiOnly);
    }
}

void TestText::nearNames_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("nearest"); // empty: none

    QTest::newRow("swapped") << "insepct" << "inspect";
    QTest::newRow("left out") << "inspct" << "inspect";
    QTest::newRow("one too many") << "sstats" << "stats";
    QTest::newRow("another letter") << "stots" << "stats";
    QTest::newRow("three changes of nine") << "ispcet" << "inspect";
    QTest::newRow("begun") << "conv" << "convert";
    QTest::newRow("gone on") << "--output" << "--out";
    QTest::newRow("dash inside") << "--dryrun" << "--dry-run";
    QTest::newRow("without dashes") << "json" << "--json";
    QTest::newRow("capital letters") << "STATS" << "stats";
    QTest::newRow("the nearer one") << "--out-dirs" << "--out-dir";
    QTest::newRow("the same") << "--to" << "--to";
    QTest::newRow("the first of two") << "--co" << "--to";
    QTest::newRow("too short to be begun") << "--dr" << "";
    QTest::newRow("one letter") << "x" << "";
    QTest::newRow("nothing") << "" << "";
    QTest::newRow("dashes alone") << "--" << "";
    QTest::newRow("far") << "serialise" << "";
    QTest::newRow("too many changes") << "inpscte" << "";
    QTest::newRow("long") << QString(200'000, u'a') << "";
}

void TestText::nearNames()
{
    QFETCH(QString, typed);
    QFETCH(QString, nearest);
    const std::vector<std::string> candidates{"inspect", "convert",   "stats", "--json", "--dry-run",
                                              "--out",   "--out-dir", "--to",  "--no"};
    QCOMPARE(QString::fromStdString(nearestName(typed.toStdString(), candidates).value_or("")), nearest);
}

CAIRN_TEST(TestText);

} // namespace cairn::tst_text

#include "tst_text.moc"
