#pragma once

#include "core/base/endian.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace cairn::formats::zip {

/// Calls `visit` with each optional extra block of a record that has this id, up to where the blocks do not fit
/// together.
template <typename Visit>
void forEachExtra(std::span<const std::byte> extra, std::uint16_t wanted, Visit&& visit)
{
    while (extra.size() >= 4) {
        const auto id = loadLittle<std::uint16_t>(extra.data());
        const std::size_t size = loadLittle<std::uint16_t>(extra.data() + 2);
        if (size > extra.size() - 4) {
            return;
        }
        if (id == wanted) {
            visit(extra.subspan(4, size));
        }
        extra = extra.subspan(4 + size);
    }
}

} // namespace cairn::formats::zip
