#pragma once

#include "core/checkpoint/checkpoint.h"

#include <cstdint>
#include <unordered_map>

namespace cairn::checkpoint {

/// How many numbers each tensor adds to those of a checkpoint. Tensors that look into the same bytes are one set of
/// numbers, which the first of them has.
class OwnElements {
public:
    explicit OwnElements(const Checkpoint& checkpoint) : m_checkpoint(checkpoint) {}

    [[nodiscard]] std::uint64_t of(const Tensor& tensor);

private:
    void countSharing(StorageId storage);

    const Checkpoint& m_checkpoint;
    std::unordered_map<const Tensor*, std::uint64_t> m_ofSharing; ///< tensors of storages that several look into
};

} // namespace cairn::checkpoint
