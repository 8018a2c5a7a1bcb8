// run_once COMMAND...: runs it and says on the error output how many seconds it took and how many bytes were resident
// at its peak. A program of its own, because a process starts with the peak of the one that made it: this one is small.

#include <chrono>
#include <cstdio>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fputs("usage: run_once COMMAND...\n", stderr);
        return 2;
    }
    const auto begin = std::chrono::steady_clock::now();
    pid_t child = 0;
    if (::posix_spawnp(&child, argv[1], nullptr, nullptr, argv + 1, environ) != 0) {
        std::perror(argv[1]);
        return 127;
    }
    int status = 0;
    struct rusage usage{};
    if (::wait4(child, &status, 0, &usage) != child) {
        std::perror("wait4");
        return 127;
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::fprintf(stderr, "%.6f %ld\n", seconds.count(), usage.ru_maxrss * 1024L);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
