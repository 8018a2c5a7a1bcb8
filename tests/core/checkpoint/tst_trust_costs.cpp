#include "core/checkpoint/readers/open.h"
#include "core/checkpoint/trust.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/test_program.h"
#include "tests/support/written_pickle.h"

namespace cairn::tst_trust_costs {

using namespace cairn::checkpoint;
using test::opened;
using test::plainPickle;

/// Small pickles that would take Python very long, or much memory, beside honest ones that look like them.
class TestTrustCosts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void judges_data();
    void judges();
};

void TestTrustCosts::judges_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("trust");
    const auto row = [](const char* name, const QByteArray& body, Trust trust) {
        QTest::newRow(name) << body << static_cast<int>(trust);
    };
    row("a tuple that holds itself twice, often", ")" + QByteArray("\x32\x86").repeated(40), Trust::Dangerous);
    const QByteArray doubled = ")" + QByteArray("\x32\x86").repeated(15) +
                               QByteArray("q\0"
                                          "0}",
                                          4);
    row("a tuple that is a key again and again", doubled + QByteArray("h\0Ns", 4).repeated(100), Trust::Dangerous);
    row("a tuple that is a key", doubled + QByteArray("h\0Ns", 4), Trust::DataOnly);
    const auto longNumbers = [](bool areAlike, bool areInLists = false) { // multiples of 2^61 - 1, or of 2^61
        QByteArray keys = areInLists ? "cbuiltins\ndict\n](" : "}(";
        for (quint64 i = 1; i <= 3000; ++i) {
            const quint64 less = areAlike ? i : 0;
            const quint64 low = (i << 61U) - less;
            const auto high = static_cast<quint16>((i >> 3U) - ((i << 61U) < less ? 1 : 0));
            keys += QByteArray(areInLists ? "](\x8a\x0b" : "\x8a\x0b") +
                    QByteArray(reinterpret_cast<const char*>(&low), sizeof low) +
                    QByteArray(reinterpret_cast<const char*>(&high), sizeof high) + QByteArray("\0N", 2) +
                    (areInLists ? "e" : "");
        }
        return keys + (areInLists ? "e\x85R" : "u");
    };
    row("keys of one hash", longNumbers(true), Trust::Dangerous);
    row("keys that are long numbers", longNumbers(false), Trust::DataOnly);
    row("keys of one hash in lists of two", longNumbers(true, true), Trust::Dangerous);
    row("keys in lists of two that are long numbers", longNumbers(false, true), Trust::DataOnly);
    const QByteArray tuple = QByteArray("K\x01K\x02\x86q\0"
                                        "0",
                                        8);
    row("one key of several thousand dictionaries", tuple + "](" + QByteArray("}h\0Ns", 5).repeated(5000) + "e",
        Trust::DataOnly);
    const auto lists = [](int times) { // of one list
        return "](" + QByteArray("K\x01K\x02\x86").repeated(2000) +
               QByteArray("eq\0"
                          "0(",
                          5) +
               QByteArray("cbuiltins\nlist\nh\0\x85R", 19).repeated(times) + "l";
    };
    row("a list that is copied a thousand times", lists(1000), Trust::Dangerous);
    row("a list that is copied a hundred times", lists(100), Trust::DataOnly);
    row("a memo entry of a very large number", "]r\xff\xff\xff\x7f", Trust::Dangerous);
}

void TestTrustCosts::judges()
{
    QFETCH(const QByteArray, body);
    QFETCH(const int, trust);
    const auto checkpoint = opened(plainPickle(body));
    QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().paragraph().c_str());
    QCOMPARE(static_cast<int>(trustOf(**checkpoint).trust), trust);
}

CAIRN_TEST(TestTrustCosts);

} // namespace cairn::tst_trust_costs

#include "tst_trust_costs.moc"
