#pragma once

#include "core/checkpoint/checkpoint.h"

#include <cstdint>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::values {

/// How many finite numbers lie in each of some bins of one width between two numbers. The last bin has both its ends.
struct Histogram {
    double low = 0;
    double high = 0;
    std::vector<std::uint64_t> counts;
    std::uint64_t below = 0;
    std::uint64_t above = 0;

    [[nodiscard]] std::uint64_t largest() const;
};

inline constexpr std::size_t kMostBins = 1 << 16;

/// Counts the numbers of a tensor into `bins` bins, one at least and kMostBins at most. Where both ends are the same
/// number they are taken one below and one above it, as torch.histc does.
[[nodiscard]] Result<Histogram> computeHistogram(const checkpoint::Checkpoint& checkpoint, checkpoint::TensorId tensor,
                                                 double low, double high, std::size_t bins, Progress* progress);

} // namespace cairn::values
