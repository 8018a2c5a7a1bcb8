#pragma once

#include "core/checkpoint/trust/call_shape.h"

#include <optional>

namespace cairn::checkpoint {

/// What is wrong with the keys of dictionaries and the members of sets. Python asks each for its hash, and whether it
/// is the same as another. Some classes pass that on to their attributes, which are what the file put there.
[[nodiscard]] std::optional<TrustFinding> strangeKeys(const PickleDocument& document, const CallShapes& shapes);

} // namespace cairn::checkpoint
