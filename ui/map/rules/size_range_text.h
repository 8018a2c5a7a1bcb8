#pragma once

#include <QString>

#include <cstdint>
#include <limits>
#include <optional>

namespace cairn::ui {

/// Sizes that a rule asks for, both ends included.
struct SizeRange {
    std::uint64_t least = 0;
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

    bool operator==(const SizeRange&) const = default;
};

/// "≥ 1 MB", "≤ 64 kB", "1 kB – 2 MB", or empty for any size. Exact: parseSizeRange() gives the same range back.
[[nodiscard]] QString sizeRangeText(const SizeRange& range);
/// Takes "> 1 MB", ">= 10kB", "1 kB to 2 MB" and "64" (bytes, just those) too.
[[nodiscard]] std::optional<SizeRange> parseSizeRange(const QString& text);

} // namespace cairn::ui
