#include "app/cli/common/terminal.h"

#include "core/base/platform/terminal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <string>

namespace cairn::cli {

namespace {

constexpr int kFewestColumns = 40;
/// Wider rows are hard to follow with the eye.
constexpr int kMostColumns = 160;

std::string_view environment(const char* name)
{
    const char* value = std::getenv(name);
    return value == nullptr ? std::string_view{} : std::string_view(value);
}

/// The environment is asked, not setlocale(): it costs nothing and works where the locale is not installed.
Charset detectCharset(int descriptor)
{
    std::string locale;
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        locale = environment(name);
        if (!locale.empty()) {
            break;
        }
    }
    std::ranges::transform(locale, locale.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    const bool utf8 = locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
    return utf8 || (locale.empty() && platform::showsUtf8(descriptor)) ? Charset::Utf8 : Charset::Ascii;
}

/// What COLUMNS or LINES asks for; 0 if nothing.
int wantedNumber(const char* name)
{
    const std::string_view wanted = environment(name);
    int number = 0;
    std::from_chars(wanted.data(), wanted.data() + wanted.size(), number);
    return std::max(number, 0);
}

int detectRows(int descriptor)
{
    const int wanted = wantedNumber("LINES");
    return wanted == 0 ? platform::terminalSize(descriptor).rows : wanted;
}

int detectColumns(int descriptor, bool interactive, int wanted)
{
    int columns = wanted;
    if (columns <= 0 && interactive) {
        columns = platform::terminalSize(descriptor).columns;
    }
    if (columns <= 0) {
        columns = interactive ? 80 : Terminal::kColumnsWithoutTerminal;
    }
    return std::clamp(columns, kFewestColumns, kMostColumns);
}

} // namespace

Terminal Terminal::detect(int descriptor)
{
    Terminal terminal;
    terminal.interactive = platform::isTerminal(descriptor);
    terminal.colour = terminal.interactive && environment("NO_COLOR").empty() && environment("TERM") != "dumb" &&
                      platform::followsEscapes(descriptor);
    terminal.charset = detectCharset(descriptor);
    const int wanted = wantedNumber("COLUMNS");
    terminal.columns = detectColumns(descriptor, terminal.interactive, wanted);
    terminal.rows = detectRows(descriptor);
    terminal.rowsMustFit = terminal.interactive || wanted > 0;
    return terminal;
}

} // namespace cairn::cli
