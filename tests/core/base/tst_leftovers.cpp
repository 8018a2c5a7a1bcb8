#include "core/base/files/file_sink.h"
#include "core/base/platform/machine.h"
#include "tests/support/files.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>

#include <sys/wait.h>
#include <unistd.h>

namespace cairn::tst_leftovers {

using cairn::test::contentOf;
using cairn::test::writeFile;

/// What a killed program leaves behind: which of it may go, and whether the program is gone.
class TestLeftovers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void removesWhatIsLeftOfOne();
    void knowsTheDead();
};

/// Of one target alone, and not what is being written.
void TestLeftovers::removesWhatIsLeftOfOne()
{
    const QTemporaryDir folder;
    const auto at = [&folder](const char* name) { return folder.filePath(name); };
    writeFile(at("a.pth"), "whole");
    writeFile(at(".b.pth.cairn-abcdefghijkl.part"), "of another");
    writeFile(at(".a.pth.cairn-mine.part"), "no such name");
    const auto sink = FileSink::create(at("a.pth").toStdString(), FileSink::Existing::Replace);
    QVERIFY(sink);
    writeFile(at(".a.pth.cairn-abcdefghijkl.part"), "half");
    QCOMPARE(FileSink::removeLeftoversOf(at("a.pth").toStdString()), 4U);
    QVERIFY(!QFile::exists(at(".a.pth.cairn-abcdefghijkl.part")));
    QVERIFY(QFile::exists(at(".b.pth.cairn-abcdefghijkl.part")));
    QVERIFY(QFile::exists(at(".a.pth.cairn-mine.part")));
    QCOMPARE(contentOf(at("a.pth")), QByteArray("whole"));
    QVERIFY((*sink)->commit());
    QCOMPARE(FileSink::removeLeftoversOf(at("no such folder/a.pth").toStdString()), 0U);
}

/// A process that has ended counts as gone before its parent has asked about it.
void TestLeftovers::knowsTheDead()
{
    QVERIFY(!platform::isGone(::getpid()));
    const pid_t child = ::fork();
    if (child == 0) {
        ::_exit(0);
    }
    QVERIFY(child > 0);
    siginfo_t ended{};
    QCOMPARE(::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT), 0); // it stays as it is
    QVERIFY(platform::isGone(child));
    QCOMPARE(::waitpid(child, nullptr, 0), child);
    QVERIFY(platform::isGone(child));
}

CAIRN_TEST(TestLeftovers);

} // namespace cairn::tst_leftovers

#include "tst_leftovers.moc"
