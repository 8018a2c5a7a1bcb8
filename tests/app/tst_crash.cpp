#include "tests/support/files.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>

#include <csignal>

namespace cairn::tst_crash {

using cairn::test::contentOf;

/// What a program that crashes leaves behind, tried on one that does. CRASH_VICTIM is its path.
class tst_Crash : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void leavesAReport_data()
    {
        QTest::addColumn<QString>("way");
        QTest::addColumn<int>("signal");
        QTest::addColumn<QString>("reason");
        QTest::newRow("null") << "null" << SIGSEGV << "SIGSEGV";
        QTest::newRow("overflow of the stack") << "stack" << SIGSEGV << "SIGSEGV";
        QTest::newRow("abort") << "abort" << SIGABRT << "SIGABRT";
        QTest::newRow("exception in a thread") << "throw" << SIGABRT << "nobody catches this (SIGABRT)";
    }

    void leavesAReport()
    {
        QFETCH(const QString, way);
        QFETCH(const int, signal);
        QFETCH(const QString, reason);
        const QTemporaryDir folder;
        const QString reports = folder.filePath("not/there yet");
        QProcess victim;
        victim.start(CRASH_VICTIM, {way, reports});
        QVERIFY(victim.waitForFinished(60'000));
        QCOMPARE(victim.exitStatus(), QProcess::CrashExit);
        QCOMPARE(victim.exitCode(), signal);
        const QByteArray said = victim.readAllStandardError();
        QVERIFY2(said.contains("victim crashed: ") && said.contains(reason.toUtf8()), said);
        QVERIFY2(said.contains("victim 1.0\nbuilt by hand\n"), said);
        const QStringList files = QDir(reports).entryList({"crash-*.txt"}, QDir::Files);
        QCOMPARE(files.size(), 1);
        const QByteArray report = contentOf(reports + '/' + files.first());
        QVERIFY2(!report.isEmpty() && said.contains(report), report);
        QVERIFY2(said.endsWith(("This is also in " + reports + '/' + files.first() + '\n').toUtf8()), said);
        // Where it was: lines of the stack.
        QVERIFY2(report.contains("crash_victim("), report);
    }

    void isSilentOtherwise()
    {
        const QTemporaryDir folder;
        QProcess victim;
        victim.start(CRASH_VICTIM, {"end", folder.path()});
        QVERIFY(victim.waitForFinished(60'000));
        QCOMPARE(victim.exitCode(), 0);
        QCOMPARE(victim.readAllStandardError(), QByteArray());
        QVERIFY(QDir(folder.path()).isEmpty());
    }
};

CAIRN_TEST(tst_Crash, QCoreApplication);

} // namespace cairn::tst_crash

#include "tst_crash.moc"
