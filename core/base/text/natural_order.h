#pragma once

#include <string_view>

namespace cairn {

/// Names as people order them: numbers by their value ("layer2" before "layer10"), letters whatever their case. Texts
/// that differ only in that still have an order. Negative: `a` comes first; 0: they are the same bytes.
[[nodiscard]] int compareNaturally(std::string_view a, std::string_view b);

} // namespace cairn
