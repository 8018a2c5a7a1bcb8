#pragma once

class QString;
class QWidget;

namespace cairn::ui {

/// Puts a text on the clipboard, and says so beside the button that was pressed for it.
void copyText(const QWidget& button, const QString& text);

} // namespace cairn::ui
