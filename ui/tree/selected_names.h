#pragma once

#include <QString>

#include <cstdint>

namespace cairn::ui {

class TreePage;

enum class NameKind : std::uint8_t {
    Own, ///< as the tree shows it
    Full ///< with all that it lies in
};

/// The names of the selected rows, or of the current one if none is selected: a line for each, in the order of the
/// tree.
[[nodiscard]] QString selectedNames(const TreePage& page, NameKind kind);

} // namespace cairn::ui
