#pragma once

#include <QString>

class QWidget;

namespace cairn::ui {

/// The keys of everything that a window can do, as Markdown: a table for each menu, and one for what is in none.
[[nodiscard]] QString shortcutTables(const QWidget& window);

} // namespace cairn::ui
