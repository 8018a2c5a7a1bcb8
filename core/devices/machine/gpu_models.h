#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cairn::devices {

/// A GPU as it is sold.
struct GpuModel {
    std::string name;        ///< "A100-40GB"
    std::uint64_t bytes = 0; ///< what programs find free on an empty one, rounded down
};

/// "H100", "RTX 4090", "a100-40gb", "NVIDIA A100 80 GB". Nothing, if no such GPU is known; Usage, if there are several
/// of that name with different memory.
[[nodiscard]] Result<std::optional<GpuModel>> gpuModelNamed(std::string_view text);

/// `; did you mean "H100"?`, if a name is near.
[[nodiscard]] Message nearestGpuHint(std::string_view text);

} // namespace cairn::devices
