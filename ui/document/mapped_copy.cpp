#include "ui/document/mapped_copy.h"

#include "core/base/progress.h"
#include "core/convert/common/copy_check.h"
#include "core/convert/common/copy_name.h"
#include "core/convert/retag/retag.h"
#include "core/devices/map/placement.h"
#include "ui/text/changed_records_text.h"
#include "ui/text/display.h"

#include <QCoreApplication>
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
    bool makesMeta = false;
    for (checkpoint::StorageId id = 0; id < source.storages().size(); ++id) {
        const std::string_view target = placement.target(id);
        if (target != source.deviceTag(source.storages()[id].device)) {
            ++changed;
            makesMeta = makesMeta || target == "meta";
        }
    }
    const QString count = countText(changed);
    const QString text =
        placement.targets().size() != 1
            ? QCoreApplication::translate("MappedCopy",
                                          "Saved %1, %2: %3 device tags changed; checked: all else is the same")
                  .arg(name, size, count)
            : QCoreApplication::translate("MappedCopy",
                                          "Saved %1, %2: %3 device tags became %4; checked: all else is the same")
                  .arg(name, size, count, shown(placement.targets().front()));
    return makesMeta
               ? text + QStringLiteral(". ") +
                     QCoreApplication::translate(
                         "MappedCopy", "torch.load gives what is tagged meta without its values. They are still in "
                                       "the file: map_location=\"cpu\" reads them")
               : text;
}

} // namespace

QString mappedCopyName(const QString& path, const MapLocation& map)
{
    const std::string file = pathBytes(QFileInfo(path).absoluteFilePath());
    return QFile::decodeName(
        convert::copyPath(file, isAllToCpu(map) ? convert::kCopyPattern : convert::kMappedPattern).c_str());
}

CopyOutcome writeMappedCopy(const checkpoint::Checkpoint& source, const MapLocation& map, const QString& target,
                            FileSink::Existing existing, Progress& progress)
{
    const std::string path = pathBytes(target);
    const auto format = source.traits().kind == formats::FileKind::Safetensors ? convert::NamedFormat::Safetensors
                                                                               : convert::NamedFormat::Torch;
    if (const auto named = convert::checkCopyName(path, format, source.path()); !named) {
        return {.done = false, .text = shown(named.error().paragraph())};
    }
    std::vector<std::string> changedRecords;
    const auto check = convert::checkAgainst(source, map, path, &progress, &changedRecords);
    const auto report = convert::retag(source, map, path, existing, &progress, check);
    if (!report) {
        return {.done = false, .text = shown(report.error().paragraph())};
    }
    const QString name = shown(QFileInfo(target).fileName().toStdString());
    const QString changed = changedRecordsWords(changedRecords);
    return {.done = true,
            .text = savedText(source, map, name, bytesText(report->bytes)) +
                    (changed.isEmpty() ? QString() : QStringLiteral(".") + changed)};
}

} // namespace cairn::ui
