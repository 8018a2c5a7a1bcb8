#include "app/cli/interrupt.h"

#include <csignal>

namespace cairn::cli {

namespace {

constinit Progress s_progress; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): for the handler

extern "C" void onInterrupt(int /*signal*/)
{
    s_progress.requestStop(); // one store to a lock-free atomic: safe in a handler
}

} // namespace

Progress& installInterrupt()
{
    struct sigaction action{};
    action.sa_handler = onInterrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    struct sigaction before{};
    ::sigaction(SIGHUP, nullptr, &before);
    if (before.sa_handler != SIG_IGN) { // as nohup sets it
        ::sigaction(SIGHUP, &action, nullptr);
    }
    ::signal(SIGPIPE, SIG_IGN);
    return s_progress;
}

} // namespace cairn::cli
