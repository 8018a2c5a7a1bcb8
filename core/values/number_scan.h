#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/values/block_decoder.h"

#include <cstdint>
#include <span>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::values {

/// Takes the numbers of a tensor, block by block.
class NumberVisitor {
public:
    virtual ~NumberVisitor() = default;
    /// kBlock elements as they lie in memory. True: that was enough, and take() is not called with their numbers.
    virtual bool takeBytes(std::span<const std::byte> /*bytes*/) { return false; }
    /// `count` numbers, the rest of the block being NaN, and the bytes they were.
    virtual void take(const NumberBlock& numbers, std::size_t count, std::span<const std::byte> bytes) = 0;
};

/// Among how many threads scanNumbers() divides a tensor well: one for small ones.
[[nodiscard]] std::size_t scanThreads(const checkpoint::Checkpoint& checkpoint, const checkpoint::Tensor& tensor);

/// Shows all numbers of a tensor to the visitors, each of them a piece of it on a thread of its own. Memory is a few
/// megabytes a thread; progress counts bytes.
[[nodiscard]] Result<void> scanNumbers(const checkpoint::Checkpoint& checkpoint, const checkpoint::Tensor& tensor,
                                       std::span<NumberVisitor* const> visitors, Progress* progress);

/// The same of the elements of a storage, one after the other, to one visitor. Unsupported if it has no type.
[[nodiscard]] Result<void> scanStorage(const checkpoint::Checkpoint& checkpoint, checkpoint::StorageId id,
                                       NumberVisitor& visitor, Progress* progress);

/// Shows a tensor to as many copies of a visitor as there are threads for it, and gives them back.
template <typename Visitor>
[[nodiscard]] Result<std::vector<Visitor>> scanWith(const checkpoint::Checkpoint& checkpoint,
                                                    const checkpoint::Tensor& tensor, const Visitor& fresh,
                                                    Progress* progress)
{
    std::vector<Visitor> visitors(scanThreads(checkpoint, tensor), fresh);
    std::vector<NumberVisitor*> pointers;
    pointers.reserve(visitors.size());
    for (Visitor& visitor : visitors) {
        pointers.push_back(&visitor);
    }
    CAIRN_TRY(scanNumbers(checkpoint, tensor, pointers, progress));
    return visitors;
}

/// The error of a tensor whose values the file does not hold, if there is one.
[[nodiscard]] Result<void> checkHasValues(const checkpoint::Checkpoint& checkpoint, const checkpoint::Tensor& tensor);

} // namespace cairn::values
