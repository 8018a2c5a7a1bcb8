#pragma once

class QLabel;

namespace cairn::ui {

/// A sentence in place of a view that has nothing to show.
[[nodiscard]] QLabel* makeMessageLabel(const char* name);

} // namespace cairn::ui
