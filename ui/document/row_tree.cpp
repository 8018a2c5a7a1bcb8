#include "ui/document/row_tree.h"

#include <algorithm>

namespace cairn::ui {

using checkpoint::EntryId;
using checkpoint::kNoId;

rows::EntrySum RowTree::sumOf(const Document& document, NodeId id) const
{
    const RowNode& node = m_nodes[id];
    return node.level == kNoId ? document.sumOf(node.entry) : m_levelSums[node.level];
}

std::span<const std::uint64_t> RowTree::deviceBytes(NodeId id) const
{
    const bool isCounted = !m_deviceBytes.empty() && m_groupOf[id] != kNoId;
    return isCounted ? std::span(m_deviceBytes).subspan(m_groupOf[id] * m_devices, m_devices)
                     : std::span<const std::uint64_t>();
}

GroupPieces RowTree::piecesIn(NodeId id) const
{
    const bool isCounted = !m_groupPieces.empty() && m_groupOf[id] != kNoId;
    return isCounted ? m_groupPieces[m_groupOf[id]] : GroupPieces();
}

std::uint32_t RowTree::alikeIn(NodeId id) const
{
    return std::ranges::binary_search(m_alikeGroups, id) ? m_nodes[id].childCount : 0;
}

std::string RowTree::nameOf(const Document& document, NodeId id) const
{
    const RowNode& node = m_nodes[id];
    const checkpoint::Entry& entry = document.checkpoint->entries()[node.entry];
    const std::string key = document.checkpoint->keyText(entry);
    const std::size_t end = node.level == kNoId ? key.size() : node.nameEnd;
    return key.substr(node.nameStart, end - node.nameStart);
}

std::string RowTree::fullNameOf(const Document& document, NodeId id) const
{
    const RowNode& node = m_nodes[id];
    std::string name = document.checkpoint->entryName(node.entry);
    if (node.level != kNoId) {
        const checkpoint::Entry& entry = document.checkpoint->entries()[node.entry];
        name.resize(name.size() - (entry.keyLength - node.nameEnd));
    }
    return name;
}

std::uint64_t RowTree::keyOf(NodeId id) const
{
    const RowNode& node = m_nodes[id];
    return std::uint64_t{node.entry} << 32 | (node.level == kNoId ? 0 : node.nameEnd);
}

std::optional<NodeId> RowTree::find(std::uint64_t key) const
{
    const auto entry = static_cast<EntryId>(key >> 32);
    if (entry >= m_nodeOf.size()) {
        return std::nullopt;
    }
    // A level is above its first entry.
    NodeId id = m_nodeOf[entry];
    while (id != kNoId && m_nodes[id].entry == entry && keyOf(id) != key) {
        id = m_nodes[id].parent;
    }
    return id != kNoId && keyOf(id) == key ? std::optional(id) : std::nullopt;
}

NodeId RowTree::findNear(std::uint64_t key) const
{
    const auto entry = static_cast<EntryId>(key >> 32);
    return find(key).value_or(entry < m_nodeOf.size() ? m_nodeOf[entry] : 0);
}

RowOptions usualOptions(const checkpoint::FormatTraits& traits, bool levels)
{
    return {.levels = levels, .order = traits.hasOnlyTensors ? std::optional(RowColumn::Name) : std::nullopt};
}

} // namespace cairn::ui
