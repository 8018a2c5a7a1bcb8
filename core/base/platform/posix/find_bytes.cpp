#include "core/base/platform/find_bytes.h"

#include <cstring>

namespace cairn::platform {

const std::byte* findBytes(std::span<const std::byte> in, std::span<const std::byte> wanted)
{
    return static_cast<const std::byte*>(::memmem(in.data(), in.size(), wanted.data(), wanted.size()));
}

} // namespace cairn::platform
