#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/values/statistics.h"
#include "core/values/whole_number.h"

#include <cstdint>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::values {

/// How many finite numbers lie in each of some bins of one width between two numbers. The last bin has both its ends.
/// Whole numbers too large for doubles are counted from an origin; the ends are distances from it.
struct Histogram {
    double low = 0;
    double high = 0;
    std::vector<std::uint64_t> counts;
    std::uint64_t below = 0;
    std::uint64_t above = 0;
    double step = 0;    ///< the numbers are multiples of it, and bins lie between them; 0: nothing is known of that
    WholeNumber origin; ///< none: zero

    [[nodiscard]] std::uint64_t largest() const;
};

/// The ends of a histogram of all numbers between two.
struct HistogramRange {
    double low = 0;
    double high = 0;
    WholeNumber origin;
};

/// The origin is the smallest number if doubles tell distances from it apart, but not the numbers themselves.
[[nodiscard]] HistogramRange histogramRange(const Number& low, const Number& high);

inline constexpr std::size_t kMostBins = 1 << 16;

/// How to count numbers between two ends into bins.
struct BinPlan {
    double low = 0;
    double high = 0;
    std::size_t bins = 0;
    double step = 0;
};

/// The distance of neighbours among the numbers of a tensor: 1 for whole ones, its scale for a quantised one, 0 for all
/// others.
[[nodiscard]] double stepOf(const checkpoint::Checkpoint& checkpoint, const checkpoint::Tensor& tensor);
/// At most so many bins. Of multiples of a step each bin gets equally many, and its ends lie between them.
[[nodiscard]] BinPlan planBins(double low, double high, double step, std::size_t mostBins);

/// Counts the numbers of a tensor into `bins` bins, one at least and kMostBins at most. Where both ends are the same
/// number they are taken one below and one above it, as torch.histc does.
[[nodiscard]] Result<Histogram> computeHistogram(const checkpoint::Checkpoint& checkpoint, checkpoint::TensorId tensor,
                                                 double low, double high, std::size_t bins, Progress* progress,
                                                 const WholeNumber& origin = {});

} // namespace cairn::values
