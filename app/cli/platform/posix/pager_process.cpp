#include "app/cli/docs/pager_process.h"

#include "core/base/platform/file.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cairn::cli {

namespace {

/// The program with the reading end of a pipe as its input. It gets the signals that are ours to bear.
pid_t startPager(const std::string& command, int input)
{
    const pid_t child = ::fork();
    if (child == 0) {
        ::signal(SIGPIPE, SIG_DFL);
        ::dup2(input, STDIN_FILENO);
        constexpr int keep = 0;
        ::setenv("LESS", "FRX", keep); // colours, and a page that fits is only printed
        ::setenv("LV", "-c", keep);
        ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
        ::_exit(127);
    }
    return child;
}

} // namespace

bool runPager(const std::string& command, const std::function<void(int descriptor)>& write)
{
    constexpr int noSuchProgram = 127;
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) {
        return false;
    }
    for (const int end : ends) {
        ::fcntl(end, F_SETFD, FD_CLOEXEC);
    }
    Descriptor input(ends[0]);
    Descriptor output(ends[1]);
    const pid_t child = startPager(command, input.number());
    if (child < 0) {
        return false;
    }
    input = Descriptor();
    // Ctrl+C is the pager's while it runs.
    const auto before = ::signal(SIGINT, SIG_IGN);
    write(output.number());
    output = Descriptor();
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    ::signal(SIGINT, before);
    return !WIFEXITED(status) || WEXITSTATUS(status) != noSuchProgram;
}

} // namespace cairn::cli
