#pragma once

#include "app/cli/common/output.h"
#include "app/cli/common/terminal.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace cairn::cli {

enum class Ink : std::uint8_t { Plain, Bold, Dim, Red, Green, Yellow, Blue, Magenta, Cyan };

/// The few signs that are not letters, in UTF-8 or what ASCII has for them.
struct Glyphs {
    std::string_view separator;
    std::string_view times;
    std::string_view ellipsis;
    std::string_view bullet;
    std::string_view bar;
    std::string_view arrow;
    std::string_view branch;
    std::string_view lastBranch;
    std::string_view trunk;
};

/// Prints text for people: inks, signs and line breaks as the terminal can show them. Text that came out of a file
/// goes through safe() first.
class Screen {
public:
    Screen(Output& output, const Terminal& terminal);

    [[nodiscard]] Output& output() noexcept { return m_output; }
    [[nodiscard]] std::size_t columns() const noexcept { return static_cast<std::size_t>(m_terminal.columns); }
    /// What rows of tables may take; where they need not fit, more than a sound file's names need.
    [[nodiscard]] std::size_t rowColumns() const noexcept { return m_terminal.rowsMustFit ? columns() : 1000; }
    [[nodiscard]] const Glyphs& glyphs() const noexcept { return m_glyphs; }

    [[nodiscard]] std::string safe(std::string_view text) const { return printable(text, m_terminal.charset); }

    void put(std::string_view text, Ink ink = Ink::Plain);
    void spaces(std::size_t count) { m_output.write(std::string(count, ' ')); }
    void newLine();
    void line(std::string_view text, Ink ink = Ink::Plain);
    /// The same for several lines, for paragraph().
    [[nodiscard]] std::string safeLines(std::string_view text) const
    {
        return printableLines(text, m_terminal.charset);
    }
    /// Breaks `text` at spaces, and where it has line breaks. The first line goes on from column `indent`, the others
    /// begin with as many spaces.
    void paragraph(std::string_view text, Ink ink = Ink::Plain, std::size_t indent = 0);

    /// The parts between separators, broken only between parts.
    void list(std::span<const std::string> parts, Ink ink = Ink::Plain);

private:
    Output& m_output;
    Terminal m_terminal;
    const Glyphs& m_glyphs;
};

} // namespace cairn::cli
