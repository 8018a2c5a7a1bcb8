#include "ui/values/tensor_histogram.h"

#include "core/base/progress.h"
#include "core/values/element_text.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"

namespace cairn::ui {

namespace {

constexpr std::size_t kBins = 64;

} // namespace

TensorHistogram readHistogram(const checkpoint::Checkpoint& checkpoint, checkpoint::TensorId tensor,
                              std::optional<values::Statistics> known, std::optional<std::pair<double, double>> range,
                              Progress& progress)
{
    TensorHistogram outcome;
    outcome.statistics = known;
    // Both passes in one count, so that the bar goes from one end to the other once.
    progress.beginStage("reading",
                        (outcome.statistics ? 1 : 2) * checkpoint.logicalBytes(checkpoint.tensors()[tensor]));
    if (!outcome.statistics) {
        auto statistics = values::computeStatistics(checkpoint, tensor, &progress);
        if (!statistics) {
            outcome.error = inWordsAlone(statistics.error().what);
            return outcome;
        }
        outcome.statistics = *statistics;
    }
    if (outcome.statistics->finite() == 0) {
        return outcome;
    }
    const values::HistogramRange all = values::histogramRange(outcome.statistics->low, outcome.statistics->high);
    const double low = range ? range->first : all.low;
    const double high = range ? range->second : all.high;
    const values::BinPlan plan =
        values::planBins(low, high, values::stepOf(checkpoint, checkpoint.tensors()[tensor]), kBins);
    auto histogram =
        values::computeHistogram(checkpoint, tensor, plan.low, plan.high, plan.bins, &progress, all.origin);
    if (histogram) {
        outcome.histogram = std::move(*histogram);
        outcome.histogram->step = plan.step;
    } else if (!progress.stopRequested()) {
        outcome.error = inWordsAlone(histogram.error().what);
    }
    return outcome;
}

QString meanText(const values::Statistics& statistics, formats::Dtype dtype)
{
    const auto text = [dtype](double number) {
        return fromUtf8(values::numberText(values::Number(number), values::NumberFormat::Short, dtype));
    };
    const QString mean = text(statistics.moments.mean);
    return statistics.finite() > 1 ? QStringLiteral("%1 ± %2").arg(mean, text(statistics.moments.deviation())) : mean;
}

} // namespace cairn::ui
