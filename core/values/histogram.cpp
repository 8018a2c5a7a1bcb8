#include "core/values/histogram.h"

#include "core/values/element_text.h"
#include "core/values/number_scan.h"

#include <algorithm>
#include <cmath>

namespace cairn::values {

namespace {

using Places = std::array<std::int32_t, kBlock>;

/// The bins of a histogram as numbers are counted into them: those below, the bins, those above, and the rest.
struct Bins {
    double low = 0;
    double high = 0;
    double bins = 0;

    [[nodiscard]] double scale() const { return bins / (high - low); }
};

[[gnu::always_inline]] inline void findPlaces(const NumberBlock& numbers, const Bins& bins, Places& places)
{
    const double scale = bins.scale();
    const Four lows = {bins.low, bins.low, bins.low, bins.low};
    const Four highs = {bins.high, bins.high, bins.high, bins.high};
    const Four scales = {scale, scale, scale, scale};
    const Four last = {bins.bins, bins.bins, bins.bins, bins.bins};
    const Four one = {1, 1, 1, 1};
    const Four nothing = {0, 0, 0, 0};
    for (std::size_t i = 0; i < kBlock; i += kLanes) {
        Four x;
        std::memcpy(&x, numbers.data() + i, sizeof(x));
        Four place = (x - lows) * scales + one;
        place = place > last ? last : place;
        place = x < lows ? nothing : place;
        place = x > highs ? last + one : place;
        place = (x - x) == nothing ? place : last + one + one;
        const FourInts whole = __builtin_convertvector(place, FourInts);
        std::memcpy(places.data() + i, &whole, sizeof(whole));
    }
}

void findPlacesAnywhere(const NumberBlock& numbers, const Bins& bins, Places& places)
{
    findPlaces(numbers, bins, places);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void findPlacesAvx2(const NumberBlock& numbers, const Bins& bins, Places& places)
{
    findPlaces(numbers, bins, places);
}
#endif

using FindPlaces = void (*)(const NumberBlock&, const Bins&, Places&);

FindPlaces bestFind()
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") != 0) {
        return findPlacesAvx2;
    }
#endif
    return findPlacesAnywhere;
}

/// Counts the numbers of a piece of a tensor. Neighbours go into different tables, so that none waits for the other.
class BinCounter final : public NumberVisitor {
public:
    BinCounter(double low, double high, std::size_t bins, const WholeNumber& origin)
        : m_bins{low, high, static_cast<double>(bins)}, m_origin(origin), m_even(bins + 3), m_odd(bins + 3)
    {
    }

    void take(const NumberBlock& numbers, std::size_t count, std::span<const std::byte> bytes) override
    {
        static const FindPlaces kFind = bestFind();
        if (m_origin) {
            NumberBlock distances = numbers; // what is behind the last number is no number there either
            std::visit([&](auto origin) { takeDistances(origin, bytes, count, distances); }, *m_origin);
            kFind(distances, m_bins, m_places);
        } else {
            kFind(numbers, m_bins, m_places);
        }
        for (std::size_t i = 0; i < kBlock; i += 2) {
            ++m_even[static_cast<std::size_t>(m_places[i])];
            ++m_odd[static_cast<std::size_t>(m_places[i + 1])];
        }
    }

    void addTo(Histogram& histogram) const
    {
        const std::size_t bins = histogram.counts.size();
        const auto count = [this](std::size_t place) { return m_even[place] + m_odd[place]; };
        for (std::size_t i = 0; i < bins; ++i) {
            histogram.counts[i] += count(i + 1);
        }
        histogram.below += count(0);
        histogram.above += count(bins + 1);
    }

private:
    template <typename Whole>
    static void takeDistances(Whole origin, std::span<const std::byte> bytes, std::size_t count, NumberBlock& distances)
    {
        for (std::size_t i = 0; i < count; ++i) { // modulo 2^64, as no number is below the origin
            distances[i] = static_cast<double>(static_cast<std::uint64_t>(load<Whole>(bytes.data(), i)) -
                                               static_cast<std::uint64_t>(origin));
        }
    }

    Bins m_bins;
    WholeNumber m_origin;
    std::vector<std::uint64_t> m_even;
    std::vector<std::uint64_t> m_odd;
    Places m_places{};
};

} // namespace

std::uint64_t Histogram::largest() const
{
    return counts.empty() ? 0 : *std::ranges::max_element(counts);
}

HistogramRange histogramRange(const Number& low, const Number& high)
{
    const HistogramRange plain{.low = toDouble(low), .high = toDouble(high), .origin = {}};
    if (std::holds_alternative<double>(low) || std::max(std::abs(plain.low), std::abs(plain.high)) < kExactInDoubles) {
        return plain;
    }
    const auto bits = [](const Number& number) {
        return std::visit([](auto value) { return static_cast<std::uint64_t>(value); }, number);
    };
    const auto distance = static_cast<double>(bits(high) - bits(low));
    if (distance >= kExactInDoubles) {
        return plain;
    }
    const auto* negative = std::get_if<std::int64_t>(&low);
    return {.low = 0,
            .high = distance,
            .origin = negative != nullptr ? WholeNumber(*negative) : WholeNumber(std::get<std::uint64_t>(low))};
}

double stepOf(const checkpoint::Checkpoint& checkpoint, const checkpoint::Tensor& tensor)
{
    const checkpoint::TensorExtra* extra = checkpoint.extra(tensor);
    if (extra == nullptr || !extra->quantizer) {
        return isInteger(tensor.dtype) ? 1 : 0;
    }
    return extra->quantizer->perChannel ? 0 : extra->quantizer->scale;
}

BinPlan planBins(double low, double high, double step, std::size_t mostBins)
{
    const BinPlan plain{.low = low, .high = high, .bins = mostBins, .step = 0};
    if (!(step > 0) || !(high >= low) || !(std::max(std::abs(low), std::abs(high)) / step < kExactInDoubles)) {
        return plain;
    }
    const double first = std::round(low / step);
    const double count = std::round(high / step) - first + 1;
    const double inOne = std::ceil(count / static_cast<double>(mostBins));
    const double bins = std::ceil(count / inOne);
    const double begin = (first - 0.5) * step;
    return {.low = begin, .high = begin + bins * inOne * step, .bins = static_cast<std::size_t>(bins), .step = step};
}

Result<Histogram> computeHistogram(const checkpoint::Checkpoint& checkpoint, checkpoint::TensorId tensor, double low,
                                   double high, std::size_t bins, Progress* progress, const WholeNumber& origin)
{
    if (!std::isfinite(high - low) || low > high || bins == 0 || bins > kMostBins) {
        return fail(ErrorCode::Usage, message("a histogram goes from a number to a larger one, in 1 to 65536 bins"));
    }
    Histogram histogram;
    histogram.low = low < high ? low : low - 1;
    histogram.high = low < high ? high : high + 1;
    histogram.origin = origin;
    histogram.counts.resize(bins);
    if (!std::isfinite(static_cast<double>(bins) / (histogram.high - histogram.low))) {
        return fail(ErrorCode::Unsupported, message("the numbers lie too close together to count them in bins"));
    }
    CAIRN_ASSIGN(counters, scanWith(checkpoint, checkpoint.tensors()[tensor],
                                    BinCounter(histogram.low, histogram.high, bins, origin), progress));
    for (const BinCounter& counter : counters) {
        counter.addTo(histogram);
    }
    return histogram;
}

} // namespace cairn::values
