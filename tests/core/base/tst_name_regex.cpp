#include "core/base/text/name_regex.h"
#include "tests/support/test_program.h"

#include <QRandomGenerator>
#include <QRegularExpression>

namespace cairn::tst_name_regex {

/// Regular expressions over names, held against those of Qt.
class tst_NameRegex : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void finds_data();
    void finds();
    void leavesOthers_data();
    void leavesOthers();
    void isAsGoodAsQt();
    void takesLinearTime();
};

namespace {

/// Nothing if it gives up.
std::optional<bool> qtFinds(const QRegularExpression& regex, const QString& text)
{
    const QRegularExpressionMatch match = regex.match(text);
    return match.isValid() ? std::optional(match.hasMatch()) : std::nullopt;
}

template <typename Range>
auto anyOf(QRandomGenerator& random, const Range& range)
{
    return range[random.bounded(static_cast<int>(std::size(range)))];
}

QString randomPattern(QRandomGenerator& random, int depth = 0)
{
    static const QStringList kAtoms = {"a",     "B",     "1",      ".",      "\\.",    "\\d",  "\\w",  "\\s", "[ab1]",
                                       "[^a.]", "[0-9]", "[a-b_]", "[\\d.]", "[^\\w]", "[]a]", "[b-]", "^",   "$"};
    static const QStringList kRepeats = {"", "", "", "", "*", "+", "?", "*?", "+?", "{2}", "{1,}", "{0,2}"};
    QString pattern;
    for (int i = random.bounded(1, 5); i > 0; --i) {
        const bool isGroup = depth < 3 && random.bounded(5) == 0;
        const QString atom = isGroup ? (random.bounded(2) == 0 ? "(" : "(?:") + randomPattern(random, depth + 1) + ')'
                                     : anyOf(random, kAtoms);
        pattern += atom + (atom == "^" || atom == "$" ? QString() : anyOf(random, kRepeats));
        if (random.bounded(6) == 0) {
            pattern += '|';
        }
    }
    return pattern;
}

QString randomText(QRandomGenerator& random)
{
    QString text;
    for (int i = random.bounded(1, 9); i > 0; --i) {
        text += anyOf(random, QStringLiteral("aAbB1.._ -]"));
    }
    return text;
}

} // namespace

void tst_NameRegex::finds_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char* pattern, const char* text, bool expected) {
        QTest::addRow("%s in %s", pattern, text) << QByteArray(pattern) << QByteArray(text) << expected;
    };
    row("weight", "layers.0.WEIGHT", true);
    row("weight$", "layers.0.weight_g", false);
    row("^layers\\.(1|2)\\d\\.", "layers.27.bias", true);
    row("^layers\\.(1|2)\\d\\.", "model.layers.27.bias", false);
    row("9{3}", "layers.1999", true);
    row("9{3}", "layers.1990", false);
    row("[^.]+\\.[^.]+\\.bias", "a.b.bias", true);
    row("", "anything", true);
    row("a^b", "ab", false);
}

void tst_NameRegex::finds()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, text);
    QFETCH(bool, expected);
    auto regex = NameRegex::make(pattern.toStdString());
    QVERIFY(regex);
    QCOMPARE(regex->isIn(text.toStdString()), std::optional(expected));
}

void tst_NameRegex::leavesOthers_data()
{
    QTest::addColumn<QByteArray>("pattern");
    for (const char* pattern : {"(?=a)b", "(?i)a", "a*+", "\\bweight", "(a)\\1", "[[:alpha:]]", "\\x41", "\\p{L}",
                                "(*ANY)a", "\xc3\xa4", "a{,3}", "^*", "a{3000}{3000}"}) {
        QTest::addRow("%s", pattern) << QByteArray(pattern);
    }
}

void tst_NameRegex::leavesOthers()
{
    QFETCH(QByteArray, pattern);
    QVERIFY(!NameRegex::make(pattern.toStdString()));
}

void tst_NameRegex::isAsGoodAsQt()
{
    QRandomGenerator random(7);
    int known = 0;
    int found = 0;
    for (int i = 0; i < 3000; ++i) {
        const QString pattern = randomPattern(random);
        auto regex = NameRegex::make(pattern.toStdString());
        const QRegularExpression theirs(pattern, QRegularExpression::CaseInsensitiveOption);
        if (!regex || !theirs.isValid()) {
            continue;
        }
        ++known;
        for (int j = 0; j < 20; ++j) {
            const QString text = randomText(random);
            const auto expected = qtFinds(theirs, text);
            found += expected.value_or(false) ? 1 : 0;
            QVERIFY2(!expected || regex->isIn(text.toStdString()) == expected, qPrintable(pattern + " in " + text));
        }
    }
    QVERIFY(known > 2000);
    QVERIFY(found > 10'000);
    auto regex = NameRegex::make("a");
    QVERIFY(!regex->isIn("gr\xc3\xb6\xc3\x9f"
                         "e"));
    QVERIFY(!regex->isIn("two\nlines"));
}

/// What others need ages for, or give up.
void tst_NameRegex::takesLinearTime()
{
    auto regex = NameRegex::make("(a*)*(a*)*(a|a)*b$");
    QVERIFY(regex);
    QCOMPARE(regex->isIn(std::string(100'000, 'a')), std::optional(false));
}

CAIRN_TEST(tst_NameRegex);

} // namespace cairn::tst_name_regex

#include "tst_name_regex.moc"
