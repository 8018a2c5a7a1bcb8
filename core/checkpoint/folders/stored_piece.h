#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/pieces/boxes_source.h"

#include <memory>

namespace cairn::checkpoint {

// A piece that was saved as a file of its own, inside of another.

/// As what a piece opens, whatever that is: torch unpickles it before it looks. Of one that is cut, what is there.
[[nodiscard]] Result<CheckpointPtr> openPieceFile(const Boxes::Piece& piece,
                                                  const std::shared_ptr<const FileSet>& files);

/// Where its elements are. PieceBroken if it is not the tensor that is wanted: another shape or dtype, a class or
/// layout that has no plain elements, bytes in another order than this machine's.
[[nodiscard]] Result<PlacedPiece> placeStoredPiece(const Boxes& boxes, const Boxes::Tensor& tensor,
                                                   const Boxes::Piece& piece,
                                                   const std::shared_ptr<const FileSet>& files);

} // namespace cairn::checkpoint
