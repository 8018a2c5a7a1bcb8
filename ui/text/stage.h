#pragma once

#include <QString>

namespace cairn::ui {

/// What core calls a stage of its work ("writing"), in the language of the window.
[[nodiscard]] QString stageText(const char* stage);

} // namespace cairn::ui
