#include "app/gui/start.h"

#include <QByteArray>
#include <QtGlobal>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <initializer_list>
#include <string_view>

namespace cairn::gui {

bool prepareDisplay(int argc, char** argv)
{
#ifdef Q_OS_LINUX
    const bool hasDisplay = std::ranges::any_of(std::array{"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"},
                                                [](const char* name) { return !qEnvironmentVariableIsEmpty(name); });
    const auto isOption = [&](std::initializer_list<std::string_view> options) {
        return std::any_of(argv + 1, argv + argc,
                           [&](const char* word) { return std::ranges::count(options, word) != 0; });
    };
    if (isOption({"-h", "--help", "--help-all", "-v", "--version"})) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        return true;
    }
    if (!hasDisplay && !isOption({"-platform", "--platform"})) {
        std::fputs("cairn: there is no display. Start it in a desktop session, or use `cairn-cli inspect FILE` here.\n",
                   stderr);
        return false;
    }
#endif
    return true;
}

void surviveFileLimits()
{
    std::signal(SIGXFSZ, SIG_IGN); // ulimit -f
}

/// The desktop has given the right by a token, which goes with the files.
void yieldFront() {}

/// It ends as others do, by the end of main().
void endProcess(int /*code*/) {}

} // namespace cairn::gui
