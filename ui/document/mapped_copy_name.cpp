#include "ui/document/mapped_copy_name.h"

#include "core/checkpoint/folders/folder_kind.h"
#include "core/convert/common/copy_name.h"
#include "core/remote/address.h"
#include "ui/text/display.h"

#include <QFileInfo>
#include <QStandardPaths>

namespace cairn::ui {

using devices::MapLocation;

QString copyNameBeside(const QString& path, std::string_view pattern)
{
    if (const std::string address = pathBytes(path); remote::isAddress(address)) {
        const QString downloads = QStandardPaths::writableLocation(QStandardPaths::DownloadLocation);
        const std::string name(remote::fileNameOf(address));
        return pathFromBytes(convert::copyPath(pathBytes(downloads) + '/' + name, pattern));
    }
    const auto folder = checkpoint::folderOf(pathBytes(path));
    const QString source = folder ? pathFromBytes(*folder) : path;
    QString name = pathFromBytes(convert::copyPath(pathBytes(QFileInfo(source).absoluteFilePath()), pattern));
    return folder && QFileInfo(name).suffix() != QLatin1String("safetensors") ? name + QStringLiteral(".pth") : name;
}

QString mappedCopyName(const QString& path, const MapLocation& map)
{
    const bool isAllToCpu = map == MapLocation::everythingTo("cpu") || map == MapLocation::device("cpu");
    return copyNameBeside(path, isAllToCpu ? convert::kCopyPattern : convert::kMappedPattern);
}

} // namespace cairn::ui
