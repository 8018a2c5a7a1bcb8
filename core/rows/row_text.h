#pragma once

#include "core/checkpoint/checkpoint.h"

#include <string>
#include <string_view>

namespace cairn::rows {

/// "OrderedDict" of "collections.OrderedDict".
[[nodiscard]] std::string_view shortTypeName(const checkpoint::Checkpoint& checkpoint, const checkpoint::Entry& entry);

/// What a row without numbers holds: a value as Python prints it, cut off at `limit`; where a reference leads, behind
/// `arrow`; a bare storage. Empty for groups and tensors. Not safe to show: words out of the file are as they are
/// there.
[[nodiscard]] Message valueMessage(const checkpoint::Checkpoint& checkpoint, const checkpoint::Entry& entry,
                                   std::size_t limit, std::string_view arrow);

/// "64×3×7×7", with what is put between sizes; empty for a tensor without dimensions.
[[nodiscard]] std::string shapeText(const checkpoint::Checkpoint& checkpoint, const checkpoint::Tensor& tensor,
                                    std::string_view times);

/// What is unusual about a tensor: mostly nothing.
struct TensorNotes {
    std::string_view layout; ///< empty: strided
    bool isPart = false;     ///< of a sparse or quantised tensor, or a subclass
    bool isConjugated = false;
    bool isNegated = false;
    bool isShared = false; ///< its storage has other tensors, too
    std::string_view subclass;
    const checkpoint::Quantizer* quantizer = nullptr; ///< of the checkpoint
    std::string piece;                                ///< of a larger tensor: where it begins there, "[3, 0]"

    bool operator==(const TensorNotes&) const = default;
};

[[nodiscard]] TensorNotes notesOf(const checkpoint::Checkpoint& checkpoint, const checkpoint::Tensor& tensor);
/// Whether there is something unusual about any tensor.
[[nodiscard]] bool hasNotes(const checkpoint::Checkpoint& checkpoint);

} // namespace cairn::rows
