#pragma once

#include "core/convert/scales/scaling.h"

#include <string>
#include <string_view>
#include <vector>

namespace cairn::convert {

/// Whether programs look for scales of a tensor by this name, and Cairn can make them: of matrices, called weight.
[[nodiscard]] bool canHaveScales(const checkpoint::Checkpoint& source, checkpoint::TensorId tensor,
                                 std::string_view name);

/// A tensor that a convention wants.
struct MadeTensor {
    std::string name;
    formats::Dtype dtype = formats::Dtype::Unknown;
    ScalingPtr scaling;
};

/// The codes of a weight, then their scales, then what tells of them.
[[nodiscard]] std::vector<MadeTensor> makeScales(const checkpoint::Checkpoint& source, checkpoint::TensorId tensor,
                                                 const std::string& name, ScaleConvention convention);

/// What a tensor holds that tells a program of scales.
[[nodiscard]] std::string_view markerText();

/// The entry quantization_config that says the same in a config.json, as JSON; empty where programs do without.
[[nodiscard]] std::string_view configEntry(ScaleConvention convention);

} // namespace cairn::convert
