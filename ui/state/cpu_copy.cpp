#include "ui/state/cpu_copy.h"

#include "core/base/progress.h"
#include "core/convert/retag.h"
#include "ui/text/display.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace cairn::ui {

QString cpuCopyName(const QString& path)
{
    const QFileInfo info(path);
    const QString suffix = info.suffix();
    const QString name = info.completeBaseName() + QStringLiteral(".cpu") + (suffix.isEmpty() ? suffix : u'.' + suffix);
    return QDir(info.absolutePath()).filePath(name);
}

CpuCopyOutcome writeCpuCopy(const checkpoint::Checkpoint& source, const QString& target, FileSink::Existing existing,
                            Progress& progress)
{
    const devices::MapLocation map = devices::MapLocation::everythingTo("cpu");
    const auto report = convert::retag(source, map, QFile::encodeName(target).toStdString(), existing, &progress);
    if (!report) {
        return {.done = false, .text = shown(report.error().paragraph())};
    }
    std::uint64_t changed = 0;
    for (const auto& [tag, count] : report->tagsBefore) {
        changed += tag == "cpu" || tag == "meta" ? 0 : count;
    }
    return {.done = true,
            .text =
                QCoreApplication::translate("CpuCopy", "Saved %1, %2: %3 device tags became cpu, all else is the same")
                    .arg(QFileInfo(target).fileName(), bytesText(report->bytes), countText(changed))};
}

} // namespace cairn::ui
