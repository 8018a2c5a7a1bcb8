#include "app/cli/docs/pager.h"

#include "app/cli/common/help_formatter.h"
#include "app/cli/docs/pager_process.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace cairn::cli {

namespace {

std::string pagerCommand()
{
    const char* wanted = std::getenv("PAGER");
    const std::string command = wanted == nullptr ? "less" : wanted;
    return command == "cat" ? std::string() : command;
}

bool showThrough(const std::string& command, const Terminal& terminal, std::string_view page)
{
    return runPager(command, [&](int descriptor) {
        Output written(descriptor);
        Screen screen(written, terminal);
        printHelp(screen, page);
        written.flush();
    });
}

} // namespace

void showPage(Session& session, std::string_view page)
{
    const auto lines = std::ranges::count(page, '\n');
    const Terminal& terminal = session.terminal;
    const std::string command = pagerCommand();
    const bool isLong = terminal.interactive && terminal.rows > 0 && lines >= terminal.rows;
    session.output.flush();
    if (isLong && !command.empty() && showThrough(command, terminal, page)) {
        return;
    }
    Screen screen(session.output, terminal);
    printHelp(screen, page);
}

} // namespace cairn::cli
