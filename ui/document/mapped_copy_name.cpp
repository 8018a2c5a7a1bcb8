#include "ui/document/mapped_copy_name.h"

#include "core/convert/common/copy_name.h"
#include "ui/text/display.h"

#include <QFile>
#include <QFileInfo>

namespace cairn::ui {

using devices::MapLocation;

QString mappedCopyName(const QString& path, const MapLocation& map)
{
    const bool isAllToCpu = map == MapLocation::everythingTo("cpu") || map == MapLocation::device("cpu");
    const std::string file = pathBytes(QFileInfo(path).absoluteFilePath());
    return QFile::decodeName(
        convert::copyPath(file, isAllToCpu ? convert::kCopyPattern : convert::kMappedPattern).c_str());
}

} // namespace cairn::ui
