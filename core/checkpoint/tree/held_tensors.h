#pragma once

#include "core/checkpoint/tree/document_set.h"

#include <span>
#include <string>
#include <vector>

namespace cairn::checkpoint {

/// A tensor or storage that unpickling makes, but that is no item and no attribute of any row.
struct HeldTensor {
    NodeRef value;
    std::string name; ///< where it sits: "held by a key of state"
};

/// Keys of dicts, what functions and classes carry, states that are made and dropped. `refs`: what the rows of
/// `checkpoint` show. In the order of the rows, then of the pickles.
[[nodiscard]] std::vector<HeldTensor> heldTensors(DocumentSet& documents, const Checkpoint& checkpoint,
                                                  std::span<const NodeRef> refs);

/// Whether a row is one of these, which are called after what holds them.
[[nodiscard]] bool isHeld(const Checkpoint& checkpoint, const Entry& entry);

} // namespace cairn::checkpoint
