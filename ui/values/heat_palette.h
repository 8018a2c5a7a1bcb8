#pragma once

#include <QColor>

namespace cairn::ui {

/// How numbers become colours.
enum class HeatPalette {
    Diverging,  ///< blue below zero, red above it
    Sequential, ///< dark violet to yellow
    Grey,
};

/// `share` is 0 for the smallest number and 1 for the largest.
[[nodiscard]] QRgb heatColor(HeatPalette palette, double share);

} // namespace cairn::ui
