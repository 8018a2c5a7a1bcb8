#pragma once

#include "core/values/histogram.h"
#include "core/values/statistics.h"
#include "core/values/value_difference.h"

#include <QString>

#include <optional>

namespace cairn::ui {

/// One tensor of each of two checkpoints.
struct TensorPair {
    checkpoint::CheckpointPtr a;
    checkpoint::CheckpointPtr b;
    checkpoint::TensorId tensorA = checkpoint::kNoId;
    checkpoint::TensorId tensorB = checkpoint::kNoId;
};

/// What reading both came to.
struct PairNumbers {
    std::optional<values::Statistics> a;
    std::optional<values::Statistics> b;
    std::optional<values::Histogram> histogramA; ///< of the same bins as the other; none where no number is finite
    std::optional<values::Histogram> histogramB;
    std::optional<values::ValueDifference> difference; ///< none of tensors of different shapes
    QString error;                                     ///< why there is not more
};

/// Reads both up to three times. For worker threads.
[[nodiscard]] PairNumbers readPair(const TensorPair& pair, Progress& progress);

} // namespace cairn::ui
