#include "tests/support/fixtures.h"
#include "tests/support/folder_facts.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QSet>

namespace cairn::tst_pieces {

using namespace cairn::test;

/// Who holds what of a folder, on the command line. tests/oracle/folder_oracle.py compares every piece with torch's
/// words.
class tst_Pieces : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatIsMissing();
    void findsByRankAndFile();
    void ofOneFile();
};

/// The tensors that torch has a piece of in this file, with something in it.
QSet<QString> heldBy(const QString& folder, const QString& file)
{
    QSet<QString> names;
    const QJsonObject pieces = expectedOf("torch26")[folder].toObject()["pieces"].toObject();
    for (auto tensor = pieces.begin(); tensor != pieces.end(); ++tensor) {
        for (const QJsonValue& piece : tensor.value().toArray()) {
            if (piece[0].toString() == file && piece.toArray().size() > 1) {
                names.insert(tensor.key());
            }
        }
    }
    return names;
}

QSet<QString> found(const QString& folder, const QString& search)
{
    QSet<QString> names;
    const Outcome outcome = cairnCli({"inspect", folder, "--json", "--find", search});
    for (const QJsonValue& tensor : jsonOf(outcome)["tensors"].toArray()) {
        names.insert(tensor["name"].toString());
    }
    return names;
}

void tst_Pieces::tellsWhatIsMissing()
{
    const HarmedFolder folder("torch26/dcp_2d");
    const QString path = QString::fromStdString(folder.path());
    const QSet<QString> lost = heldBy("dcp_2d", "__1_0.distcp");
    QVERIFY(!lost.isEmpty() && lost.size() < 8);
    QCOMPARE(found(path, "is:tensor").size(), 8);
    QCOMPARE(found(path, "held:missing"), QSet<QString>());
    QVERIFY(QFile::remove(QString::fromStdString(folder.file("__1_0.distcp"))));
    QCOMPARE(found(path, "held:missing"), lost);

    const Outcome outcome = cairnCli({"inspect", path, "--json"});
    QCOMPARE(outcome.code, 1);
    int missing = 0;
    for (const QJsonValue& piece : jsonOf(outcome)["pieces"].toArray()) {
        const bool isOfRank = piece["rank"].toInt() == 1;
        QCOMPARE(piece["state"].toString() == "file missing", isOfRank);
        QCOMPARE(piece["file"].toString() == "__1_0.distcp", isOfRank);
        missing += isOfRank ? 1 : 0;
    }
    QVERIFY(missing >= lost.size());
    for (const QJsonValue& file : jsonOf(outcome)["files"].toArray()) {
        QCOMPARE(file["state"].toString(), file["rank"].toInt() == 1 ? "file missing" : "whole");
        QCOMPARE(file["pieces"].toInt() == missing, file["rank"].toInt() == 1 || file["rank"].toInt() == 2);
    }
    const Outcome table = cairnCli({"inspect", path, "--pieces"});
    const QString out = QString::fromUtf8(table.out).simplified();
    QVERIFY2(out.contains("rank 1 missing, ranks 0, 2-3"), table.out.constData());
    QVERIFY2(out.contains("boxes [0:3, 4:7] 1 __1_0.distcp 0 36 file missing"), table.out.constData());
    QVERIFY2(out.contains("boxes [3:5, 0:4] 2 __2_0.distcp 0 32 there, its tensor not whole"), table.out.constData());
}

void tst_Pieces::findsByRankAndFile()
{
    const QString folder = fixture("folders/torch26/dcp_2d");
    for (int number = 0; number < 4; ++number) {
        const QString rank = QString::number(number);
        const QSet<QString> held = heldBy("dcp_2d", "__" + rank + "_0.distcp");
        QVERIFY(!held.isEmpty());
        QCOMPARE(found(folder, "held:" + rank), held);
        QCOMPARE(found(folder, "held:__" + rank + "_0.distcp"), held);
        QCOMPARE(found(folder, "HELD:__" + rank + "_?.*"), held);
    }
    QCOMPARE(cairnCli({"inspect", folder, "--find", "held:4"}).code, 1);
    const Outcome sections = cairnCli({"inspect", folder, "--find", "held:3", "--pieces"});
    QVERIFY2(sections.out.contains("Found 8 of 8") && sections.out.contains("\nPieces\n"), sections.out.constData());
    const Outcome some = cairnCli({"inspect", folder, "--find", "copied", "--pieces"});
    QVERIFY2(some.out.contains("copied_too  [0:3, 2:4]") && !some.out.contains("boxes"), some.out.constData());
    const Outcome file = cairnCli({"salvage", folder + "/__1_0.distcp"});
    QVERIFY2(file.code == 3 && file.err.contains("cairn-cli salvage " + folder.toUtf8()), file.err.constData());
}

void tst_Pieces::ofOneFile()
{
    const Outcome outcome = cairnCli({"inspect", kSample, "--pieces"});
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.out.contains("none: it is one file"), outcome.out.constData());
    QVERIFY(!jsonOf(cairnCli({"inspect", kSample, "--json"})).contains("pieces"));
}

CAIRN_TEST(tst_Pieces);

} // namespace cairn::tst_pieces

#include "tst_pieces.moc"
