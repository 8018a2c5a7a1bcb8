#include "core/checkpoint/pickles/number_table.h"
#include "tests/support/test_program.h"

namespace cairn::tst_number_table {

using cairn::checkpoint::NumberTable;

class TestNumberTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesNumbersAsTorchWritesThem_data();
    void takesNumbersAsTorchWritesThem();
    void findsWhatWasInserted();
    void refusesNumbersFarOff();
};

void TestNumberTable::takesNumbersAsTorchWritesThem_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<qint64>("number"); // -1: none
    QTest::newRow("zero") << QByteArray("0") << qint64{0};
    QTest::newRow("digits") << QByteArray("1234567") << qint64{1234567};
    QTest::newRow("most") << QByteArray("999999999") << qint64{999999999};
    QTest::newRow("ten digits") << QByteArray("1000000000") << qint64{-1};
    QTest::newRow("empty") << QByteArray() << qint64{-1};
    QTest::newRow("leading zero") << QByteArray("01") << qint64{-1};
    QTest::newRow("sign") << QByteArray("+1") << qint64{-1};
    QTest::newRow("minus") << QByteArray("-1") << qint64{-1};
    QTest::newRow("blank") << QByteArray("1 ") << qint64{-1};
    QTest::newRow("letters") << QByteArray("0x1") << qint64{-1};
    QTest::newRow("colon, the character after 9") << QByteArray(":") << qint64{-1};
}

void TestNumberTable::takesNumbersAsTorchWritesThem()
{
    QFETCH(const QByteArray, key);
    QFETCH(const qint64, number);
    const auto found = NumberTable::numberIn(std::string_view(key.constData(), static_cast<std::size_t>(key.size())));
    QCOMPARE(found ? qint64{*found} : -1, number);
}

void TestNumberTable::findsWhatWasInserted()
{
    NumberTable table;
    QCOMPARE(table.find(0), NumberTable::kNotFound);
    for (std::uint32_t i = 0; i < 5000; ++i) {
        QVERIFY(table.insert(4999 - i, i, 5000));
    }
    for (std::uint32_t i = 0; i < 5000; ++i) {
        QCOMPARE(table.find(4999 - i), i);
    }
    QCOMPARE(table.find(5000), NumberTable::kNotFound);
}

void TestNumberTable::refusesNumbersFarOff()
{
    NumberTable table;
    QVERIFY(!table.insert(999'999'999, 0, 10));
    QCOMPARE(table.find(999'999'999), NumberTable::kNotFound);
    QVERIFY(table.insert(100, 7, 10));
    QCOMPARE(table.find(100), 7U);
}

CAIRN_TEST(TestNumberTable);

} // namespace cairn::tst_number_table

#include "tst_number_table.moc"
