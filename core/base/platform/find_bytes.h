#pragma once

#include <cstddef>
#include <span>

namespace cairn::platform {

/// The first place of some bytes in others, as quickly as the C library can; nullptr: they are not there.
[[nodiscard]] const std::byte* findBytes(std::span<const std::byte> in, std::span<const std::byte> wanted);

} // namespace cairn::platform
