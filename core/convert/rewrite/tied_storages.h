#pragma once

#include "core/base/progress.h"
#include "core/checkpoint/readers/pickled_tree.h"
#include "core/convert/common/tie.h"
#include "core/convert/rewrite/storage_walk.h"
#include "core/convert/rewrite/tree_edit.h"

#include <string>
#include <utility>
#include <vector>

namespace cairn::convert {

/// Storages, and the one that takes the place of each.
using TiedStorages = std::vector<std::pair<checkpoint::StorageId, checkpoint::StorageId>>;

struct Tied {
    TiedStorages storages;
    std::vector<Tie> ties;           ///< that made them
    std::vector<std::string> unused; ///< rules whose names are not both there
};

/// Finds what makes two tensors of an edited tree one. UnmetRequest unless they and all of their storages are alike to
/// the last bit. `uses`: of the edited tree; `casts`: what becomes of each storage. `progress` may be null.
[[nodiscard]] Result<Tied> findTied(const checkpoint::PickledTree& tree, const TreeEdit& rows, const StorageUses& uses,
                                    const std::vector<Tie>& ties, const std::vector<formats::Dtype>& casts,
                                    const Progress* progress);

/// What is in the place of a storage.
[[nodiscard]] checkpoint::StorageId keptOf(const TiedStorages& tied, checkpoint::StorageId storage);

} // namespace cairn::convert
