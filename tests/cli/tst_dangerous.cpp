#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>

#include <memory>

namespace cairn::tst_dangerous {

using namespace cairn::test;

namespace {

/// A tensor "good", and a call of os.system under "bad".
const QString kEvil = QStringLiteral(CAIRN_SOURCE_DIR "/tests/hostile/01_reduce_os_system.pt");
const QString kRunsCode = fixture(QStringLiteral("torch113/module.pt"));
const QString kData = fixture(QStringLiteral("torch113/state_dict.pt"));

} // namespace

/// What is said of files that run code, where copies of them are made.
class TestDangerous : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }
    void isSaidOfEveryCopy_data();
    void isSaidOfEveryCopy();
    void isSaidOfCopiesThatAreThere();
    void copiesOfTensorsAreClean();
    void canBeRefused_data();
    void canBeRefused();
    void whatWasDroppedIsNotInTheCopy();
    void standsInTheJson();
    void codeThatIsNeededIsNamed();

private:
    [[nodiscard]] QString at(const QString& name) const { return m_folder->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestDangerous::isSaidOfEveryCopy_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("tags") << kEvil << QStringList{} << QByteArray("dangerous: it names os.system");
    QTest::newRow("quiet") << kEvil << QStringList{"-q"} << QByteArray("os.system");
    QTest::newRow("JSON") << kEvil << QStringList{"--json"} << QByteArray("os.system");
    QTest::newRow("values") << kEvil << QStringList{"--cast", "fp16"} << QByteArray("os.system");
    QTest::newRow("dry run") << kEvil << QStringList{"--dry-run"} << QByteArray("os.system");
    QTest::newRow("code") << kRunsCode << QStringList{} << QByteArray("runs code of ");
    QTest::newRow("data") << kData << QStringList{} << QByteArray();
}

void TestDangerous::isSaidOfEveryCopy()
{
    QFETCH(const QString, file);
    QFETCH(const QStringList, options);
    QFETCH(const QByteArray, words);
    const Outcome outcome = cairnCli(QStringList{"convert", file, "-o", at("copy.pt")} + options);
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.err.contains(words), outcome.err);
    QCOMPARE(outcome.err.count('\n'), words.isEmpty() ? 0 : 1);
    QCOMPARE(QFile::exists(at("copy.pt")), !options.contains("--dry-run"));
}

/// A copy that an earlier run made does the same when it is loaded.
void TestDangerous::isSaidOfCopiesThatAreThere()
{
    for (const QStringList& more : {QStringList{}, QStringList{"--drop", "epoch", "--lenient"}}) {
        const QStringList arguments = QStringList{"convert", kEvil, "-o", at("copy.pt"), "--existing", "update"} + more;
        const QByteArray first = cairnCli(arguments + QStringList{"-q"}).err;
        QVERIFY2(first.contains("os.system"), first);
        const Outcome again = cairnCli(arguments + QStringList{"--json"});
        QVERIFY2(again.code == 0 && again.err.contains("os.system"), again.err);
        QCOMPARE(jsonOf(again)["trust"].toObject()["verdict"].toString(), "dangerous");
        for (const char* existing : {"update", "skip"}) {
            const Outcome refused = cairnCli(
                QStringList{"convert", kEvil, "-o", at("copy.pt"), "--existing", existing, "--no-dangerous"} + more);
            QVERIFY2(refused.code == 1 && QFile::exists(at("copy.pt")), refused.err);
        }
        QVERIFY(QFile::remove(at("copy.pt")));
    }
}

void TestDangerous::copiesOfTensorsAreClean()
{
    const Outcome outcome =
        cairnCli({"convert", kEvil, "-o", at("copy.safetensors"), "--drop-others", "--no-dangerous"});
    QVERIFY2(outcome.code == 0, outcome.err);
    QVERIFY2(outcome.err.isEmpty(), outcome.err);
    QVERIFY2(outcome.out.contains("os.system is not in the copy"), outcome.out);
    QVERIFY(!contentOf(at("copy.safetensors")).contains("system"));
}

void TestDangerous::canBeRefused_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("code");
    QTest::newRow("tags") << kEvil << QStringList{"-o"} << 1;
    QTest::newRow("values") << kEvil << QStringList{"--cast", "fp16", "-o"} << 1;
    QTest::newRow("dry run") << kEvil << QStringList{"--dry-run", "-o"} << 1;
    QTest::newRow("code is no harm") << kRunsCode << QStringList{"-o"} << 0;
}

void TestDangerous::canBeRefused()
{
    QFETCH(const QString, file);
    QFETCH(const QStringList, options);
    QFETCH(const int, code);
    const Outcome outcome =
        cairnCli(QStringList{"convert", file, "--no-dangerous", "--json"} + options + QStringList{at("copy.pt")});
    QCOMPARE(outcome.code, code);
    QCOMPARE(QFile::exists(at("copy.pt")), code == 0);
    if (code != 0) {
        QCOMPARE(jsonOf(outcome)["error"].toObject()["code"].toString(), "file.dangerous");
        QVERIFY2(outcome.err.contains("os.system") && outcome.err.contains(".safetensors"), outcome.err);
    }
    QCOMPARE(filesIn(m_folder->path()).size(), code == 0 ? 1 : 0);

    QVERIFY(QFile::copy(file, at("place.pt")));
    QVERIFY(QFile::setPermissions(at("place.pt"), QFile::ReadOwner | QFile::WriteOwner));
    const Outcome inPlace = cairnCli({"convert", at("place.pt"), "--in-place", "--no-dangerous", "--map", "*=cuda:1"});
    QCOMPARE(inPlace.code, code);
    QCOMPARE(contentOf(at("place.pt")) == contentOf(file), code != 0);
}

/// Values that are written anew may have lost all that was dangerous.
void TestDangerous::whatWasDroppedIsNotInTheCopy()
{
    const Outcome outcome = cairnCli({"convert", kEvil, "-o", at("copy.pt"), "--drop", "bad", "--no-dangerous"});
    QVERIFY2(outcome.code == 0, outcome.err);
    QVERIFY2(outcome.err.isEmpty(), outcome.err);
    QVERIFY(!contentOf(at("copy.pt")).contains("system"));
}

void TestDangerous::standsInTheJson()
{
    const auto trustOf = [this](const QString& file, const QString& target) -> QJsonValue {
        return jsonOf(cairnCli({"convert", file, "-o", at(target), "--json", "--drop-others", "--force"}))["trust"];
    };
    for (const QString& file : {kEvil, kRunsCode, kData}) {
        const QJsonValue said = jsonOf(cairnCli({"inspect", "--json", file}))["trust"];
        QVERIFY(said.isObject());
        QCOMPARE(trustOf(file, "copy.safetensors"), said);
        QCOMPARE(jsonOf(cairnCli({"convert", file, "-o", at("copy.pt"), "--json"}))["trust"], said);
        QVERIFY(QFile::remove(at("copy.pt")));
    }
}

/// What loading imports, and neither Python nor torch has.
void TestDangerous::codeThatIsNeededIsNamed()
{
    const QString own = fixture(QStringLiteral("torch113/module_own_class.pt"));
    const Outcome module = cairnCli({"check", own, "--trusted", "--map", "*=cpu"});
    QVERIFY2(module.out.contains("It needs the code of fixture_classes."), module.out);
    for (const QString& file : {kData, kRunsCode}) {
        const Outcome other = cairnCli({"check", file, "--trusted", "--map", "*=cpu"});
        QVERIFY2(!other.out.contains("It needs the code"), other.out);
    }
}

CAIRN_TEST(TestDangerous);

} // namespace cairn::tst_dangerous

#include "tst_dangerous.moc"
