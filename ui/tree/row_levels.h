#pragma once

#include "ui/document/row_tree.h"

namespace cairn::ui {

/// A row before rows have their places: after its parent, in the order of the file.
struct UnplacedRow {
    std::uint32_t parent = checkpoint::kNoId; ///< place of another of these rows
    checkpoint::EntryId entry = 0;
    std::uint32_t nameStart = 0;
    std::uint32_t nameEnd = 0;
    bool isLevel = false;
    bool isMerged = false; ///< a level with a single row in it, whose name that row has taken over
};

/// The rows of a document, with the levels that the dots in its keys make. Empty when a stop was asked for.
[[nodiscard]] LargeVector<UnplacedRow> unplacedRows(const Document& document, bool levels, const Progress& progress);

} // namespace cairn::ui
