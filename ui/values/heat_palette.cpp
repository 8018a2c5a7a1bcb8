#include "ui/values/heat_palette.h"

#include <algorithm>
#include <array>
#include <span>

namespace cairn::ui {

namespace {

constexpr std::array<QRgb, 5> kDiverging{0xFF1F4E9C, 0xFF86AEDB, 0xFFF4F3F0, 0xFFE39A7B, 0xFFA3262A};
constexpr std::array<QRgb, 5> kSequential{0xFF2B0B4E, 0xFF3F4A94, 0xFF2F8C8C, 0xFF71C15A, 0xFFF6E43C};
constexpr std::array<QRgb, 2> kGrey{0xFF101010, 0xFFF2F2F2};

QRgb between(std::span<const QRgb> stops, double share)
{
    const double place = std::clamp(share, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(place), stops.size() - 2);
    const double part = place - static_cast<double>(below);
    const auto mix = [part](int a, int b) { return static_cast<int>(a + (b - a) * part + 0.5); };
    const QRgb a = stops[below];
    const QRgb b = stops[below + 1];
    return qRgb(mix(qRed(a), qRed(b)), mix(qGreen(a), qGreen(b)), mix(qBlue(a), qBlue(b)));
}

} // namespace

QRgb heatColor(HeatPalette palette, double share)
{
    switch (palette) {
    case HeatPalette::Diverging: return between(kDiverging, share);
    case HeatPalette::Sequential: return between(kSequential, share);
    case HeatPalette::Grey: break;
    }
    return between(kGrey, share);
}

} // namespace cairn::ui
