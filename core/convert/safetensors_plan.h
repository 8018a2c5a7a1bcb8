#pragma once

#include "core/checkpoint/checkpoint.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::convert {

/// A part of a checkpoint that safetensors has no place for.
struct LeftOut {
    std::string path;
    std::string why;
    bool harmless = false; ///< readers do without it, so nobody has to agree
};

/// A tensor that will be written.
struct NamedTensor {
    std::string name;
    checkpoint::TensorId tensor = checkpoint::kNoId;
};

/// What a safetensors file made of a checkpoint will hold, and what not. Found before anything is written.
struct SafetensorsPlan {
    static constexpr std::size_t kNamedValues = 10;

    std::vector<NamedTensor> tensors; ///< in the order of the file
    std::vector<std::pair<std::string, std::string>> metadata;
    std::vector<std::pair<std::string, std::string>> aliases; ///< name that is not written -> name of the same tensor
    std::vector<LeftOut> leftOut;                             ///< values last, the first kNamedValues of them
    std::uint64_t valuesLeftOut = 0;                          ///< leaves that are no tensors
    std::string head;                                         ///< the bytes in front of the tensors
    std::uint64_t dataBytes = 0;

    /// Values that are not in `leftOut`.
    [[nodiscard]] std::uint64_t unnamedValues() const noexcept
    {
        return valuesLeftOut < kNamedValues ? 0 : valuesLeftOut - kNamedValues;
    }
    [[nodiscard]] std::uint64_t fileBytes() const noexcept { return head.size() + dataBytes; }
};

/// What to do with tensors that look into the same memory, which safetensors cannot express.
enum class Sharing : std::uint8_t {
    Alias, ///< the same elements: written once, other names in the metadata; overlapping views are refused
    Clone, ///< each gets a copy of its own
};

/// Fails if two tensors would get one name, or overlap without being the same; what cannot be carried is in the plan.
[[nodiscard]] Result<SafetensorsPlan> planSafetensors(const checkpoint::Checkpoint& source, Sharing sharing,
                                                      const Progress* progress);

/// Unsupported if a checkpoint that is not empty has no tensor that can be written.
[[nodiscard]] Result<void> requireTensors(const SafetensorsPlan& plan);

/// The same, and Unsupported, with the list, if something is left out that readers may miss.
[[nodiscard]] Result<void> requireNothingLost(const SafetensorsPlan& plan);

} // namespace cairn::convert
