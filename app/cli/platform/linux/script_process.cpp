#include "app/cli/load/script_process.h"

#include "core/base/files/write_place.h"
#include "core/base/progress.h"
#include "core/runtime/common/confinement.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <poll.h>
#include <spawn.h>
#include <string>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace cairn::cli {

namespace {

constexpr const char* kMark = "CAIRN_SCRIPT_PROCESS";

/// With zeros between them, as the kernel keeps them.
std::vector<std::string> ownArguments()
{
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::vector<std::string> arguments;
    for (std::string argument; std::getline(file, argument, '\0');) {
        arguments.push_back(argument);
    }
    return arguments;
}

std::vector<char*> addressesOf(std::vector<std::string>& texts)
{
    std::vector<char*> addresses;
    addresses.reserve(texts.size() + 1);
    for (std::string& text : texts) {
        addresses.push_back(text.data());
    }
    addresses.push_back(nullptr);
    return addresses;
}

/// 0 if it could not be started; errno says why.
pid_t start()
{
    std::vector<std::string> arguments = ownArguments();
    std::vector<std::string> environment;
    for (char** variable = ::environ; *variable != nullptr; ++variable) {
        environment.emplace_back(*variable);
    }
    environment.push_back(std::string(kMark) + "=1");
    pid_t child = 0;
    errno = ::posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, addressesOf(arguments).data(),
                          addressesOf(environment).data());
    return errno == 0 ? child : 0;
}

/// Until the process has ended, or for a moment; a signal ends the moment early.
void waitAMoment(const Descriptor& process)
{
    constexpr int momentMs = 50;
    pollfd ended{.fd = process.number(), .events = POLLIN, .revents = 0};
    (void)::poll(&ended, 1, momentMs);
}

} // namespace

bool isScriptProcess()
{
    return std::getenv(kMark) != nullptr; // NOLINT(concurrency-mt-unsafe): nothing here changes the environment
}

Result<void> beginScriptProcess(bool mayBeUnconfined)
{
    ::signal(SIGINT, SIG_IGN);
    auto confined = runtime::confineProcess();
    if (!confined && !mayBeUnconfined) {
        return fail(std::move(confined).error().fix(
            message("Load it without --run-script-code, or run its code all the same with --unconfined")));
    }
    return {};
}

ExitCode runScriptProcess(Session& session)
{
    session.output.flush();
    const pid_t child = start();
    if (child == 0) {
        return session.report(error(ErrorCode::ReadFailed,
                                    message("the code cannot be run in a process of its own: %1", systemReason(errno)))
                                  .fix(message("Load it without --run-script-code")));
    }
    const Descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
    int status = 0;
    bool isKilled = false;
    while (::waitpid(child, &status, isKilled ? 0 : WNOHANG) != child) {
        if (session.progress.stopRequested() && !isKilled) {
            ::kill(child, SIGKILL);
            isKilled = true;
        } else {
            waitAMoment(process);
        }
    }
    if (isKilled) {
        return session.report(error(ErrorCode::Cancelled, message("cancelled")));
    }
    if (!WIFEXITED(status)) {
        return session.report(
            error(ErrorCode::RuntimeTorch, message("the process that ran the code of the file ended with signal %1",
                                                   std::to_string(WTERMSIG(status))))
                .fix(message("Load it without --run-script-code")));
    }
    return static_cast<ExitCode>(WEXITSTATUS(status));
}

} // namespace cairn::cli
