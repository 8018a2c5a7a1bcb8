#pragma once

#include "core/base/large_vector.h"
#include "core/base/progress.h"
#include "core/checkpoint/checkpoint.h"
#include "core/rows/row_query.h"

#include <cstdint>

namespace cairn::rows {

/// What a search says of an entry: bits.
enum RowMark : std::uint8_t {
    Kept = 1, ///< it stays: a hit, or something in a group that is one
    Hit = 2,
};

/// One for each entry. Words are found in names, saved devices, dtypes, types and text values, whatever the case of
/// Latin letters. A word with a dot, a glob or a regular expression looks at whole dotted names. Empty when a stop was
/// asked for.
[[nodiscard]] LargeVector<std::uint8_t> markRows(const checkpoint::Checkpoint& checkpoint, const RowQuery& query,
                                                 const Progress& progress);

} // namespace cairn::rows
