#pragma once

#include "core/devices/machine/inventory.h"
#include "ui/tree/row_filter.h"
#include "ui/tree/row_targets.h"

#include <optional>

namespace cairn::ui {

/// What the tree shall show of a document.
struct ProjectionRequest {
    RowOptions options;
    RowQuery query;           ///< without terms: every row
    devices::MapLocation map; ///< that says where rows go
    std::shared_ptr<const devices::DeviceInventory> machine;
};

/// What the tree shows: rows, those a search leaves of them, and where a map sends them.
struct Projection {
    RowTreePtr tree;
    RowFilterPtr filter;   ///< null: every row
    RowTargetsPtr targets; ///< null: every storage to the device of its tag
};

/// Takes what it can from `before`, which was made of the same document by `wishBefore`. For worker threads. Nothing
/// when a stop was asked for.
[[nodiscard]] std::optional<Projection> project(const Document& document, const ProjectionRequest& wish,
                                                const Projection& before, const ProjectionRequest& wishBefore,
                                                const Progress& progress);

} // namespace cairn::ui
