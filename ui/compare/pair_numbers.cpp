#include "ui/compare/pair_numbers.h"

#include "core/base/progress.h"
#include "ui/text/core_words.h"

#include <algorithm>
#include <utility>

namespace cairn::ui {

namespace {

constexpr std::size_t kBins = 64;

/// Over the numbers of both, so that they can be drawn over each other.
Result<void> countBoth(const TensorPair& pair, PairNumbers& numbers, Progress& progress)
{
    const values::Statistics& a = *numbers.a;
    const values::Statistics& b = *numbers.b;
    if (a.finite() == 0 || b.finite() == 0) {
        return {};
    }
    const values::Number& low = values::toDouble(a.low) <= values::toDouble(b.low) ? a.low : b.low;
    const values::Number& high = values::toDouble(a.high) >= values::toDouble(b.high) ? a.high : b.high;
    const values::HistogramRange range = values::histogramRange(low, high);
    const double stepA = values::stepOf(*pair.a, pair.a->tensors()[pair.tensorA]);
    const double stepB = values::stepOf(*pair.b, pair.b->tensors()[pair.tensorB]);
    const values::BinPlan plan = values::planBins(range.low, range.high, stepA == stepB ? stepA : 0, kBins);
    const auto count = [&](const checkpoint::Checkpoint& checkpoint, checkpoint::TensorId tensor) {
        return values::computeHistogram(checkpoint, tensor, plan.low, plan.high, plan.bins, &progress, range.origin);
    };
    CAIRN_ASSIGN(histogramA, count(*pair.a, pair.tensorA));
    CAIRN_ASSIGN(histogramB, count(*pair.b, pair.tensorB));
    histogramA.step = histogramB.step = plan.step;
    numbers.histogramA = std::move(histogramA);
    numbers.histogramB = std::move(histogramB);
    return {};
}

Result<void> read(const TensorPair& pair, PairNumbers& numbers, Progress& progress)
{
    CAIRN_ASSIGN(a, values::computeStatistics(*pair.a, pair.tensorA, &progress));
    CAIRN_ASSIGN(b, values::computeStatistics(*pair.b, pair.tensorB, &progress));
    numbers.a = a;
    numbers.b = b;
    CAIRN_TRY(countBoth(pair, numbers, progress));
    const checkpoint::Tensor& tensorA = pair.a->tensors()[pair.tensorA];
    const checkpoint::Tensor& tensorB = pair.b->tensors()[pair.tensorB];
    if (std::ranges::equal(pair.a->shape(tensorA), pair.b->shape(tensorB))) {
        CAIRN_ASSIGN(difference, values::compareValues(*pair.a, pair.tensorA, *pair.b, pair.tensorB, &progress));
        numbers.difference = difference;
    }
    return {};
}

} // namespace

PairNumbers readPair(const TensorPair& pair, Progress& progress)
{
    PairNumbers numbers;
    const std::uint64_t bytesA = pair.a->logicalBytes(pair.a->tensors()[pair.tensorA]);
    const std::uint64_t bytesB = pair.b->logicalBytes(pair.b->tensors()[pair.tensorB]);
    progress.beginStage("reading", 3 * bytesA + 2 * bytesB); // in one count, so that the bar runs once
    if (const auto done = read(pair, numbers, progress); !done && !progress.stopRequested()) {
        numbers.error = inWords(done.error().what);
    }
    return numbers;
}

} // namespace cairn::ui
