#include "tests/support/fixtures.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QTemporaryDir>

namespace cairn::tst_mistakes {

using cairn::test::cairnCli;
using cairn::test::kSample;
using cairn::test::Outcome;
using cairn::test::shell;

/// Command lines that are understood and cannot be meant so.
class TestMistakes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rules_data();
    void rules();
    void targets_data();
    void targets();
    void sourcesHaveAnyName();
};

/// Rules that match nothing in a file, and what is said to have been meant.
void TestMistakes::rules_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("said"); // the end of the warning
    const auto row = [](const char* name, const QStringList& options, const QByteArray& said) {
        QTest::newRow(name) << options << said;
    };
    const QByteArray tags = "the file has cpu (45), cuda:0 (48), cuda:1 (90)";
    row("backend without index", {"--map", "cuda=cpu"}, tags + "; did you mean \"cuda:*\"?");
    row("capital letters", {"--map", "CUDA:0=cpu"}, tags + "; did you mean \"cuda:0\"?");
    row("other backend", {"--map", "xpu:7=cpu"}, tags);
    row("begun name", {"--drop", "optim"}, "--drop \"optim\" matched nothing; did you mean \"optimizer\"?");
    row("glob", {"--drop", "optimzer.*"}, "matched nothing; did you mean \"optimizer\"?");
    row("long name", {"--drop", "model.haed.bias"}, "matched nothing; did you mean \"model.head.bias\"?");
    row("rename", {"--rename", "moduel.head.=x."}, "matched nothing; did you mean \"model.head\"?");
    row("far name", {"--drop", "discriminator"}, "--drop \"discriminator\" matched nothing");
    row("nothing to compare with", {"--drop", "?"}, "--drop \"?\" matched nothing");
    row("dtype", {"--cast", "FP16=bf16"}, "--cast \"FP16=bf16\" matched nothing; the file has float32, int64");
}

void TestMistakes::rules()
{
    QFETCH(const QStringList, options);
    QFETCH(const QByteArray, said);
    const QTemporaryDir folder;
    const Outcome outcome =
        cairnCli(QStringList{"convert", kSample, "--dry-run", "-o", folder.filePath("copy.pth")} + options);
    QCOMPARE(outcome.code, 0);
    const qsizetype begin = outcome.out.indexOf("  warning  ");
    QVERIFY2(begin >= 0, outcome.out.constData());
    const QByteArray warning = outcome.out.mid(begin, outcome.out.indexOf('\n', begin) - begin);
    QVERIFY2(warning.endsWith(said), warning.constData());
}

/// Names of copies that promise something else.
void TestMistakes::targets_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("standard output") << "-" << QByteArray("not to standard output. Name the file");
    for (const char* ending : {".npy", ".onnx", ".gguf"}) {
        QTest::newRow(ending) << QString("copy") + ending << QByteArray("does not write ") + ending;
    }
}

void TestMistakes::targets()
{
    QFETCH(const QString, target);
    QFETCH(const QByteArray, said);
    const QTemporaryDir folder;
    const Outcome outcome = shell("cd \"$2\" && \"$1\" convert \"$3\" -o \"$4\"", {folder.path(), kSample, target});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(said), outcome.err.constData());
    QVERIFY(QDir(folder.path()).isEmpty());
}

/// A checkpoint may be called anything, and so may its copy.
void TestMistakes::sourcesHaveAnyName()
{
    const QTemporaryDir folder;
    const Outcome outcome = shell("cd \"$2\" && cp \"$3\" model.h5 && \"$1\" convert model.h5 -o copy.h5 && "
                                  "\"$1\" convert model.h5 --name '{stem}.cpu{ext}'",
                                  {folder.path(), kSample});
    QCOMPARE(outcome.code, 0);
    QVERIFY(QDir(folder.path()).exists("copy.h5") && QDir(folder.path()).exists("model.cpu.h5"));
}

CAIRN_TEST(TestMistakes);

} // namespace cairn::tst_mistakes

#include "tst_mistakes.moc"
