#pragma once

#include "core/checkpoint/checkpoint.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// What is left of a tensor, from good to bad.
enum class TensorState : std::uint8_t {
    Whole,    ///< every byte is there, and is what was saved: so say the checksums, of what describes it, too
    Complete, ///< every byte is there; there is nothing to compare them with
    Changed,  ///< every byte is there, but they, or what describes them, are not what was saved
    Partial,  ///< some rows are there
    Missing,  ///< nothing of it is there, or nothing that makes sense
};

inline constexpr std::size_t kTensorStates = 5;

/// "whole", "complete", ...: the words of JSON
[[nodiscard]] std::string_view tensorStateName(TensorState state);

struct SalvagedTensor {
    TensorId tensor = kNoId;
    TensorState state = TensorState::Missing;
    std::uint64_t rows = 0; ///< along its first dimension; 1 for a single number
    /// Those that are there, as ranges [first, last); of Partial ones.
    std::vector<std::pair<std::uint64_t, std::uint64_t>> rowsLeft;
    std::uint64_t bytes = 0;     ///< that its numbers reach over
    std::uint64_t bytesLost = 0; ///< of them

    [[nodiscard]] bool isSaved() const { return state == TensorState::Whole || state == TensorState::Complete; }
};

/// "rows 0-41, 50 of 64": which rows of a Partial one are left; empty for others.
[[nodiscard]] Message rowsLeftText(const SalvagedTensor& tensor);

/// What is left of a damaged checkpoint.
struct Salvage {
    CheckpointPtr checkpoint; ///< with zeros where bytes are lost
    /// Whether what describes the tensors, and holds all other values, is as it was saved, as far as checksums tell.
    bool isDescriptionWhole = true;
    std::vector<Message> notes;
    std::vector<SalvagedTensor> tensors; ///< in the order of the checkpoint; parts of others are not among them
    std::vector<std::string> lost;       ///< names of more tensors, of a set of shards: nothing else is left of them
    std::uint64_t shardsLost = 0;        ///< each has a row in the checkpoint, which is a value

    [[nodiscard]] std::array<std::uint64_t, kTensorStates> counts() const;
    /// Whether something is not as it was saved.
    [[nodiscard]] bool hasLosses() const;
};

/// Looks at a file that may be cut off, changed, or never written to its end, and says of each tensor what is left. All
/// that is there is read and compared with the checksums that came with it. Works for the zips of torch.save and
/// torch.jit.save, the stream before torch 1.6, safetensors, and the shards that an index names; nothing is executed,
/// and the file stays as it is.
[[nodiscard]] Result<Salvage> salvage(const std::string& path, Progress* progress);
/// The same for the bytes of one file that are at hand; `path` is what messages call them.
[[nodiscard]] Result<Salvage> salvage(const SourcePtr& source, const std::string& path, Progress* progress);

/// Whether a file that does not open may have something left, by what is wrong with it.
[[nodiscard]] bool isWorthSalvage(const Error& failure);

} // namespace cairn::checkpoint
