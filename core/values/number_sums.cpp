#include "core/values/number_sums.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

namespace cairn::values {

namespace {

struct LaneSums {
    Four sum;
    Four squares;
    Four low;
    Four high;
    FourMasks zeros; ///< minus how many
    FourMasks finite;
};

[[gnu::always_inline]] inline Specials countSpecials(const NumberBlock& numbers)
{
    return specialsOf<double, Four, FourMasks>(std::as_bytes(std::span(numbers)).data());
}

[[gnu::always_inline]] inline void addFour(const double* numbers, const Four& pivots, LaneSums& sums)
{
    const Four nothing = {0, 0, 0, 0};
    Four x;
    std::memcpy(&x, numbers, sizeof(x));
    const FourMasks finite = (x - x) == nothing;
    x = finite ? x : pivots;
    const Four distance = x - pivots;
    sums.sum += distance;
    sums.squares += distance * distance;
    sums.low = x < sums.low ? x : sums.low;
    sums.high = x > sums.high ? x : sums.high;
    sums.zeros += (x == nothing) & finite;
    sums.finite += finite;
}

/// Adds distances from `pivot`, which is one of the numbers, so that large numbers with a small spread keep it.
/// What is not finite counts as the pivot. Two sums at a time, for an addition takes longer than its turn.
[[gnu::always_inline]] inline void addLanes(const NumberBlock& numbers, double pivot, LaneSums& out)
{
    const Four pivots = {pivot, pivot, pivot, pivot};
    LaneSums even = {Four{}, Four{}, pivots, pivots, FourMasks{}, FourMasks{}};
    LaneSums odd = even;
    for (std::size_t i = 0; i < kBlock; i += 2 * kLanes) {
        addFour(numbers.data() + i, pivots, even);
        addFour(numbers.data() + i + kLanes, pivots, odd);
    }
    out.sum = even.sum + odd.sum;
    out.squares = even.squares + odd.squares;
    out.low = even.low < odd.low ? even.low : odd.low;
    out.high = even.high > odd.high ? even.high : odd.high;
    out.zeros = even.zeros + odd.zeros;
    out.finite = even.finite + odd.finite;
}

void addAnywhere(const NumberBlock& numbers, double pivot, LaneSums& out)
{
    addLanes(numbers, pivot, out);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void addAvx2(const NumberBlock& numbers, double pivot, LaneSums& out)
{
    addLanes(numbers, pivot, out);
}
#endif

using AddLanes = void (*)(const NumberBlock&, double, LaneSums&);

AddLanes bestAdd()
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") != 0) {
        return addAvx2;
    }
#endif
    return addAnywhere;
}

Moments together(const Moments& a, const Moments& b, double unit)
{
    const auto countA = static_cast<double>(a.count);
    const auto countB = static_cast<double>(b.count);
    const double share = countB / (countA + countB);
    const double meanA = a.mean / unit;
    const double distance = b.mean / unit - meanA;
    const auto squaresOf = [unit](const Moments& one) {
        const double change = one.unit / unit;
        return one.squares * change * change;
    };
    return {.count = a.count + b.count,
            .mean = (meanA + distance * share) * unit,
            .squares = squaresOf(a) + squaresOf(b) + distance * distance * (countA / (countA + countB)) * countB,
            .unit = unit};
}

/// Of numbers whose squares no double has room for: those over 1e154. Rare, so one after the other.
Moments momentsOfLarge(const NumberBlock& numbers, const BlockSums& sums)
{
    const auto count = static_cast<double>(sums.moments.count);
    double sum = 0;
    for (const double x : numbers) {
        sum += std::isfinite(x) ? x / kLargeUnit : 0;
    }
    const double mean = sum / count;
    double squares = 0;
    for (const double x : numbers) {
        const double distance = std::isfinite(x) ? x / kLargeUnit - mean : 0;
        squares += distance * distance;
    }
    return {.count = sums.moments.count,
            .mean = std::clamp(mean * kLargeUnit, sums.low, sums.high), // rounding could make it infinite
            .squares = squares,
            .unit = kLargeUnit};
}

} // namespace

void Moments::merge(const Moments& other)
{
    if (other.count == 0 || count == 0) {
        *this = count == 0 ? other : *this;
        return;
    }
    Moments both = together(*this, other, std::max(unit, other.unit));
    if (!std::isfinite(both.squares)) {
        both = together(*this, other, kLargeUnit);
    }
    *this = both;
}

double Moments::deviation() const
{
    return count < 2 ? std::numeric_limits<double>::quiet_NaN()
                     : std::sqrt(squares / static_cast<double>(count - 1)) * unit;
}

BlockSums sumUp(const NumberBlock& numbers)
{
    static const AddLanes kAdd = bestAdd();
    const auto first = std::isfinite(numbers[0])
                           ? numbers.begin()
                           : std::ranges::find_if(numbers, [](double x) { return std::isfinite(x); });
    BlockSums sums;
    if (first == numbers.end()) {
        sums.specials = countSpecials(numbers);
        return sums;
    }
    LaneSums lanes{};
    kAdd(numbers, *first, lanes);
    double sum = 0;
    sums.low = lanes.low[0];
    sums.high = lanes.high[0];
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        sum += lanes.sum[lane];
        sums.moments.squares += lanes.squares[lane];
        sums.moments.count += static_cast<std::uint64_t>(-lanes.finite[lane]);
        sums.zeros += static_cast<std::uint64_t>(-lanes.zeros[lane]);
        sums.low = std::min(sums.low, lanes.low[lane]);
        sums.high = std::max(sums.high, lanes.high[lane]);
    }
    if (sums.moments.count != kBlock) {
        sums.specials = countSpecials(numbers);
    }
    if (!std::isfinite(sums.moments.squares)) {
        sums.moments = momentsOfLarge(numbers, sums);
        return sums;
    }
    const auto count = static_cast<double>(sums.moments.count);
    sums.moments.mean = *first + sum / count;
    sums.moments.squares = std::max(sums.moments.squares - sum / count * sum, 0.0);
    return sums;
}

} // namespace cairn::values
