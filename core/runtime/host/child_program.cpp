#include "core/runtime/host/child_program.h"

#include "core/base/files/write_place.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cairn::runtime {

pid_t startProgram(const char* program, std::vector<std::string> arguments, std::span<const int> outputs)
{
    std::vector<Descriptor> copies; // above those that they become, so that none is in the way of another
    posix_spawn_file_actions_t actions{};
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    int next = STDIN_FILENO + 1;
    for (const int output : outputs) {
        constexpr int least = 16;
        copies.emplace_back(::fcntl(output, F_DUPFD_CLOEXEC, least));
        ::posix_spawn_file_actions_adddup2(&actions, copies.back().number(), next++);
    }
    std::vector<char*> texts;
    texts.reserve(arguments.size() + 1);
    for (std::string& argument : arguments) {
        texts.push_back(argument.data());
    }
    texts.push_back(nullptr);
    pid_t started = 0;
    const int failure = ::posix_spawn(&started, program, &actions, nullptr, texts.data(), ::environ);
    ::posix_spawn_file_actions_destroy(&actions);
    errno = failure;
    return failure == 0 ? started : 0;
}

Message howItEnded(int status)
{
    if (WIFSIGNALED(status)) {
        const int number = WTERMSIG(status);
        const Message signal = verbatim(::strsignal(number)); // NOLINT
        return number == SIGKILL ? message("It was ended by signal %1 (%2), as the system does when memory runs out",
                                           std::to_string(number), signal)
                                 : message("It was ended by signal %1 (%2)", std::to_string(number), signal);
    }
    return message("It ended by itself, with exit status %1", std::to_string(WEXITSTATUS(status)));
}

} // namespace cairn::runtime
