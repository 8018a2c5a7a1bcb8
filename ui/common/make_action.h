#pragma once

#include <QKeySequence>
#include <QString>

class QAction;
class QWidget;

namespace cairn::ui {

/// An action of owner, and one of its shortcuts: a name to find it by, and a tool tip that says the keys too.
[[nodiscard]] QAction* makeAction(QWidget* owner, const char* name, const QString& text, const QKeySequence& shortcut,
                                  const QString& tip);

/// The text of an action or a label without the key that leads to it.
[[nodiscard]] QString withoutMnemonic(const QString& text);

} // namespace cairn::ui
