#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cairn {

/// Takes a text as Python's repr() writes it off the front of a larger one: in quotes of either kind, with backslashes
/// before what cannot stand there as it is. Nothing, and nothing is taken, if there is none that ends.
[[nodiscard]] std::optional<std::string> takePythonText(std::string_view& code);

} // namespace cairn
