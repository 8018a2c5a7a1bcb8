#pragma once

#include <optional>
#include <string_view>

namespace cairn {

struct ByteSize {
    long double bytes = 0; ///< whole numbers are exact
    bool hasUnit = false;
};

/// "10MB", "1.5 GiB", "80g", "2k", "1e6": steps of 1000, with an i of 1024, in large or small letters. Nothing for what
/// is no number, or less than 0.
[[nodiscard]] std::optional<ByteSize> parseByteSize(std::string_view text);

} // namespace cairn
