#include "ui/window/sample.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

namespace cairn::ui {

QString sampleFile()
{
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation));
    const QString path = folder.filePath(QStringLiteral("two_gpus.pth"));
    QFile sample(QStringLiteral(":/samples/two_gpus.pth"));
    if (QFile(path).size() == sample.size() && sample.size() != 0) {
        return path;
    }
    QFile::remove(path);
    if (!folder.mkpath(QStringLiteral(".")) || !sample.copy(path)) {
        return {};
    }
    QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner);
    return path;
}

} // namespace cairn::ui
