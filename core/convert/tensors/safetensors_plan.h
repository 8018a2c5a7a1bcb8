#pragma once

#include "core/convert/tensors/tensor_set.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cairn::convert {

/// One safetensors file that will be written.
struct SafetensorsPlan {
    std::vector<NamedTensor> tensors; ///< in the order of the file, none of them twice
    std::vector<std::pair<std::string, std::string>> metadata;
    std::vector<std::pair<std::string, std::string>> aliases; ///< name that is not written -> name of the same tensor
    std::string head;                                         ///< the bytes in front of the tensors
    std::uint64_t dataBytes = 0;

    [[nodiscard]] std::uint64_t fileBytes() const noexcept { return head.size() + dataBytes; }
};

/// Lays out a set, or a part of one, as one file: in the order of the safetensors library, second names in the
/// metadata. Unsupported if the metadata has such a key already.
[[nodiscard]] Result<SafetensorsPlan> planSafetensors(const checkpoint::Checkpoint& source, const TensorSet& set);

} // namespace cairn::convert
