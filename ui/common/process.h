#pragma once

#include <QtGlobal>

namespace cairn::ui {

/// Whether no process has this number any more.
[[nodiscard]] bool isGone(qint64 process);

} // namespace cairn::ui
