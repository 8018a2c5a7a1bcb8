#pragma once

#include "core/base/files/byte_source.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace cairn::fuzz {

[[nodiscard]] inline std::string_view textOf(const std::uint8_t* data, std::size_t size)
{
    return {reinterpret_cast<const char*>(data), size};
}

[[nodiscard]] inline SourcePtr sourceOf(const std::uint8_t* data, std::size_t size)
{
    return std::make_shared<MemorySource>(textOf(data, size));
}

} // namespace cairn::fuzz
