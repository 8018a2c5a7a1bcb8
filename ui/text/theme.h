#pragma once

#include <QPalette>

class QSettings;

namespace cairn::ui {

/// Light, dark, or what the desktop says.
enum class Theme { System, Light, Dark };

[[nodiscard]] Theme savedTheme(const QSettings& settings);
void saveTheme(QSettings& settings, Theme theme);

[[nodiscard]] bool isDark(const QPalette& palette);
[[nodiscard]] QPalette paletteOf(Theme theme);
/// The style of all windows.
void useStyle();
/// Gives the whole application its colours, and the look that goes with them.
void applyTheme(Theme theme);
/// A colour of the theme, for it differs between light and dark.
using Tone = QColor (*)(const QPalette& palette);
/// A colour between two, `share` of the second.
[[nodiscard]] QColor blend(const QColor& first, const QColor& second, double share);
/// Text that is less important, with enough contrast to be read.
[[nodiscard]] QColor quietText(const QPalette& palette);

/// Text that says that something is well.
[[nodiscard]] QColor goodText(const QPalette& palette);
/// Text that says that something is to be read first.
[[nodiscard]] QColor cautionText(const QPalette& palette);
/// Text that says that something is wrong.
[[nodiscard]] QColor badText(const QPalette& palette);
/// The palette of a label that writes in this colour, on pages of lists as well as on the window itself.
[[nodiscard]] QPalette withText(QPalette palette, const QColor& colour);
/// Bars of plots, which stand out from the page behind them.
[[nodiscard]] QColor barColor(const QPalette& palette);
/// Lines between parts of the window.
[[nodiscard]] QColor lineColor(const QPalette& palette);
/// A button that can be pressed, and the line around it.
[[nodiscard]] QColor buttonColor(const QPalette& palette);
[[nodiscard]] QColor buttonLine(const QPalette& palette);
/// Behind text that a search has found.
[[nodiscard]] QColor markColor(const QPalette& palette);

} // namespace cairn::ui
