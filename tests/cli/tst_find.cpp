#include "tests/support/fixtures.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QSet>

namespace cairn::tst_find {

using namespace cairn::test;

/// `inspect --find`: the search of the window on the command line. What it finds is counted here from the JSON of the
/// whole file, which knows no search.
class tst_Find : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void leavesTensors_data();
    void leavesTensors();
    void printsATable();
    void findsValuesAndGroups();
    void findsNothing();
    void names();
    void refusesMistakes_data();
    void refusesMistakes();
};

void tst_Find::leavesTensors_data()
{
    QTest::addColumn<QString>("search");
    QTest::addColumn<QString>("device"); // that they are on; empty: any
    QTest::addColumn<double>("least");   // bytes of a tensor
    QTest::addColumn<QString>("name");   // a part of it
    QTest::newRow("device") << "device:cuda:1" << "cuda:1" << 0.0 << "";
    QTest::newRow("device and size") << "device:cuda:1 size>=1kB" << "cuda:1" << 1000.0 << "";
    QTest::newRow("name and device") << "device:cuda:0 .attn." << "cuda:0" << 0.0 << ".attn.";
}

void tst_Find::leavesTensors()
{
    QFETCH(const QString, search);
    QFETCH(const QString, device);
    QFETCH(const double, least);
    QFETCH(const QString, name);
    QSet<QString> expected;
    const QJsonArray all = jsonOf(cairnCli({"inspect", kSample, "--json"}))["tensors"].toArray();
    QVERIFY(all.size() > 100);
    for (const QJsonValue& tensor : all) {
        double bytes = tensor["dtype"].toString() == "int64" ? 8 : 4; // the dtypes of the sample
        for (const QJsonValue& size : tensor["shape"].toArray()) {
            bytes *= size.toDouble();
        }
        if (tensor["device"].toString() == device && bytes >= least && tensor["name"].toString().contains(name)) {
            expected.insert(tensor["name"].toString());
        }
    }
    const Outcome outcome = cairnCli({"inspect", kSample, "--json", "--find", search});
    QCOMPARE(outcome.code, 0);
    QSet<QString> found;
    for (const QJsonValue& tensor : jsonOf(outcome)["tensors"].toArray()) {
        found.insert(tensor["name"].toString());
    }
    QVERIFY(!expected.isEmpty() && expected.size() < all.size());
    QCOMPARE(found, expected);
    const Outcome lines = cairnCli({"inspect", kSample, "--json-lines", "--find", search});
    QCOMPARE(lines.out.count('\n'), 1 + expected.size());
    const QString table = QString::fromUtf8(cairnCli({"inspect", kSample, "--find", search}).out);
    QVERIFY2(table.contains(QStringLiteral("Found %1 of 183 tensors").arg(expected.size())), qPrintable(table));
    for (const QString& each : expected) {
        QVERIFY2(table.contains(each), qPrintable(each));
    }
}

void tst_Find::printsATable()
{
    const Outcome outcome = cairnCli({"inspect", kSample, "--find", "stem.0.weight device:cuda:0"});
    const QString out = QString::fromUtf8(outcome.out);
    QVERIFY2(out.contains("model.stem.0.weight") && out.contains("16×3×4×4"), qPrintable(out));
    QVERIFY(!out.contains("cls_token"));
    QVERIFY(out.startsWith("two_gpus.pth") || out.contains("/two_gpus.pth\n"));
}

void tst_Find::findsValuesAndGroups()
{
    const QString value = QString::fromUtf8(cairnCli({"inspect", kSample, "--find", "epoch is:value"}).out);
    QVERIFY2(value.contains("epoch") && value.contains("17"), qPrintable(value));
    const Outcome groups = cairnCli({"inspect", kSample, "--find", "is:group blocks"});
    QCOMPARE(groups.code, 0);
    QVERIFY2(groups.out.contains("model._metadata.blocks.0.norm1") && !groups.out.contains("float32"),
             groups.out.constData());
}

void tst_Find::findsNothing()
{
    const Outcome outcome = cairnCli({"inspect", kSample, "--find", "device:xpu"});
    QCOMPARE(outcome.code, 1);
    QVERIFY(outcome.out.contains("Nothing in it is what --find asks for."));
    const Outcome misspelt = cairnCli({"inspect", kSample, "--find", "dtpye:float32"});
    QCOMPARE(misspelt.code, 1);
    QVERIFY2(misspelt.out.contains("There is no \"dtpye:\"") && misspelt.out.contains("dtype:, device:"),
             misspelt.out.constData());
    const Outcome json = cairnCli({"inspect", kSample, "--find", "device:xpu", "--json"});
    QCOMPARE(json.code, 1);
    QVERIFY(jsonOf(json)["tensors"].isArray() && jsonOf(json)["tensors"].toArray().isEmpty());
}

/// For programs that choose among lines, and for shells.
void tst_Find::names()
{
    const Outcome all = cairnCli({"inspect", kSample, "--names"});
    QCOMPARE(all.code, 0);
    const QByteArrayList lines = all.out.split('\n');
    QVERIFY(lines.contains("model") && lines.contains("model.head.bias") && lines.contains("epoch"));
    QVERIFY(!lines.contains("Tensor") && lines.last().isEmpty());
    QCOMPARE(cairnCli({"inspect", kSample, "--names", "--find", "head.bias"}).out, "model.head.bias\n");
    QCOMPARE(cairnCli({"inspect", kSample, "--names", "--json"}).code, 2);
}

void tst_Find::refusesMistakes_data()
{
    QTest::addColumn<QString>("search");
    QTest::addColumn<QByteArray>("complaint");
    QTest::newRow("dtype") << "a dtype:bf99" << QByteArray("at character 9: There is no dtype of this name");
    QTest::newRow("regex") << "/a(?=b)/" << QByteArray("at character 1: The regular expression is wrong, or has more");
    QTest::newRow("empty") << " " << QByteArray("nothing to look for");
}

void tst_Find::refusesMistakes()
{
    QFETCH(const QString, search);
    const Outcome outcome = cairnCli({"inspect", kSample, "--find", search});
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.out.isEmpty());
    QFETCH(const QByteArray, complaint);
    QVERIFY2(outcome.err.simplified().contains(complaint), outcome.err.constData());
}

CAIRN_TEST(tst_Find);

} // namespace cairn::tst_find

#include "tst_find.moc"
