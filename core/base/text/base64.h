#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cairn {

/// Bytes as JSON can hold them where they are no text, with `=` at the end as RFC 4648 has it.
[[nodiscard]] std::string base64(std::string_view bytes);
/// The bytes again; nothing if it is no such text.
[[nodiscard]] std::optional<std::string> fromBase64(std::string_view text);

} // namespace cairn
