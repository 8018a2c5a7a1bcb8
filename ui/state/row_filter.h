#pragma once

#include "ui/state/document.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace cairn::ui {

/// The rows that a search leaves: hits, all that lies in groups that are hits, and the groups around both. In the order
/// of the checkpoint, so the children of a row are still neighbours. Never changed once made.
struct RowFilter {
    std::vector<checkpoint::EntryId> rows;
    std::uint64_t hits = 0;
    checkpoint::EntryId firstHit = checkpoint::kNoId;
};

using RowFilterPtr = std::shared_ptr<const RowFilter>;

/// Finds `text` in names, saved devices, dtypes, types and text values, whatever the case of Latin letters. With a dot
/// it is looked for in whole dotted names too. Null when a stop was asked for.
[[nodiscard]] RowFilterPtr filterRows(const Document& document, const std::string& text, const Progress& progress);

} // namespace cairn::ui
