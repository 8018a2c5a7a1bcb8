#pragma once

#include <QIcon>
#include <QString>

namespace cairn::ui {

/// A picture of resources/icons/tools in the colour that the text of buttons has when it is painted, light or dark.
[[nodiscard]] QIcon toolIcon(const QString& name);

} // namespace cairn::ui
