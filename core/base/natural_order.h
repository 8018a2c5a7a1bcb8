#pragma once

#include <compare>
#include <string_view>

namespace cairn {

/// Names as people order them: numbers by their value ("layer2" before "layer10"), letters whatever their case. Texts
/// that differ only in that still have an order: equal means the same bytes.
[[nodiscard]] std::strong_ordering compareNaturally(std::string_view a, std::string_view b);

} // namespace cairn
