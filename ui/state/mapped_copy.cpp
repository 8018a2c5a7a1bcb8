#include "ui/state/mapped_copy.h"

#include "core/base/progress.h"
#include "core/convert/retag.h"
#include "core/devices/placement.h"
#include "ui/text/display.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace cairn::ui {

using devices::MapLocation;

namespace {

bool isAllToCpu(const MapLocation& map)
{
    return map == MapLocation::everythingTo("cpu") || map == MapLocation::device("cpu");
}

QString savedText(const checkpoint::Checkpoint& source, const MapLocation& map, const QString& name,
                  const QString& size)
{
    const devices::Placement placement = devices::placeStorages(source, map);
    std::uint64_t changed = 0;
    for (checkpoint::StorageId id = 0; id < source.storages().size(); ++id) {
        changed += placement.target(id) == source.deviceTag(source.storages()[id].device) ? 0U : 1U;
    }
    const QString count = countText(changed);
    if (placement.targets().size() != 1) {
        return QCoreApplication::translate("MappedCopy", "Saved %1, %2: %3 device tags changed, all else is the same")
            .arg(name, size, count);
    }
    return QCoreApplication::translate("MappedCopy", "Saved %1, %2: %3 device tags became %4, all else is the same")
        .arg(name, size, count, shown(placement.targets().front()));
}

} // namespace

QString mappedCopyName(const QString& path, const MapLocation& map)
{
    const QFileInfo info(path);
    const QString suffix = info.suffix();
    const QString name = info.completeBaseName() +
                         (isAllToCpu(map) ? QStringLiteral(".cpu") : QStringLiteral(".mapped")) +
                         (suffix.isEmpty() ? suffix : u'.' + suffix);
    return QDir(info.absolutePath()).filePath(name);
}

CopyOutcome writeMappedCopy(const checkpoint::Checkpoint& source, const MapLocation& map, const QString& target,
                            FileSink::Existing existing, Progress& progress)
{
    const auto report = convert::retag(source, map, QFile::encodeName(target).toStdString(), existing, &progress);
    if (!report) {
        return {.done = false, .text = shown(report.error().paragraph())};
    }
    return {.done = true,
            .text =
                savedText(source, map, shown(QFileInfo(target).fileName().toStdString()), bytesText(report->bytes))};
}

} // namespace cairn::ui
