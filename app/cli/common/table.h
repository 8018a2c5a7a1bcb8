#pragma once

#include "app/cli/common/screen.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::cli {

enum class Align : std::uint8_t { Left, Right };
/// What a column gives up when the terminal is too narrow.
enum class Elide : std::uint8_t { Never, End, Middle };

struct Column {
    std::string_view title;
    Align align = Align::Left;
    Elide elide = Elide::Never;
    std::size_t least = 8; ///< an eliding column gets no narrower
};

struct Cell {
    std::string text;
    Ink ink = Ink::Plain;
    std::string lead; ///< tree guides and the like: shown before the text, never elided

    void set(std::string newText, Ink newInk = Ink::Plain);
};

/// Rows in aligned columns that fit the terminal. Rows are made twice, once to measure and once to print, so a
/// million of them take no memory. A column with nothing in it is left out.
class Table {
public:
    using Row = std::vector<Cell>;
    using Sink = std::function<void(const Row&)>;
    /// Calls the sink once per row, with as many cells as there are columns; the same rows each time.
    using Rows = std::function<void(const Sink&)>;

    explicit Table(std::vector<Column> columns) : m_columns(std::move(columns)) {}

    void print(Screen& screen, const Rows& rows) const;

private:
    [[nodiscard]] std::vector<std::size_t> measure(const Screen& screen, const Rows& rows) const;
    void shrink(std::vector<std::size_t>& widths, std::size_t columns) const;
    void printRow(Screen& screen, const Row& row, std::span<const std::size_t> widths) const;

    std::vector<Column> m_columns;
};

/// Rows of a table or list that is short but for hostile files.
inline constexpr std::size_t kMostRows = 32;
/// "and 7 more; ..." under what was cut off after `shown`; nothing if it was not.
void printRest(Screen& screen, std::size_t total, std::size_t shown);

} // namespace cairn::cli
