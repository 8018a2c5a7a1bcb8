#include "ui/queue/dropped_files.h"

#include "core/remote/address.h"
#include "ui/document/entry_mime.h"

#include <QCoreApplication>
#include <QMimeData>
#include <QUrl>

namespace cairn::ui {

DroppedFiles droppedFiles(const QMimeData& data)
{
    DroppedFiles files;
    if (data.hasFormat(kEntryMimeType)) { // rows of a window, and no files until they are out of it
        return files;
    }
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile()) {
            files.paths.append(url.toLocalFile());
        } else if (!url.isEmpty()) {
            files.remote.append(url.toString(QUrl::FullyEncoded));
        }
    }
    const QString text = files.isEmpty() && data.hasText() ? data.text().trimmed() : QString();
    if (remote::isAddress(text.toStdString())) {
        files.remote.append(text);
    }
    return files;
}

QString remoteRefusal()
{
    return QCoreApplication::translate(
        "DroppedFiles",
        "It is not on this machine. Open it with File > Open address and save a copy from there, or download the file "
        "and drop it here.");
}

} // namespace cairn::ui
