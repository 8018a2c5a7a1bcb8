#pragma once

#include "core/devices/map/placement.h"
#include "ui/document/row_tree.h"

#include <memory>

namespace cairn::ui {

/// Where a map sends what is at and below each row of a tree. Made on a worker thread, never changed after.
class RowTargets {
public:
    RowTargets(const Document& document, const RowTree& tree, const devices::MapLocation& map,
               const devices::DeviceInventory* machine);

    /// In order of first use by the map.
    [[nodiscard]] std::vector<std::string_view> targetsOf(NodeId id) const;

private:
    devices::Placement m_placement;
    LargeVector<std::uint64_t> m_sets; ///< by node: a bit for each target below 63, the last for all others
};

using RowTargetsPtr = std::shared_ptr<const RowTargets>;

} // namespace cairn::ui
