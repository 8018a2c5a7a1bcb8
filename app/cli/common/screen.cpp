#include "app/cli/common/screen.h"

#include "app/cli/common/text_width.h"

#include <algorithm>
#include <array>

namespace cairn::cli {

namespace {

constexpr Glyphs kUtf8Glyphs{
    .separator = " · ",
    .times = "×",
    .ellipsis = "…",
    .bullet = "●",
    .bar = "█",
    .arrow = "→",
    .branch = "├─ ",
    .lastBranch = "└─ ",
    .trunk = "│  ",
};

constexpr Glyphs kAsciiGlyphs{
    .separator = ", ",
    .times = "x",
    .ellipsis = "...",
    .bullet = "*",
    .bar = "#",
    .arrow = "->",
    .branch = "|- ",
    .lastBranch = "`- ",
    .trunk = "|  ",
};

constexpr std::string_view startOf(Ink ink)
{
    constexpr std::array<std::string_view, 9> kStarts = {"",         "\x1b[1m",  "\x1b[2m",  "\x1b[31m", "\x1b[32m",
                                                         "\x1b[33m", "\x1b[34m", "\x1b[35m", "\x1b[36m"};
    return kStarts[static_cast<std::size_t>(ink)];
}

} // namespace

Screen::Screen(Output& output, const Terminal& terminal)
    : m_output(output), m_terminal(terminal), m_glyphs(terminal.charset == Charset::Utf8 ? kUtf8Glyphs : kAsciiGlyphs)
{
}

void Screen::put(std::string_view text, Ink ink)
{
    if (ink == Ink::Plain || !m_terminal.colour || text.empty()) {
        m_output.write(text);
        return;
    }
    m_output.write(startOf(ink));
    m_output.write(text);
    m_output.write("\x1b[0m");
}

void Screen::newLine()
{
    m_output.write("\n");
    m_output.drain();
}

void Screen::line(std::string_view text, Ink ink)
{
    put(text, ink);
    newLine();
}

void Screen::paragraph(std::string_view text, Ink ink, std::size_t indent)
{
    std::string words;
    std::size_t used = indent;
    const auto breakLine = [&] {
        line(words, ink);
        spaces(indent);
        words.clear();
        used = indent;
    };
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
        const std::string_view word = text.substr(0, end);
        const bool endsLine = end < text.size() && text[end] == '\n';
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t width = displayWidth(word);
        if (!words.empty() && used + 1 + width > columns()) {
            breakLine();
        } else if (!words.empty()) {
            words += ' ';
            ++used;
        }
        words += word;
        used += width;
        if (endsLine) {
            breakLine();
        }
    }
    line(words, ink);
}

void Screen::list(std::span<const std::string> parts, Ink ink)
{
    std::string row;
    for (const std::string& part : parts) {
        const std::string_view separator = row.empty() ? std::string_view{} : m_glyphs.separator;
        if (!row.empty() && displayWidth(row) + displayWidth(separator) + displayWidth(part) > columns()) {
            line(row, ink);
            row = part;
        } else {
            row += separator;
            row += part;
        }
    }
    line(row, ink);
}

} // namespace cairn::cli
