#include "app/cli/common/table.h"

#include "app/cli/common/text_width.h"

#include <algorithm>

namespace cairn::cli {

namespace {

constexpr std::size_t kGap = 2;

/// Width of a whole row; columns of width 0 are not shown.
std::size_t totalWidth(std::span<const std::size_t> widths)
{
    std::size_t total = 0;
    for (const std::size_t width : widths) {
        total += width == 0 ? 0 : width + (total == 0 ? 0 : kGap);
    }
    return total;
}

} // namespace

void Cell::set(std::string newText, Ink newInk)
{
    text = std::move(newText);
    ink = newInk;
    lead.clear();
}

void Table::print(Screen& screen, const Rows& rows) const
{
    std::vector<std::size_t> widths = measure(screen, rows);
    shrink(widths, screen.rowColumns());
    Row titles(m_columns.size());
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        titles[i].set(std::string(m_columns[i].title), Ink::Dim);
    }
    printRow(screen, titles, widths);
    rows([&](const Row& row) { printRow(screen, row, widths); });
}

std::vector<std::size_t> Table::measure(const Screen& screen, const Rows& rows) const
{
    std::vector<std::size_t> widths(m_columns.size());
    rows([&](const Row& row) {
        for (std::size_t i = 0; i < widths.size(); ++i) {
            const std::size_t width = displayWidth(row[i].lead) + displayWidth(row[i].text);
            // Names, which are cut in the middle, stay whole where rows need not fit; long values do not.
            const std::size_t most = m_columns[i].elide == Elide::Middle ? screen.rowColumns() : screen.columns();
            widths[i] = std::max(widths[i], m_columns[i].elide == Elide::Never ? width : std::min(width, most));
        }
    });
    for (std::size_t i = 0; i < widths.size(); ++i) {
        if (widths[i] != 0) {
            widths[i] = std::max(widths[i], displayWidth(m_columns[i].title));
        }
    }
    return widths;
}

void Table::shrink(std::vector<std::size_t>& widths, std::size_t columns) const
{
    for (std::size_t total = totalWidth(widths); total > columns; --total) {
        std::size_t* widest = nullptr;
        for (std::size_t i = 0; i < widths.size(); ++i) {
            const bool mayShrink = m_columns[i].elide != Elide::Never && widths[i] > m_columns[i].least;
            if (mayShrink && (widest == nullptr || widths[i] > *widest)) {
                widest = &widths[i];
            }
        }
        if (widest == nullptr) {
            return;
        }
        --*widest;
    }
}

void Table::printRow(Screen& screen, const Row& row, std::span<const std::size_t> widths) const
{
    const std::string_view mark = screen.glyphs().ellipsis;
    std::size_t owed = 0; // spaces before the next text; none are printed at the end of a line
    bool first = true;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        if (widths[i] == 0) {
            continue;
        }
        owed += first ? 0 : kGap;
        first = false;
        const Cell& cell = row[i];
        const std::size_t leadWidth = displayWidth(cell.lead);
        const std::size_t room = widths[i] - std::min(widths[i], leadWidth);
        std::string shortened;
        std::string_view text = cell.text;
        std::size_t width = displayWidth(text);
        if (width > room && m_columns[i].elide != Elide::Never) {
            shortened = m_columns[i].elide == Elide::End ? elideEnd(text, room, mark) : elideMiddle(text, room, mark);
            text = shortened;
            width = displayWidth(text);
        }
        const std::size_t padding = room - std::min(room, width);
        if (text.empty() && cell.lead.empty()) {
            owed += widths[i];
            continue;
        }
        screen.spaces(owed + (m_columns[i].align == Align::Right ? padding : 0));
        owed = m_columns[i].align == Align::Right ? 0 : padding;
        screen.put(cell.lead, Ink::Dim);
        screen.put(text, cell.ink);
    }
    screen.newLine();
}

void printRest(Screen& screen, std::size_t total, std::size_t shown)
{
    if (total > shown) {
        screen.line("and " + groupedDigits(total - shown) + " more; --json has all", Ink::Dim);
    }
}

} // namespace cairn::cli
