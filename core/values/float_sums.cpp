#include "core/values/float_sums.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>

namespace cairn::values {

using formats::Dtype;

namespace {

using EightFloats = float __attribute__((vector_size(32)));
using EightMasks = std::int32_t __attribute__((vector_size(32)));
constexpr std::size_t kEight = 8;

struct FromFloat32 {
    [[gnu::always_inline]] static const std::byte* decode(const std::byte* in, FloatBlock& /*out*/) { return in; }
};

struct FromFloat16 {
    [[gnu::always_inline]] static const std::byte* decode(const std::byte* in, FloatBlock& out)
    {
        decodeFloat16(in, out);
        return std::as_bytes(std::span(out)).data();
    }
};

struct FromBFloat16 {
    [[gnu::always_inline]] static const std::byte* decode(const std::byte* in, FloatBlock& out)
    {
        decodeBFloat16(in, out);
        return std::as_bytes(std::span(out)).data();
    }
};

/// Sums of distances from a pivot, as sumUp() has them; the rest is found while the numbers are still floats.
struct Lanes {
    Four sum{};
    Four squares{};
    Four otherSum{};
    Four otherSquares{};
    EightFloats low{};
    EightFloats high{};
    EightMasks zeros{}; ///< minus how many
    EightMasks finite{};
};

[[gnu::always_inline]] inline void addFour(const FourFloats& floats, const Four& pivots, Four& sum, Four& squares)
{
    Four distance;
    widen(floats, distance);
    distance -= pivots;
    sum += distance;
    squares += distance * distance;
}

/// What is not finite counts as the pivot.
[[gnu::always_inline]] inline void addEight(const std::byte* floats, const EightFloats& pivots, const Four& widePivots,
                                            Lanes& lanes)
{
    EightFloats x;
    std::memcpy(&x, floats, sizeof(x));
    lanes.zeros += x == EightFloats{};
    const EightMasks finite = (x - x) == EightFloats{};
    lanes.finite += finite;
    x = finite ? x : pivots;
    lanes.low = x < lanes.low ? x : lanes.low;
    lanes.high = x > lanes.high ? x : lanes.high;
    addFour(__builtin_shufflevector(x, x, 0, 1, 2, 3), widePivots, lanes.sum, lanes.squares);
    addFour(__builtin_shufflevector(x, x, 4, 5, 6, 7), widePivots, lanes.otherSum, lanes.otherSquares);
}

[[gnu::always_inline]] inline Specials countSpecials(const std::byte* floats)
{
    return specialsOf<float, EightFloats, EightMasks>(floats);
}

/// The first finite one; 0 if there is none, which counts nothing then.
[[gnu::always_inline]] inline float pivotOf(const std::byte* floats)
{
    for (std::size_t i = 0; i < kBlock; ++i) {
        if (const auto number = load<float>(floats, i); std::isfinite(number)) {
            return number;
        }
    }
    return 0;
}

[[gnu::always_inline]] inline BlockSums addUp(const std::byte* floats)
{
    const float pivot = pivotOf(floats);
    const EightFloats pivots = EightFloats{} + pivot;
    const Four widePivots = Four{} + static_cast<double>(pivot);
    Lanes lanes;
    lanes.low = pivots;
    lanes.high = pivots;
    for (std::size_t i = 0; i < kBlock; i += kEight) {
        addEight(floats + i * sizeof(float), pivots, widePivots, lanes);
    }
    BlockSums sums;
    double sum = 0;
    double squares = 0;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        sum += lanes.sum[lane] + lanes.otherSum[lane];
        squares += lanes.squares[lane] + lanes.otherSquares[lane];
    }
    sums.low = static_cast<double>(pivot);
    sums.high = sums.low;
    for (std::size_t lane = 0; lane < kEight; ++lane) {
        sums.low = std::min(sums.low, static_cast<double>(lanes.low[lane]));
        sums.high = std::max(sums.high, static_cast<double>(lanes.high[lane]));
        sums.zeros += static_cast<std::uint64_t>(-lanes.zeros[lane]);
        sums.moments.count += static_cast<std::uint64_t>(-lanes.finite[lane]);
    }
    if (sums.moments.count != kBlock) {
        sums.specials = countSpecials(floats);
    }
    if (sums.moments.count != 0) {
        const auto count = static_cast<double>(sums.moments.count);
        sums.moments.mean = static_cast<double>(pivot) + sum / count;
        sums.moments.squares = std::max(squares - sum / count * sum, 0.0);
    }
    return sums;
}

template <typename Floats>
BlockSums addAnywhere(const std::byte* in)
{
    FloatBlock floats;
    return addUp(Floats::decode(in, floats));
}

#if defined(__x86_64__)
/// The same loop, compiled for wider registers.
template <typename Floats>
[[gnu::target("avx2,fma")]] BlockSums addAvx2(const std::byte* in)
{
    FloatBlock floats;
    return addUp(Floats::decode(in, floats));
}
#endif

template <typename Floats>
FloatSums bestSums()
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0) {
        return addAvx2<Floats>;
    }
#endif
    return addAnywhere<Floats>;
}

} // namespace

FloatSums floatSums(Dtype dtype)
{
    switch (dtype) {
    case Dtype::Float32: return bestSums<FromFloat32>();
    case Dtype::Float16: return bestSums<FromFloat16>();
    case Dtype::BFloat16: return bestSums<FromBFloat16>();
    default: return nullptr;
    }
}

} // namespace cairn::values
