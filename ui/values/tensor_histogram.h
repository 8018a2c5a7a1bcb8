#pragma once

#include "core/values/histogram.h"
#include "core/values/statistics.h"

#include <QString>

#include <optional>
#include <utility>

namespace cairn::ui {

/// What reading all of a tensor came to: as much of it as there is, and why there is not more.
struct TensorHistogram {
    std::optional<values::Statistics> statistics;
    std::optional<values::Histogram> histogram; ///< none where no number is finite
    QString error;
};

/// Counts the numbers of a tensor, those in a range or all. What is known of them is not read again. For worker
/// threads.
[[nodiscard]] TensorHistogram readHistogram(const checkpoint::Checkpoint& checkpoint, checkpoint::TensorId tensor,
                                            std::optional<values::Statistics> known,
                                            std::optional<std::pair<double, double>> range, Progress& progress);

/// "0.000012 ± 0.02", or the one number that there is.
[[nodiscard]] QString meanText(const values::Statistics& statistics, formats::Dtype dtype);

} // namespace cairn::ui
