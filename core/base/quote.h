#pragma once

#include <string>
#include <string_view>

namespace cairn {

/// A name that came out of a file, fit for a message: in double quotes, control characters and bytes that are not
/// UTF-8 as \xNN, cut in the middle when it is long.
[[nodiscard]] std::string quoted(std::string_view name);

} // namespace cairn
