#pragma once

#include <QPixmap>

class QWidget;

namespace cairn::ui {

/// What the mouse carries while rows are dragged, in words: "stem · 6 tensors · 3.3 kB". As sharp as the screen of
/// `widget`, in its colours.
[[nodiscard]] QPixmap dragPill(const QString& text, const QWidget& widget);

} // namespace cairn::ui
