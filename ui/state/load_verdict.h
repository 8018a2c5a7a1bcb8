#pragma once

#include "core/checkpoint/checkpoint.h"

#include <QString>

namespace cairn::ui {

/// Will the file load on this machine as it is? In words for the header.
struct LoadVerdict {
    bool loads = true;
    bool helpedByCpuCopy = false; ///< a copy with every tag on the cpu would load
    QString headline;
    QString detail; ///< why not, and what helps
    QString whole;  ///< every problem with PyTorch's own words
};

/// Asks the machine, which can take a while: for worker threads.
[[nodiscard]] LoadVerdict judgeLoading(const checkpoint::Checkpoint& checkpoint);

} // namespace cairn::ui
