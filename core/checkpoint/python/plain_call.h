#pragma once

#include "core/checkpoint/pickles/pickle_call.h"
#include "core/checkpoint/python/python_value.h"

#include <optional>

namespace cairn::checkpoint {

/// "Name(1, 'a', size=4)" for a call of anything with few and plain arguments, no state and no items. Nothing for
/// calls that make containers, tensors or storages.
[[nodiscard]] std::optional<PythonValue> plainCall(const PickleCall& call);

/// Enum members and other attributes of a class, which protocols up to 3 fetch by getattr(): "Color.RED".
[[nodiscard]] std::optional<PythonValue> classAttribute(const PickleCall& call);

} // namespace cairn::checkpoint
