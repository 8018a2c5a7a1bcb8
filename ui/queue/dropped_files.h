#pragma once

#include <QMetaType>
#include <QStringList>

class QMimeData;

namespace cairn::ui {

/// What a drag or the clipboard brings.
struct DroppedFiles {
    QStringList paths;  ///< of files and folders on this machine
    QStringList remote; ///< addresses of others, as text

    [[nodiscard]] bool isEmpty() const { return paths.isEmpty() && remote.isEmpty(); }
    [[nodiscard]] qsizetype count() const { return paths.size() + remote.size(); }
};

[[nodiscard]] DroppedFiles droppedFiles(const QMimeData& data);

/// Why an address is not opened.
[[nodiscard]] QString remoteRefusal();

} // namespace cairn::ui

Q_DECLARE_METATYPE(cairn::ui::DroppedFiles)
