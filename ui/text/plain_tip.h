#pragma once

#include <QString>

namespace cairn::ui {

/// A tool tip that shows a text as it is. Qt takes whatever looks like HTML for HTML, with pictures that it opens, so a
/// text from a file must not get into one without this.
[[nodiscard]] QString plainTip(const QString& text);

} // namespace cairn::ui
