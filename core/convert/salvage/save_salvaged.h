#pragma once

#include "core/base/files/file_sink.h"
#include "core/checkpoint/salvage/salvage.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::convert {

/// What becomes of tensors of which a part is lost or changed.
enum class Damaged : std::uint8_t {
    LeaveOut,
    FillZero, ///< zeros for what is lost, the rest as it is, and a note inside that names them
};

struct SavedTensors {
    std::uint64_t tensors = 0;           ///< that were written
    std::uint64_t damaged = 0;           ///< of them
    std::uint64_t bytes = 0;             ///< of the file
    std::uint64_t valuesLeftOut = 0;     ///< that are no tensors
    std::vector<std::string> notWritten; ///< tensors that no such file can hold
    std::vector<Message> warnings;
};

/// Writes what is left of a checkpoint as a new file: a .pth as torch.save would, nested as it was, or a .safetensors,
/// by the name of the target. It is read again and compared before it gets its name. Unsupported if nothing is left
/// that could be written.
[[nodiscard]] Result<SavedTensors> saveSalvaged(const checkpoint::Salvage& salvage, const std::string& target,
                                                Damaged damaged, FileSink::Existing existing, Progress* progress);

} // namespace cairn::convert
