#include "ui/document/mapped_copy_name.h"

#include "core/convert/common/copy_name.h"
#include "ui/text/display.h"

#include <QFile>
#include <QFileInfo>

namespace cairn::ui {

using devices::MapLocation;

QString copyNameBeside(const QString& path, std::string_view pattern)
{
    const QFileInfo source(path);
    QString name = QFile::decodeName(convert::copyPath(pathBytes(source.absoluteFilePath()), pattern).c_str());
    return source.isDir() && QFileInfo(name).suffix() != QLatin1String("safetensors") ? name + QStringLiteral(".pth")
                                                                                      : name;
}

QString mappedCopyName(const QString& path, const MapLocation& map)
{
    const bool isAllToCpu = map == MapLocation::everythingTo("cpu") || map == MapLocation::device("cpu");
    return copyNameBeside(path, isAllToCpu ? convert::kCopyPattern : convert::kMappedPattern);
}

} // namespace cairn::ui
