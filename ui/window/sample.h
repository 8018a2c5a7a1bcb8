#pragma once

#include <QString>

namespace cairn::ui {

/// Puts the sample checkpoint that comes with the application where it can be opened. Empty if that cannot be.
[[nodiscard]] QString sampleFile();

} // namespace cairn::ui
