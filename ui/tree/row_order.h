#pragma once

#include "ui/document/row_tree.h"

#include <compare>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::ui {

/// What rows are compared by: most are told apart by two numbers, which is quick with a million of them.
struct RowKey {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    NodeId row = 0;
    bool isWhole = true; ///< there is nothing else to compare with another such row whose numbers are the same
};

/// Puts the rows of one group in the order of a column. One thread at a time.
class RowOrder {
public:
    /// `tree` is in the order of the file, in which rows stay that are equal.
    RowOrder(const Document& document, const RowTree& tree, const RowOptions& options);

    /// The children of a row in their order; holds until the next call.
    [[nodiscard]] std::span<const RowKey> childrenOf(NodeId group);

private:
    void makeKeys();
    void makeNameKeys();
    void makeShapeKey(RowKey& key) const;
    /// The texts of values, or of notes.
    void makeTextKeys();
    [[nodiscard]] std::uint64_t numberOf(NodeId id) const;
    [[nodiscard]] const checkpoint::Entry& entryOf(NodeId id) const { return m_checkpoint.entries()[m_tree[id].entry]; }
    [[nodiscard]] std::span<const std::int64_t> shapeOf(NodeId id) const;
    [[nodiscard]] std::string_view nameOf(NodeId id) const;
    [[nodiscard]] std::string textOf(NodeId id) const;
    /// Where the numbers do not tell.
    [[nodiscard]] std::strong_ordering compare(NodeId a, NodeId b) const;
    [[nodiscard]] std::strong_ordering compareNames(NodeId a, NodeId b) const;

    const Document& m_document;
    const checkpoint::Checkpoint& m_checkpoint;
    const RowTree& m_tree;
    RowOptions m_options;
    std::vector<RowKey> m_keys;
    std::vector<std::string> m_texts; ///< of the same rows, in the order of the file; none where no row has any
    NodeId m_first = 0;               ///< of these rows
};

/// The same rows in another order, without asking anew what they are. Null when a stop was asked for.
[[nodiscard]] RowTreePtr reorderRows(const Document& document, const RowTreePtr& tree, const RowOptions& options,
                                     const Progress& progress);

} // namespace cairn::ui
