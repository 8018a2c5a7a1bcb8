#pragma once

#include "core/devices/map/placement.h"
#include "ui/document/row_tree.h"

#include <memory>
#include <unordered_set>

namespace cairn::ui {

/// Where a map sends what is at and below each row of a tree. Made on a worker thread, never changed after.
class RowTargets {
public:
    RowTargets(const Document& document, const RowTree& tree, const devices::MapLocation& map,
               const devices::DeviceInventory* machine);

    /// In order of first use by the map.
    [[nodiscard]] std::vector<std::string_view> targetsOf(NodeId id) const;
    /// Rules would send a storage at or below the row to two devices, which cannot be.
    [[nodiscard]] bool isSplit(NodeId id) const { return m_split.contains(id); }

private:
    devices::Placement m_placement;
    std::unordered_set<NodeId> m_split;
    LargeVector<std::uint64_t> m_sets; ///< by node: a bit for each target below 63, the last for all others
};

using RowTargetsPtr = std::shared_ptr<const RowTargets>;

} // namespace cairn::ui
