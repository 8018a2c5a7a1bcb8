#pragma once

#include "core/checkpoint/checkpoint.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace cairn::convert {

/// What the config.json beside the files of a model says of float8. What it does not say is guessed from shapes.
struct QuantizationConfig {
    std::string path; ///< of the config.json, if that has an entry quantization_config
    /// Rows and columns that have one scale.
    std::optional<std::pair<std::uint64_t, std::uint64_t>> block;
};

/// What the config.json in a folder says. One that cannot be read says nothing.
[[nodiscard]] QuantizationConfig quantizationConfigIn(const std::string& folder);

/// Of a checkpoint that is a folder of a model or lies in one.
[[nodiscard]] QuantizationConfig quantizationConfigOf(const checkpoint::Checkpoint& source);

} // namespace cairn::convert
