#pragma once

#include "core/base/files/byte_source.h"

#include <cstddef>
#include <span>

namespace cairn::formats {

/// Whether bytes without a PROTO instruction begin like a pickle of protocol 0 or 1. Such pickles have no magic
/// number, and the old ones are plain text; so their first instructions are followed with a count of the stack.
[[nodiscard]] bool looksLikeOldPickle(std::span<const std::byte> head);

/// Whether an unpickler that is given these bytes, whatever they are, could get as far as a call before it finds that
/// they are no pickle.
[[nodiscard]] bool mayCall(const SourcePtr& source);

} // namespace cairn::formats
