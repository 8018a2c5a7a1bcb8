#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cairn::checkpoint {

/// "2020-01-01T10:30" for a count of units since 1970; "NaT" for the smallest integer. `unit` is one of NumPy's.
[[nodiscard]] std::string numpyDatetimeText(std::int64_t value, std::string_view unit, std::int64_t unitCount);

/// "5 days"
[[nodiscard]] std::string numpyTimedeltaText(std::int64_t value, std::string_view unit, std::int64_t unitCount);

} // namespace cairn::checkpoint
