#pragma once

#include "core/checkpoint/pickles/pickle_call.h"
#include "core/checkpoint/python/python_value.h"

#include <optional>

namespace cairn::checkpoint {

// Small classes of Python itself and of its library.

[[nodiscard]] std::optional<PythonValue> readComplex(const PickleCall& call);
[[nodiscard]] std::optional<PythonValue> readRange(const PickleCall& call);
[[nodiscard]] std::optional<PythonValue> readTypeOf(const PickleCall& call); ///< type(None) and so on
[[nodiscard]] std::optional<PythonValue> readPath(const PickleCall& call);
[[nodiscard]] std::optional<PythonValue> readFraction(const PickleCall& call);
[[nodiscard]] std::optional<PythonValue> readUuid(const PickleCall& call);
/// Ellipsis, and the classes every Python has: "<class 'int'>".
[[nodiscard]] std::optional<PythonValue> builtinConstant(std::string_view name);

} // namespace cairn::checkpoint
