#pragma once

#include "core/checkpoint/checkpoint.h"

#include <cstdint>
#include <vector>

namespace cairn::values {

/// How the values of a strided tensor lie in its storage, in the fewest axes that say it: axes of size 1 are left out
/// and axes that follow each other are one. Everything in it was checked against the bytes of the storage.
struct ValueLayout {
    struct Axis {
        std::uint64_t size = 0;
        std::uint64_t stride = 0; ///< in elements
    };

    checkpoint::StorageId storage = checkpoint::kNoId;
    std::uint64_t begin = 0; ///< first byte in the storage
    std::uint64_t end = 0;   ///< after the last byte that is reached; equal to begin for a tensor without elements
    std::uint64_t elements = 0;
    std::uint32_t elementBytes = 1;
    std::uint32_t swapBytes = 1; ///< numbers of so many bytes have to be turned round; 1: none
    std::vector<Axis> axes;      ///< outermost first; none: at most one element

    [[nodiscard]] std::uint64_t bytes() const noexcept { return elements * elementBytes; }
    /// The values are one range of the storage, in order.
    [[nodiscard]] bool isContiguous() const noexcept
    {
        return axes.empty() || (axes.size() == 1 && axes[0].stride == 1);
    }
};

/// For whoever reads all values. Fails as layoutForParts() does, and with TensorHuge if the tensor, with those before
/// it, repeats the bytes of the file more often than checkpoint::RepeatBudget has room for.
[[nodiscard]] Result<ValueLayout> valueLayout(const checkpoint::Checkpoint& checkpoint,
                                              const checkpoint::Tensor& tensor);

/// For whoever reads a few of the values, however many there are. TensorBounds if the tensor leaves its storage,
/// TensorHuge if nobody can count its elements, Unsupported if its elements are not whole bytes and not in order.
[[nodiscard]] Result<ValueLayout> layoutForParts(const checkpoint::Checkpoint& checkpoint,
                                                 const checkpoint::Tensor& tensor);

/// All elements of a storage that has a type, in order. RecordSize if its bytes are no whole number of them.
[[nodiscard]] Result<ValueLayout> layoutOfStorage(const checkpoint::Checkpoint& checkpoint, checkpoint::StorageId id);

} // namespace cairn::values
