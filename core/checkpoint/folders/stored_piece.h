#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/pieces/boxes_source.h"

#include <memory>

namespace cairn::checkpoint {

/// A piece that was saved as a file of its own, inside of another.
struct StoredPiece {
    PlacedPiece place;
    CheckpointPtr file; ///< as which it opens
};

/// PieceBroken if it is not the tensor that is wanted: another shape or dtype, a class or layout that has no plain
/// elements, bytes in another order than this machine's.
[[nodiscard]] Result<StoredPiece> openStoredPiece(const Boxes& boxes, const Boxes::Tensor& tensor,
                                                  const Boxes::Piece& piece,
                                                  const std::shared_ptr<const FileSet>& files);

} // namespace cairn::checkpoint
