#pragma once

#include "core/devices/preflight.h"

#include <QString>

#include <string>
#include <vector>

namespace cairn::ui {

// What stands in the way of loading, as a page. Its links are "fix:N", by index in a list of maps that solve it.

/// Text of a file or of another program.
[[nodiscard]] QString html(const std::string& text);
/// "<b>title</b> Text."; nothing without text.
[[nodiscard]] QString titledHtml(const QString& title, const Message& text);
/// One problem with PyTorch's own words, the cause and the advice. Adds its fixes to `fixes` unless they are there.
[[nodiscard]] QString problemHtml(const devices::LoadProblem& problem, std::vector<devices::MapFix>& fixes);
/// Links to maps that load; nothing without any.
[[nodiscard]] QString fixesHtml(const std::vector<devices::MapFix>& offered, std::vector<devices::MapFix>& fixes);

} // namespace cairn::ui
