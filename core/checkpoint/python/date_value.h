#pragma once

#include "core/checkpoint/pickles/pickle_call.h"
#include "core/checkpoint/python/python_value.h"

#include <optional>

namespace cairn::checkpoint {

// The classes of Python's datetime module. Dates and times are packed into a few bytes.

[[nodiscard]] std::optional<PythonValue> readDate(const PickleCall& call);
[[nodiscard]] std::optional<PythonValue> readTime(const PickleCall& call);
[[nodiscard]] std::optional<PythonValue> readDatetime(const PickleCall& call);
[[nodiscard]] std::optional<PythonValue> readTimedelta(const PickleCall& call);
[[nodiscard]] std::optional<PythonValue> readTimezone(const PickleCall& call);

} // namespace cairn::checkpoint
