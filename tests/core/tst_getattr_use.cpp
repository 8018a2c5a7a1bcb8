#include "core/checkpoint/getattr_use.h"
#include "core/formats/pickle_decoder.h"

#include <QTest>

using namespace cairn;

class TestGetattrUse : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsMembersFromAttacks_data();
    void tellsMembersFromAttacks();
};

void TestGetattrUse::tellsMembersFromAttacks_data()
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
    QTest::newRow("getattr of getattr") << getter + getter + QByteArray("X\x01\0\0\0B\x86R", 8) << false;
}

void TestGetattrUse::tellsMembersFromAttacks()
{
    QFETCH(const QByteArray, body);
    QFETCH(const bool, harmless);
    const QByteArray pickle = "\x80\x02" + body + ".";
    const auto graph = formats::decodePickle(std::make_shared<MemorySource>(pickle.toStdString()));
    QVERIFY2(graph.has_value(), graph ? "" : graph.error().paragraph().c_str());
    std::uint32_t index = 0;
    while (graph->globals()[index].name != "getattr") {
        ++index;
    }
    QCOMPARE(checkpoint::onlyNamesMembers(*graph, index), harmless);
}

QTEST_APPLESS_MAIN(TestGetattrUse)
#include "tst_getattr_use.moc"
