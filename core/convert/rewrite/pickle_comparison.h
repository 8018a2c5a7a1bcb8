#pragma once

#include "core/convert/common/difference.h"
#include "core/convert/rewrite/rewrite.h"

#include <string>
#include <utility>
#include <vector>

namespace cairn::convert {

/// What a look at two pickles found.
struct PickleComparison {
    Difference difference; ///< the first one
    /// Storages that stand for each other, those of tensors without rows too. What is in them was not compared.
    std::vector<std::pair<checkpoint::StorageId, checkpoint::StorageId>> storages;
};

/// Compares the pickle of a copy with that of its source, value by value: kinds, texts, numbers, what is called, what
/// is one object, and the order of calls and of what changes their objects, whether anything holds them or not. The
/// only differences are those that the plan was asked for: entries left out or renamed, and how storages are referred
/// to. How the copy was written plays no part.
[[nodiscard]] Result<PickleComparison> comparePickles(const RewritePlan& plan, const checkpoint::PickledTree& copy,
                                                      const TagMap& map);

} // namespace cairn::convert
