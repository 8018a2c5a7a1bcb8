#include "core/base/text/glob.h"
#include "tests/support/test_program.h"

#include <QElapsedTimer>

#include <random>
#include <string>
#include <vector>

namespace cairn::tst_glob {

/// Patterns for names of entries.
class GlobTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void matches_data();
    void matches();
    void manyStarsTakeNoTime();
    void readyMadeIsTheSame();
};

void GlobTest::matches_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("expected");

    const auto row = [](const char* name, const char* pattern, const char* text, bool expected) {
        QTest::newRow(name) << QByteArray(pattern) << QByteArray(text) << expected;
    };
    row("nothing and nothing", "", "", true);
    row("nothing and something", "", "a", false);
    row("plain", "model.weight", "model.weight", true);
    row("plain, longer text", "model", "model.weight", false);
    row("plain, longer pattern", "model.weight", "model", false);
    row("a dot is a dot", "model.weight", "model_weight", false);
    row("star alone", "*", "", true);
    row("star over dots", "optimizer*", "optimizer.state.0.exp_avg", true);
    row("star at the front", "*.bias", "layers.3.bias", true);
    row("star in the middle", "layers.*.bias", "layers.3.attn.bias", true);
    row("star takes nothing", "a*b", "ab", true);
    row("star, no end", "a*b", "acbd", false);
    row("star tried again", "*ab", "aab", true);
    row("two stars", "*.attn.*", "layers.0.attn.weight", true);
    row("stars in a row", "a***b", "axxb", true);
    row("star and rest", "*a*b*c", "xxaxxbxxbxx", false);
    row("question mark", "layers.?.bias", "layers.7.bias", true);
    row("question mark needs one", "layers.?", "layers.", false);
    row("question mark takes one", "?", "ab", false);
    row("question mark, two bytes", "?", "\xc3\xa4", true);
    row("set", "layers.[012].w", "layers.1.w", true);
    row("set, outside", "layers.[012].w", "layers.3.w", false);
    row("range", "[a-cx-z]", "y", true);
    row("range, outside", "[a-cx-z]", "d", false);
    row("range of two bytes each", "[\xc3\xa4-\xc3\xbc]", "\xc3\xb6", true);
    row("negated", "[!0-9]", "a", true);
    row("negated, inside", "[!0-9]", "7", false);
    row("negated with a caret", "[^0-9]", "7", false);
    row("bracket in a set", "[]a]", "]", true);
    row("minus at the end of a set", "[a-]", "-", true);
    row("escape in a set", "[\\]]", "]", true);
    row("set needs a character", "[!a]", "", false);
    row("set is never closed", "[ab", "[ab", true);
    row("set is never closed, no set", "[ab", "a", false);
    row("escaped star", "\\*", "*", true);
    row("escaped star is no star", "\\*", "ab", false);
    row("escaped bracket", "\\[a]", "[a]", true);
    row("backslash at the end", "a\\", "a\\", true);
    row("star and set", "*[0-9]", "a1b2", true);
    row("case counts", "Model", "model", false);
    row("no UTF-8", "a\xff", "a\xff", true);
    row("no UTF-8 is no character", "\xff", "\xc3\xbf", false);
}

void GlobTest::matches()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, text);
    QFETCH(bool, expected);
    QCOMPARE(globMatches(pattern.toStdString(), text.toStdString()), expected);
    QCOMPARE(Glob(pattern.toStdString()).matches(text.toStdString()), expected);
}

void GlobTest::manyStarsTakeNoTime()
{
    std::string pattern;
    for (int i = 0; i < 50; ++i) {
        pattern += "*a";
    }
    QElapsedTimer timer;
    timer.start();
    QVERIFY(!globMatches(pattern + "b", std::string(10'000, 'a')));
    QVERIFY2(timer.elapsed() < 30'000, "trying every star again takes for ever");
}

void GlobTest::readyMadeIsTheSame()
{
    std::mt19937 random(7); // the same every time
    const auto text = [&random](const std::vector<std::string>& pieces) {
        std::string made;
        for (std::size_t count = random() % 7; count != 0; --count) {
            made += pieces[random() % pieces.size()];
        }
        return made;
    };
    int fitting = 0;
    for (int i = 0; i < 200'000; ++i) {
        const std::string pattern =
            text({"a", "b", ".", "*", "*", "?", "[a]", "\\", "\\*", "\xc3\xa4", "\xc3", "\xa4"});
        const std::string name = text({"a", "b", ".", "*", "\\", "\xc3\xa4", "\xc3", "\xa4"});
        const bool fits = globMatches(pattern, name);
        QVERIFY2(Glob(pattern).matches(name) == fits, (pattern + " and " + name).c_str());
        fitting += fits ? 1 : 0;
    }
    QVERIFY(fitting > 1'000);
    QVERIFY(Glob("layer1.*").isPrefix() && !Glob("layer1.*.w").isPrefix() && !Glob("layer?.*").isPrefix());
    QVERIFY(Glob("a\\*b").isLiteral());
    QCOMPARE(Glob("a\\*b").beginning(), "a*b");
}

CAIRN_TEST(GlobTest);

} // namespace cairn::tst_glob

#include "tst_glob.moc"
