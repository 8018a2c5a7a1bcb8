#pragma once

#include "core/base/large_vector.h"
#include "ui/document/document.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cairn::ui {

using NodeId = std::uint32_t;

/// The columns of the tree, in the order they have at first.
enum class RowColumn : std::uint8_t {
    Name,
    SavedOn,
    HeldBy, ///< of a folder
    MapsTo,
    Dtype,
    Shape,
    Pieces, ///< of a folder
    Elements,
    Bytes,
    Storage,
    Notes,
    Count,
};

/// How a checkpoint is laid out as a tree. A plain value.
struct RowOptions {
    bool levels = true;                            ///< dots in the keys of tensors make levels
    std::optional<RowColumn> order = std::nullopt; ///< what neighbours are ordered by; nothing: as in the file
    bool descending = false;

    bool operator==(const RowOptions&) const = default;
};

/// A row of the tree: an entry, or a level that the dots in keys make.
struct RowNode {
    NodeId parent = checkpoint::kNoId;
    NodeId firstChild = 0;
    std::uint32_t childCount = 0;
    checkpoint::EntryId entry = 0;           ///< of a level: the first entry in it
    std::uint32_t nameStart = 0;             ///< of its own name in the key of the entry
    std::uint32_t nameEnd = 0;               ///< of a level: where its part of the key ends
    std::uint32_t level = checkpoint::kNoId; ///< number of the level; kNoId: the row is the entry itself
};

/// Of a group in a folder.
struct GroupPieces {
    std::uint64_t pieces = 0;
    std::uint64_t incomplete = 0; ///< tensors of which not all is there
    std::uint32_t ranks = 0;      ///< that hold any of them; 0 where they were not worth counting
    std::uint32_t files = 0;      ///< beside those, files that no rank is known of
    std::uint32_t first = 0;      ///< of PieceList::holders()
};

class RowTree;
using RowTreePtr = std::shared_ptr<const RowTree>;

/// The rows of a document as the tree shows them: breadth first, so children are neighbours. Made on a worker thread,
/// never changed after, shared.
class RowTree {
public:
    [[nodiscard]] const RowNode& operator[](NodeId id) const { return m_nodes[id]; }
    [[nodiscard]] std::size_t size() const noexcept { return m_nodes.size(); }
    [[nodiscard]] const RowOptions& options() const noexcept { return m_options; }
    /// The same rows in the order of the file; null: they are in it.
    [[nodiscard]] const RowTreePtr& inFileOrder() const noexcept { return m_inFileOrder; }
    /// The row that is an entry.
    [[nodiscard]] NodeId nodeOf(checkpoint::EntryId entry) const { return m_nodeOf[entry]; }
    [[nodiscard]] bool isLevel(NodeId id) const { return m_nodes[id].level != checkpoint::kNoId; }
    [[nodiscard]] rows::EntrySum sumOf(const Document& document, NodeId id) const;
    /// What a group holds on each device, by its number, in bytes; empty where that was not worth counting: of one
    /// device, or of many.
    [[nodiscard]] std::span<const std::uint64_t> deviceBytes(NodeId id) const;
    /// What a group holds; nothing of what is in no folder.
    [[nodiscard]] GroupPieces piecesIn(NodeId id) const;
    /// How many groups are in this one that hold the same, as the layers of a model do; 0 where they differ.
    [[nodiscard]] std::uint32_t alikeIn(NodeId id) const;
    /// The name of a row without those of the rows above it, as it is in the file.
    [[nodiscard]] std::string nameOf(const Document& document, NodeId id) const;
    /// With them, joined by dots.
    [[nodiscard]] std::string fullNameOf(const Document& document, NodeId id) const;

    /// What a row keeps when the tree is laid out anew, as a number.
    [[nodiscard]] std::uint64_t keyOf(NodeId id) const;
    /// Nothing if there is no such row.
    [[nodiscard]] std::optional<NodeId> find(std::uint64_t key) const;
    /// The row of the entry if there is no such level; the root if there is no such entry.
    [[nodiscard]] NodeId findNear(std::uint64_t key) const;

private:
    friend class RowTreeMaker;
    friend class RowReorder;

    RowOptions m_options;
    RowTreePtr m_inFileOrder; ///< that this one was made of; null: it is in that order itself
    LargeVector<RowNode> m_nodes;
    LargeVector<NodeId> m_nodeOf;
    LargeVector<rows::EntrySum> m_levelSums;
    LargeVector<std::uint32_t> m_groupOf;     ///< by node, the number of the group; empty if nothing was counted
    LargeVector<std::uint64_t> m_deviceBytes; ///< group by group, a number for each device
    LargeVector<GroupPieces> m_groupPieces;   ///< by group
    std::size_t m_devices = 0;
    LargeVector<NodeId> m_alikeGroups; ///< in their order
};

/// Null when a stop was asked for.
[[nodiscard]] RowTreePtr makeRowTree(const Document& document, const RowOptions& options, const Progress& progress);

/// What a format is best looked at by: names of safetensors are in no order that means anything.
[[nodiscard]] RowOptions usualOptions(const checkpoint::FormatTraits& traits, bool levels);

} // namespace cairn::ui
