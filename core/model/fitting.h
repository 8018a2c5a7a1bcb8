#pragma once

#include "core/model/recognition.h"

namespace cairn::model {

/// Compares all names and shapes of a module with those of a known model.
[[nodiscard]] Fit fitOf(const ModuleTree& tree, std::uint32_t module, const KnownModels& known, std::uint32_t kind);

} // namespace cairn::model
