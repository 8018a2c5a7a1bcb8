#pragma once

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <utility>
#include <vector>

namespace cairn {

/// Sorts, and leaves equal elements in their order. The standard one of g++ 12 gets its buffer from a function that
/// C++23 has deprecated, which clang reports wherever it is used.
template <std::ranges::random_access_range Range, typename Less>
void stableSort(Range&& range, Less less)
{
    std::vector<std::pair<std::ranges::range_value_t<Range>, std::size_t>> numbered;
    numbered.reserve(std::ranges::size(range));
    for (auto& value : range) {
        numbered.emplace_back(std::move(value), numbered.size());
    }
    std::ranges::sort(numbered, [&less](const auto& a, const auto& b) {
        return less(a.first, b.first) || (!less(b.first, a.first) && a.second < b.second);
    });
    std::ranges::transform(numbered, std::ranges::begin(range), [](auto& pair) { return std::move(pair.first); });
}

} // namespace cairn
