#include "core/base/text_index.h"
#include "tests/support/test_program.h"

#include <string>
#include <vector>

namespace cairn::tst_text_index {

using Index = TextIndex<FoldedText>;

class TestTextIndex : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void foldsAsciiLettersOnly();
    void seesEveryPlaceOfAName();
    void findsEveryName();
    void reportsTwins();
    void emptyFindsNothing();
    void keepsTheFirstOfEqualTexts();
};

namespace {

char lower(int byte)
{
    return static_cast<char>(byte >= 'A' && byte <= 'Z' ? byte + ('a' - 'A') : byte);
}

} // namespace

void TestTextIndex::foldsAsciiLettersOnly()
{
    int collisions = 0;
    // Every pair of bytes, at a place in the middle of a word and at one in its incomplete last word.
    for (const std::size_t place : {3U, 9U}) {
        for (int a = 0; a < 256; ++a) {
            for (int b = 0; b < 256; ++b) {
                std::string one(11, 'x');
                std::string other = one;
                one[place] = static_cast<char>(a);
                other[place] = static_cast<char>(b);
                const bool same = lower(a) == lower(b);
                const bool sameHash = FoldedText::hash(one) == FoldedText::hash(other);
                if (FoldedText::equal(one, other) != same || (same && !sameHash)) {
                    QFAIL(qPrintable(QStringLiteral("bytes %1 and %2 at %3").arg(a).arg(b).arg(place)));
                }
                collisions += sameHash && !same ? 1 : 0;
            }
        }
    }
    QVERIFY2(collisions < 10, qPrintable(QString::number(collisions))); // of 130 000 pairs and 2^32 values
}

void TestTextIndex::seesEveryPlaceOfAName()
{
    for (std::size_t length = 0; length < 40; ++length) {
        const std::string name(length, 'n');
        QVERIFY(FoldedText::equal(name, std::string(length, 'N')));
        QCOMPARE(FoldedText::hash(name), FoldedText::hash(std::string(length, 'N')));
        QVERIFY(!FoldedText::equal(name, name + '\0'));
        QVERIFY(FoldedText::hash(name) != FoldedText::hash(name + '\0'));
        for (std::size_t place = 0; place < length; ++place) {
            std::string other = name;
            other[place] = 'm';
            QVERIFY(!FoldedText::equal(name, other));
            QVERIFY(FoldedText::hash(name) != FoldedText::hash(other));
        }
    }
}

void TestTextIndex::findsEveryName()
{
    // Sizes around those where the table doubles.
    for (const std::uint32_t count : {1U, 2U, 3U, 10U, 31U, 32U, 33U, 42U, 43U, 5000U}) {
        std::vector<std::string> names;
        for (std::uint32_t i = 0; i < count; ++i) {
            names.push_back("archive/data/" + std::to_string(i));
        }
        const auto nameOf = [&](std::uint32_t id) { return std::string_view(names[id]); };
        Index index;
        QVERIFY(index.build(count, nameOf).empty());
        for (std::uint32_t i = 0; i < count; ++i) {
            QCOMPARE(index.find(names[i], nameOf), i);
            QCOMPARE(index.find("ARCHIVE/Data/" + std::to_string(i), nameOf), i);
        }
        QCOMPARE(index.find("archive/data/" + std::to_string(count), nameOf), Index::kNotFound);
        QCOMPARE(index.find("", nameOf), Index::kNotFound);
    }
}

void TestTextIndex::reportsTwins()
{
    std::vector<std::string> names;
    for (int i = 0; i < 100; ++i) {
        names.push_back("name" + std::to_string(i));
    }
    names[77] = "NAME12";
    names[78] = "Name12";
    const auto nameOf = [&](std::uint32_t id) { return std::string_view(names[id]); };
    Index index;
    const auto twins = index.build(100, nameOf);
    QCOMPARE(twins.size(), std::size_t{2});
    QCOMPARE(twins[0].first, 12U);
    QCOMPARE(twins[0].second, 77U);
    QCOMPARE(twins[1].first, 12U);
    QCOMPARE(twins[1].second, 78U);
    QCOMPARE(index.find("NAME12", nameOf), 12U); // the first; and what comes after the twins
    QCOMPARE(index.find("name99", nameOf), 99U);
}

void TestTextIndex::emptyFindsNothing()
{
    const auto nameOf = [](std::uint32_t) { return std::string_view(); };
    Index index;
    QCOMPARE(index.find("anything", nameOf), Index::kNotFound);
    QVERIFY(index.build(0, nameOf).empty());
    QCOMPARE(index.find("", nameOf), Index::kNotFound);
}

void TestTextIndex::keepsTheFirstOfEqualTexts()
{
    // Grows again and again, and a text is found with its case.
    std::vector<std::string> names;
    TextIndex<ExactText> index;
    const auto nameOf = [&](std::uint32_t id) { return std::string_view(names[id]); };
    for (std::uint32_t i = 0; i < 3000; ++i) {
        const std::string name = "Name" + std::to_string(i / 2 * 2) + (i % 2 == 0 ? "" : "x");
        names.push_back(name);
        QCOMPARE(index.findOrInsert(i, name, nameOf), i);
        QCOMPARE(index.findOrInsert(i + 1, name, nameOf), i);
    }
    for (std::uint32_t i = 0; i < 3000; ++i) {
        QCOMPARE(index.find(names[i], nameOf), i);
    }
    QCOMPARE(index.find("name0", nameOf), TextIndex<ExactText>::kNotFound);
    QCOMPARE(index.find("Name3000", nameOf), TextIndex<ExactText>::kNotFound);
}

CAIRN_TEST(TestTextIndex);

} // namespace cairn::tst_text_index

#include "tst_text_index.moc"
