#pragma once

#include <QByteArray>
#include <QString>

namespace cairn::ui {

/// Writes a file that a person chose in a dialog, as the core writes copies: whole or not at all, and through no link
/// of somebody else. The dialog has asked about a file that is there. Empty, or why it was not written. From any
/// thread.
[[nodiscard]] QString saveFile(const QString& path, const QByteArray& bytes);

} // namespace cairn::ui
