#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QRect>
#include <QSize>
#include <QString>

class QPainter;

namespace cairn::ui {

/// The colour a device has everywhere: cpu grey, cuda a hue for each index, others their own. Made for the palette's
/// lightness, so that it can be read as text.
[[nodiscard]] QColor deviceColor(const QString& tag, const QPalette& palette);

[[nodiscard]] QSize chipSize(const QString& text, const QFont& font);
/// A rounded frame with a dot and the text, at the left of `area`; on a ground of its own if one is given.
void paintChip(QPainter& painter, const QRect& area, const QString& text, const QColor& color, const QFont& font,
               const QColor& ground = {});

} // namespace cairn::ui
