#include "core/runtime/common/confinement.h"
#include "tests/support/files.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <functional>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace cairn::tst_confinement {

using cairn::test::contentOf;
using cairn::test::filesIn;
using cairn::test::writeFile;

/// A process that gave its rights away tries all the same.
class TestConfinement : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refuses();
};

void TestConfinement::refuses()
{
    const QTemporaryDir folder;
    writeFile(folder.filePath("precious"), "precious");
    const std::string old = folder.filePath("precious").toStdString();
    const std::string fresh = folder.filePath("fresh").toStdString();
    const std::vector<std::pair<const char*, std::function<bool()>>> attempts{
        {"open to write", [&] { return ::open(old.c_str(), O_RDWR) >= 0; }},
        {"open to append", [&] { return ::open(old.c_str(), O_WRONLY | O_APPEND) >= 0; }},
        {"empty by opening", [&] { return ::open(old.c_str(), O_RDONLY | O_TRUNC) >= 0; }},
        {"make", [&] { return ::open(fresh.c_str(), O_WRONLY | O_CREAT, 0600) >= 0; }},
        {"cut", [&] { return ::truncate(old.c_str(), 0) == 0; }},
        {"remove", [&] { return ::unlink(old.c_str()) == 0; }},
        {"rename", [&] { return ::rename(old.c_str(), fresh.c_str()) == 0; }},
        {"link", [&] { return ::link(old.c_str(), fresh.c_str()) == 0; }},
        {"link by name", [&] { return ::symlink(old.c_str(), fresh.c_str()) == 0; }},
        {"make a folder", [&] { return ::mkdir(fresh.c_str(), 0700) == 0; }},
        {"make a fifo", [&] { return ::mkfifo(fresh.c_str(), 0600) == 0; }},
        {"change rights", [&] { return ::chmod(old.c_str(), 0777) == 0; }},
        {"change times", [&] { return ::utimensat(AT_FDCWD, old.c_str(), nullptr, 0) == 0; }},
        {"connect", [&] { return ::socket(AF_UNIX, SOCK_STREAM, 0) >= 0; }},
        {"signal", [&] { return ::kill(::getppid(), 0) == 0; }},
        {"start a program", [&] { return ::execl("/bin/sh", "sh", "-c", "exit 99", nullptr) == 0; }},
    };
    int reports[2] = {-1, -1};
    QCOMPARE(::pipe(reports), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const auto confined = cairn::runtime::confineProcess();
        if (!confined) {
            ::_exit(77);
        }
        bool isFine = ::open(old.c_str(), O_RDONLY) >= 0; // reading stays
        for (const auto& [what, attempt] : attempts) {
            if (attempt()) {
                isFine = false;
                (void)::dprintf(reports[1], "%s; ", what);
            }
        }
        ::_exit(isFine ? 0 : 1);
    }
    ::close(reports[1]);
    std::string worked(1000, '\0');
    const ssize_t count = ::read(reports[0], worked.data(), worked.size());
    worked.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    ::close(reports[0]);
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFEXITED(status));
    if (WEXITSTATUS(status) == 77) {
        QSKIP("this kernel has neither Landlock nor seccomp");
    }
    QVERIFY2(WEXITSTATUS(status) == 0, worked.c_str());
    QCOMPARE(filesIn(folder.path()), QStringList{"precious"});
    QCOMPARE(contentOf(folder.filePath("precious")), QByteArray("precious"));
}

CAIRN_TEST(TestConfinement);

} // namespace cairn::tst_confinement

#include "tst_confinement.moc"
