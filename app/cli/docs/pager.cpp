#include "app/cli/docs/pager.h"

#include "app/cli/common/help_formatter.h"
#include "core/base/files/write_place.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace cairn::cli {

namespace {

std::string pagerCommand()
{
    const char* wanted = std::getenv("PAGER");
    const std::string command = wanted == nullptr ? "less" : wanted;
    return command == "cat" ? std::string() : command;
}

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

/// Whether the page was shown.
bool showThrough(const std::string& command, const Terminal& terminal, std::string_view page)
{
    constexpr int noSuchProgram = 127;
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return false;
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
    Output written(output.number());
    Screen screen(written, terminal);
    printHelp(screen, page);
    written.flush();
    output = Descriptor();
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    ::signal(SIGINT, before);
    return !WIFEXITED(status) || WEXITSTATUS(status) != noSuchProgram;
}

} // namespace

void showPage(Session& session, std::string_view page)
{
    const auto lines = std::ranges::count(page, '\n');
    const Terminal& terminal = session.terminal;
    const std::string command = pagerCommand();
    const bool isLong = terminal.interactive && terminal.rows > 0 && lines >= terminal.rows;
    session.output.flush();
    if (isLong && !command.empty() && showThrough(command, terminal, page)) {
        return;
    }
    Screen screen(session.output, terminal);
    printHelp(screen, page);
}

} // namespace cairn::cli
