#include "core/base/platform/terminal.h"

#include "core/base/platform/windows/wide.h"

#include <cstdlib>
#include <fcntl.h>
#include <io.h>
#include <memory>
#include <shellapi.h>

namespace cairn::platform {

namespace {

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): for what is done at the end
UINT s_codePage = 0;

/// The console belongs to whoever comes after us, too.
void restoreConsole()
{
    ::SetConsoleOutputCP(s_codePage);
}

} // namespace

std::vector<std::string> beginProgram(int argc, char** argv)
{
    for (const int descriptor : {kStandardInput, kStandardOutput, kStandardError}) {
        ::_setmode(descriptor, _O_BINARY);
    }
    if (isTerminal(kStandardOutput) || isTerminal(kStandardError)) {
        s_codePage = ::GetConsoleOutputCP();
        std::atexit(restoreConsole);
        ::SetConsoleOutputCP(CP_UTF8);
    }
    int count = 0;
    const std::unique_ptr<LPWSTR, decltype(&::LocalFree)> words(::CommandLineToArgvW(::GetCommandLineW(), &count),
                                                                &::LocalFree);
    if (words == nullptr) {
        return {argv, argv + argc};
    }
    std::vector<std::string> arguments;
    for (int i = 0; i < count; ++i) {
        arguments.push_back(narrowText(words.get()[i]));
    }
    return arguments;
}

bool isTerminal(int descriptor)
{
    DWORD mode = 0;
    return ::GetConsoleMode(handleOf(descriptor), &mode) != 0;
}

TerminalSize terminalSize(int descriptor)
{
    CONSOLE_SCREEN_BUFFER_INFO facts{};
    if (::GetConsoleScreenBufferInfo(handleOf(descriptor), &facts) == 0) {
        return {};
    }
    return {.columns = facts.srWindow.Right - facts.srWindow.Left + 1,
            .rows = facts.srWindow.Bottom - facts.srWindow.Top + 1};
}

bool followsEscapes(int terminal)
{
    HANDLE const console = handleOf(terminal);
    DWORD mode = 0;
    return ::GetConsoleMode(console, &mode) != 0 &&
           ::SetConsoleMode(console, mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

bool showsUtf8(int descriptor)
{
    return isTerminal(descriptor) && ::GetConsoleOutputCP() == CP_UTF8;
}

} // namespace cairn::platform
