#pragma once

#include "ui/document/document.h"

#include <QString>

namespace cairn::ui {

/// The tensor that a row stands for, or why there is nothing to show.
struct TensorChoice {
    checkpoint::TensorId tensor = checkpoint::kNoId;
    QString why;
};

/// How large a slice of a tensor of so many axes is: "3 rows × 4 columns", "100 elements", "one number".
[[nodiscard]] QString sizeText(std::size_t axes, std::uint64_t rows, std::uint64_t columns);

[[nodiscard]] TensorChoice tensorAt(const DocumentPtr& document, checkpoint::EntryId id);

} // namespace cairn::ui
