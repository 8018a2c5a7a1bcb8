#include "app/cli/interrupt.h"

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <atomic>

namespace cairn::cli {

namespace {

constinit Progress s_progress; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): for the handler
constinit std::atomic<bool> s_isAsked = false; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

/// Runs on a thread that the system makes for it. A second Ctrl+C, and a window that closes, end the process: FALSE
/// leaves them to the system.
BOOL WINAPI onConsole(DWORD event)
{
    const bool isKey = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
    if (!isKey || s_isAsked.exchange(true)) {
        return FALSE;
    }
    s_progress.requestStop();
    return TRUE;
}

} // namespace

Progress& installInterrupt()
{
    ::SetConsoleCtrlHandler(onConsole, TRUE);
    return s_progress;
}

} // namespace cairn::cli
