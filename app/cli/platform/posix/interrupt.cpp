#include "app/cli/interrupt.h"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>

namespace cairn::cli {

namespace {

constinit Progress s_progress; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): for the handler
constinit std::atomic<std::int64_t> s_firstMs = 0; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

/// All that it does is safe in a handler. `timeout` and shells can send one signal twice, to a process and to its
/// group; what comes at once is no second wish.
extern "C" void onInterrupt(int signal)
{
    constexpr std::int64_t atOnceMs = 300;
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    const std::int64_t nowMs = static_cast<std::int64_t>(time.tv_sec) * 1000 + time.tv_nsec / 1'000'000 + 1;
    std::int64_t firstMs = 0;
    if (s_firstMs.compare_exchange_strong(firstMs, nowMs)) {
        s_progress.requestStop();
    } else if (nowMs - firstMs > atOnceMs) {
        ::signal(signal, SIG_DFL);
        ::raise(signal);
    }
}

} // namespace

Progress& installInterrupt()
{
    struct sigaction action{};
    action.sa_handler = onInterrupt;
    action.sa_flags = 0;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    struct sigaction before{};
    ::sigaction(SIGHUP, nullptr, &before);
    if (before.sa_handler != SIG_IGN) { // as nohup sets it
        ::sigaction(SIGHUP, &action, nullptr);
    }
    ::signal(SIGPIPE, SIG_IGN);
    ::signal(SIGXFSZ, SIG_IGN);
    return s_progress;
}

} // namespace cairn::cli
