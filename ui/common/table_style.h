#pragma once

#include <QString>
#include <QTreeView>

namespace cairn::ui {

/// How many rows tell how wide a column should be. Qt's thousand takes a while, in every column.
inline constexpr int kRowsMeasured = 100;

/// What lists of the views have in common: a flat frame, rows of one height, names that are cut in the middle.
void styleList(QTreeView& list, const char* objectName, const QString& accessibleName);
/// Makes columns as wide as what is seen of them, the last one taking the rest, none wider than a third of the list.
void fitListColumns(QTreeView& list);

} // namespace cairn::ui
