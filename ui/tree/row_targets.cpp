#include "ui/tree/row_targets.h"

#include <algorithm>

namespace cairn::ui {

using checkpoint::Entry;
using checkpoint::EntryKind;
using checkpoint::kNoId;

namespace {

constexpr std::uint32_t kMostBits = 63;

checkpoint::StorageId storageOf(const checkpoint::Checkpoint& checkpoint, const Entry& entry)
{
    switch (entry.kind) {
    case EntryKind::Tensor: return checkpoint.tensors()[entry.payload].storage;
    case EntryKind::Storage: return static_cast<checkpoint::StorageId>(entry.payload);
    default: return kNoId;
    }
}

} // namespace

RowTargets::RowTargets(const Document& document, const RowTree& tree, const devices::MapLocation& map,
                       const devices::DeviceInventory* machine)
    : m_placement(devices::placeStorages(*document.checkpoint, map, machine)), m_sets(tree.size())
{
    for (auto id = static_cast<NodeId>(tree.size()); id-- > 0;) {
        if (!tree.isLevel(id)) {
            const auto storage = storageOf(*document.checkpoint, document.checkpoint->entries()[tree[id].entry]);
            if (storage != kNoId) {
                m_sets[id] |= std::uint64_t{1} << std::min(m_placement.targetId(storage), kMostBits);
            }
        }
        if (id != 0) {
            m_sets[tree[id].parent] |= m_sets[id];
        }
    }
    for (const devices::MapConflict& conflict : m_placement.conflicts()) {
        for (const checkpoint::TensorId tensor : document.checkpoint->tensorsOf(conflict.storage)) {
            NodeId row = tree.nodeOf(document.checkpoint->tensors()[tensor].entry);
            while (row != kNoId && m_split.insert(row).second) {
                row = tree[row].parent;
            }
        }
    }
}

std::vector<std::string_view> RowTargets::targetsOf(NodeId id) const
{
    std::vector<std::string_view> targets;
    const auto all = m_placement.targets();
    for (std::uint32_t target = 0; target < all.size(); ++target) {
        if (((m_sets[id] >> std::min(target, kMostBits)) & 1) != 0) {
            targets.emplace_back(all[target]);
        }
    }
    return targets;
}

} // namespace cairn::ui
