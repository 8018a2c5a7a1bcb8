#include "core/base/platform/find_bytes.h"

#include <string_view>

namespace cairn::platform {

const std::byte* findBytes(std::span<const std::byte> in, std::span<const std::byte> wanted)
{
    const auto textOf = [](std::span<const std::byte> bytes) {
        return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    };
    const std::size_t at = textOf(in).find(textOf(wanted));
    return at == std::string_view::npos ? nullptr : in.data() + at;
}

} // namespace cairn::platform
