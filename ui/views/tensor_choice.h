#pragma once

#include "ui/state/document.h"

#include <QString>

namespace cairn::ui {

/// The tensor that a row stands for, or why there is nothing to show.
struct TensorChoice {
    checkpoint::TensorId tensor = checkpoint::kNoId;
    QString why;
};

[[nodiscard]] TensorChoice tensorAt(const DocumentPtr& document, checkpoint::EntryId id);

} // namespace cairn::ui
