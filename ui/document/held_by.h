#pragma once

#include "ui/document/document.h"
#include "ui/document/row_tree.h"

#include <QString>

#include <cstdint>

namespace cairn::ui {

// What the rows of a folder say about their pieces; nothing of other documents.

/// How many tensors a row holds, or is, of which not all bytes are there.
[[nodiscard]] std::uint64_t incompleteIn(const Document& document, const RowTree& tree, NodeId id);
/// Into how many pieces a tensor was cut, or those of a group together.
[[nodiscard]] std::uint64_t pieceCount(const Document& document, const RowTree& tree, NodeId id);
/// "ranks 0–3, 6", and the names of files that no rank is known of, and which of them are missing; in the tree of a
/// group how many there are: "8 ranks, 1 file". Safe to show.
[[nodiscard]] QString heldByText(const Document& document, const checkpoint::Tensor& tensor);
[[nodiscard]] QString heldByText(const Document& document, const RowTree& tree, NodeId id);
/// What rows are ordered by: the first holder, and then how many there are. What nobody holds is last.
[[nodiscard]] std::uint64_t heldByOrder(const Document& document, const RowTree& tree, NodeId id);

} // namespace cairn::ui
