#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

namespace cairn {

/// Of names numbered from 0 to `count` - 1, one that an earlier name equals; nothing if all differ. `nameOf` goes from
/// number to name. Sorts by hash, so no choice of names makes it slow.
template <typename NameOf>
[[nodiscard]] std::optional<std::uint32_t> findDuplicateName(std::size_t count, const NameOf& nameOf)
{
    struct Hashed {
        std::size_t hash;
        std::uint32_t number;
    };
    std::vector<Hashed> items;
    items.reserve(count);
    for (std::uint32_t number = 0; number < count; ++number) {
        items.push_back({std::hash<std::string_view>{}(nameOf(number)), number});
    }
    std::ranges::sort(items, [&](const Hashed& a, const Hashed& b) {
        return a.hash != b.hash ? a.hash < b.hash
                                : std::string_view(nameOf(a.number)) < std::string_view(nameOf(b.number));
    });
    const auto twin = std::ranges::adjacent_find(items, [&](const Hashed& a, const Hashed& b) {
        return a.hash == b.hash && std::string_view(nameOf(a.number)) == std::string_view(nameOf(b.number));
    });
    return twin == items.end() ? std::nullopt : std::optional(std::max(twin->number, std::next(twin)->number));
}

} // namespace cairn
