#pragma once

#include <cstddef>
#include <span>

namespace cairn::model {

/// The file resources/models/models.bin. Its source is written by embed_models.cmake when the program is built.
[[nodiscard]] std::span<const std::byte> embeddedModels();

} // namespace cairn::model
