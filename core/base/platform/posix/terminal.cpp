#include "core/base/platform/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace cairn::platform {

std::vector<std::string> beginProgram(int argc, char** argv)
{
    return {argv, argv + argc};
}

bool isTerminal(int descriptor)
{
    return ::isatty(descriptor) == 1;
}

TerminalSize terminalSize(int descriptor)
{
    winsize size{};
    return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? TerminalSize{.columns = size.ws_col, .rows = size.ws_row}
                                                       : TerminalSize{};
}

bool followsEscapes(int /*terminal*/)
{
    return true;
}

bool showsUtf8(int /*descriptor*/)
{
    return false;
}

} // namespace cairn::platform
