#pragma once

#include "core/values/tensor_slice.h"

#include <QString>

namespace cairn::ui {

/// A few numbers for a font of fixed width: rows as lines, points below each other, the same number of digits behind
/// all of them. With powers of ten where the sizes are too different for that.
[[nodiscard]] QString alignedText(const values::TensorSlice& slice);

} // namespace cairn::ui
