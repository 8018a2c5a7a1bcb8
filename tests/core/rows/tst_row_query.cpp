#include "core/rows/row_marks.h"
#include "tests/support/fixtures.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/test_program.h"

#include <algorithm>

namespace cairn::tst_row_query {

using namespace cairn::test;
using rows::RowQuery;

/// The search as it is without a window: what is understood, and what it finds. More cases, with Qt's regular
/// expressions, are in tst_rows.
class tst_RowQuery : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void finds_data();
    void finds();
    void knowsSimpleExpressionsAlone_data();
    void knowsSimpleExpressionsAlone();
    void takesNumbers_data();
    void takesNumbers();
    void offersValuesThatAreTaken();
};

void tst_RowQuery::finds_data()
{
    QTest::addColumn<QByteArray>("search");
    QTest::addColumn<int>("tensors");
    const auto row = [](const char* search, int tensors) { QTest::newRow(search) << QByteArray(search) << tensors; };
    row("device:cuda:1", 90); // as `cairn-cli inspect` counts them
    row("DEVICE:CUDA:1", 90);
    row("device:cuda", 138);
    row("device:cuda:1 device:cpu", 0);
    row("model.*", 48);
    row("/^model\\./", 48);
    row("\"cls_token\"", 1);
    row("size>1GB", 0);
    row("size<1GB is:tensor", 183);
    row("no such thing", 0);
}

void tst_RowQuery::finds()
{
    QFETCH(const QByteArray, search);
    const auto checkpoint = openedCheckpoint(kSample);
    const auto query = RowQuery::parse(search.toStdString());
    QVERIFY2(query, query ? "" : query.error().text.text().c_str());
    const auto marks = rows::markRows(*checkpoint, *query, Progress());
    const auto found = std::ranges::count_if(checkpoint->tensors(), [&](const checkpoint::Tensor& tensor) {
        return !tensor.part && (marks[tensor.entry] & rows::Kept) != 0;
    });
    QTEST(static_cast<int>(found), "tensors");
}

void tst_RowQuery::knowsSimpleExpressionsAlone_data()
{
    QTest::addColumn<QByteArray>("search");
    QTest::addColumn<bool>("isKnown");
    QTest::newRow("simple") << QByteArray("/^layer\\d+\\.(weight|bias)$/") << true;
    QTest::newRow("beyond") << QByteArray("/a(?=b)/") << false;
    QTest::newRow("nothing to repeat") << QByteArray("/*a/") << false;
    QTest::newRow("nothing to repeat in a group") << QByteArray("/a(+b)/") << false;
    QTest::newRow("open group") << QByteArray("/a(b/") << false;
    QTest::newRow("open set") << QByteArray("/a[b/") << false;
}

void tst_RowQuery::knowsSimpleExpressionsAlone()
{
    QFETCH(const QByteArray, search);
    const auto query = RowQuery::parse(search.toStdString());
    QTEST(query.has_value(), "isKnown");
    if (!query) {
        QVERIFY(query.error().text.text().starts_with("The regular expression is wrong, or has more than"));
        QCOMPARE(query.error().length, static_cast<std::size_t>(search.size()));
    }
}

void tst_RowQuery::takesNumbers_data()
{
    QTest::addColumn<QByteArray>("search");
    QTest::addColumn<double>("number"); // negative: none
    const auto row = [](const char* search, double number) { QTest::newRow(search) << QByteArray(search) << number; };
    row("size>10MB", 10e6);
    row("size>10mib", 10.0 * 1024 * 1024);
    row("size>1.5kB", 1500);
    row("size>.5k", 500);
    row("params>1e6", 1e6);
    row("params>2E-1", 0.2);
    row("size>7b", 7);
    row("size>7T", 7e12);
    row("size>inf", -1);
    row("size>nan", -1);
    row("size>-1", -1);
    row("size>0x10", -1);
    row("size>1MBs", -1);
    row("size>", -1);
}

void tst_RowQuery::takesNumbers()
{
    QFETCH(const QByteArray, search);
    const auto query = RowQuery::parse(search.toStdString());
    QTEST(query ? query->terms.at(0).number : -1.0, "number");
}

void tst_RowQuery::offersValuesThatAreTaken()
{
    int values = 0;
    for (const std::string& key : RowQuery::knownKeys()) {
        for (const std::string& value : RowQuery::valuesOf(key)) {
            QVERIFY2(RowQuery::parse(key + value), (key + value).c_str());
            ++values;
        }
    }
    QVERIFY(values > 10);
    QCOMPARE(RowQuery::knownKeysText().substr(0, 15), std::string("dtype:, device:"));
}

CAIRN_TEST(tst_RowQuery);

} // namespace cairn::tst_row_query

#include "tst_row_query.moc"
