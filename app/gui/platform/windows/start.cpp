#include "app/gui/start.h"

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <cstdio>

namespace cairn::gui {

/// Who is logged in has one.
bool prepareDisplay(int /*argc*/, char** /*argv*/)
{
    return true;
}

/// Full quotas are failed writes already.
void surviveFileLimits() {}

/// The right is that of whom the user has just started.
void yieldFront()
{
    ::AllowSetForegroundWindow(ASFW_ANY);
}

void endProcess(int code)
{
    std::fflush(nullptr);
    ::TerminateProcess(::GetCurrentProcess(), static_cast<UINT>(code));
}

} // namespace cairn::gui
