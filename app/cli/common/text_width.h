#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cairn::cli {

/// Columns that printable UTF-8 takes on a terminal: 2 for East Asian wide characters, 0 for combining marks.
[[nodiscard]] std::size_t displayWidth(std::string_view text);

/// `text` in at most `columns` columns, with `mark` where characters were left out.
[[nodiscard]] std::string elideEnd(std::string_view text, std::size_t columns, std::string_view mark);
/// The same from the middle, for names: their end tells more than their middle.
[[nodiscard]] std::string elideMiddle(std::string_view text, std::size_t columns, std::string_view mark);

} // namespace cairn::cli
