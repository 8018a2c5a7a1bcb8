#pragma once

#include <cstddef>
#include <span>

namespace cairn::formats {

/// Whether bytes without a PROTO instruction begin like a pickle of protocol 0 or 1. Such pickles have no magic
/// number, and the old ones are plain text; so their first instructions are followed with a count of the stack.
[[nodiscard]] bool looksLikeOldPickle(std::span<const std::byte> head);

} // namespace cairn::formats
