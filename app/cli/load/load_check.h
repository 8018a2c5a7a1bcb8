#pragma once

#include "core/base/progress.h"
#include "core/checkpoint/checkpoint.h"
#include "core/runtime/loaded_tensors.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cairn::cli {

/// What --check-values found: the values in LibTorch's tensors beside those that Cairn reads from the file.
struct ValueCheck {
    struct Tensor {
        std::uint32_t tensor = 0;
        std::optional<std::uint32_t> crc; ///< of the elements in row-major order, as they are stored
        std::string difference;           ///< empty: the same as in the file, if there is a crc
        std::string notChecked;           ///< why there is no crc, where one could be
        bool isOnMeta = false;
    };

    std::vector<Tensor> tensors; ///< parts of sparse and quantised ones too
    // A tensor counts once, whatever it is made of.
    std::uint64_t checked = 0;
    std::uint64_t different = 0;
    std::uint64_t onMeta = 0; ///< without values to check
    std::uint64_t bytes = 0;  ///< that were compared: what tensors share, once for each
};

[[nodiscard]] Result<ValueCheck> checkValues(const checkpoint::Checkpoint& checkpoint,
                                             const runtime::LoadedTensors& loaded, bool isScript, Progress& progress);

} // namespace cairn::cli
