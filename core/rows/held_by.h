#pragma once

#include "core/base/text/message.h"
#include "core/checkpoint/pieces/piece_list.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cairn::rows {

/// Who holds the first `most` pieces of a tensor: of PieceList::holders(), in their order.
[[nodiscard]] std::vector<std::uint32_t> holdersOf(const checkpoint::PieceList& pieces,
                                                   const checkpoint::Tensor& tensor, std::size_t most);

/// The same in words: "ranks 0-3, 6", then the names of files that no rank is known of, as the folder has them.
struct HeldBy {
    std::vector<Message> missing; ///< whose files are not there, of a tensor that is not whole
    std::vector<Message> there;
};

[[nodiscard]] HeldBy heldBy(const checkpoint::PieceList& pieces, const checkpoint::Tensor& tensor, std::size_t most);

/// "whole", "file missing", ...; of a piece whose tensor cannot be put together `failure` says why.
[[nodiscard]] Phrase pieceStateName(checkpoint::PieceState state, const Error* failure = nullptr);

} // namespace cairn::rows
