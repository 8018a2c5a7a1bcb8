#include "core/checkpoint/harmless_use.h"
#include "core/formats/pickle_decoder.h"
#include "tests/support/test_program.h"

#include <stdexcept>

namespace cairn::tst_harmless_use {

class TestHarmlessUse : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsMembersFromAttacks_data();
    void tellsMembersFromAttacks();
    void tellsKeptFunctionsFromCalls_data();
    void tellsKeptFunctionsFromCalls();
};

void TestHarmlessUse::tellsMembersFromAttacks_data()
{
    // getattr(m.A, "B"), as Python saves a class inside a class up to protocol 3
    const QByteArray getter = "c__builtin__\ngetattr\n";
    const QByteArray read = getter + QByteArray("cm\nA\nX\x01\0\0\0B\x86R", 13);
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("harmless");
    QTest::newRow("a class inside a class") << read << true;
    QTest::newRow("an object of it") << read + ")\x81" << true;
    QTest::newRow("two levels") << getter + read + QByteArray("X\x01\0\0\0C\x86R", 8) << true;
    QTest::newRow("inside a list") << "](" + read + "e" << true;
    QTest::newRow("called as a function") << read + ")R" << false;
    QTest::newRow("called by INST's sister") << "(" + read + "o" << false;
    QTest::newRow("a hidden attribute") << getter + QByteArray("cm\nA\nX\x07\0\0\0__and__\x86R", 19) << false;
    QTest::newRow("of an object, not a class") << getter + QByteArray("]X\x01\0\0\0B\x86R", 9) << false;
    QTest::newRow("with a default") << getter + QByteArray("cm\nA\nX\x01\0\0\0BN\x87R", 14) << false;
    QTest::newRow("handed on in a list") << "]" + getter + "a" << false;
    QTest::newRow("handed on as a key") << "}" + getter + "Ns" << false;
    QTest::newRow("handed to a function") << "cm\nf\n" + getter + "\x85R" << false;
    QTest::newRow("the whole value") << getter << false;
    const QByteArray object = "cm\nA\n)\x81}b";
    const QByteArray method = getter + object + QByteArray("X\x01\0\0\0f\x86R", 8);
    QTest::newRow("a method of an object") << method << true;
    QTest::newRow("a hook, in a state") << "cm\nHook\n)\x81}" + method + "Nsb" << true;
    QTest::newRow("a method that is called") << method + ")R" << false;
    QTest::newRow("of what a function gave") << getter + QByteArray("cm\nf\n)RX\x01\0\0\0f\x86R", 15) << false;
    QTest::newRow("a way to a dangerous function")
        << getter + getter + QByteArray("ctorch._utils\ntorch\nX\x02\0\0\0os\x86R", 29) +
               QByteArray("X\x06\0\0\0system\x86R", 13)
        << false;
    QTest::newRow("getattr of getattr") << getter + getter + QByteArray("X\x01\0\0\0B\x86R", 8) << false;
}

namespace {

/// Judges the pickle's only global of that name.
template <typename Judge>
bool judged(const QByteArray& body, std::string_view name, Judge&& judge)
{
    const QByteArray pickle = "\x80\x02" + body + ".";
    const auto graph = formats::decodePickle(std::make_shared<MemorySource>(pickle.toStdString()));
    if (!graph) {
        throw std::runtime_error(graph.error().paragraph());
    }
    std::uint32_t index = 0;
    while (graph->globals()[index].name != name) {
        ++index;
    }
    return judge(*graph, index);
}

} // namespace

void TestHarmlessUse::tellsMembersFromAttacks()
{
    QFETCH(const QByteArray, body);
    QFETCH(const bool, harmless);
    QCOMPARE(judged(body, "getattr", checkpoint::onlyNamesMembers), harmless);
}

void TestHarmlessUse::tellsKeptFunctionsFromCalls_data()
{
    // functools.partial(m.f), then its state: the function, its arguments, its keywords, its attributes
    const QByteArray partial = "cfunctools\npartial\n";
    const QByteArray kept = partial + "cm\nf\n\x85R(cm\nf\n)}Ntb";
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("harmless");
    QTest::newRow("a function with arguments") << kept << true;
    QTest::newRow("in a list") << "](" + kept + kept + "e" << true;
    QTest::newRow("of one that is kept") << partial + kept + "\x85R" << true;
    QTest::newRow("a factory") << "ccollections\ndefaultdict\n" + kept + "\x85R" << true;
    QTest::newRow("called") << kept + ")R" << false;
    QTest::newRow("called by INST's sister") << "(" + kept + "o" << false;
    QTest::newRow("handed to a function") << "cm\nf\n" + partial + "\x85R" << false;
    QTest::newRow("of itself") << partial + partial + "\x85R" << false;
    QTest::newRow("of nothing") << partial + ")R" << false;
    QTest::newRow("the whole value") << partial << false;
}

void TestHarmlessUse::tellsKeptFunctionsFromCalls()
{
    QFETCH(const QByteArray, body);
    QFETCH(const bool, harmless);
    QCOMPARE(judged(body, "partial", checkpoint::onlyBindsArguments), harmless);
}

CAIRN_TEST(TestHarmlessUse);

} // namespace cairn::tst_harmless_use

#include "tst_harmless_use.moc"
