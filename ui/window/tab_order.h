#pragma once

#include <QList>

class QWidget;

namespace cairn::ui {

/// What the Tab key goes through in a window, as it lies on the screen: line by line, each part of the window whole
/// before the next. Nothing that is hidden, and nothing twice.
[[nodiscard]] QList<QWidget*> tabOrder(const QWidget& window);

} // namespace cairn::ui
