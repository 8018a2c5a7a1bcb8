#pragma once

#include "core/base/files/file_sink.h"
#include "core/checkpoint/checkpoint.h"
#include "core/devices/map/map_location.h"

#include <QString>

namespace cairn {
class Progress;
}

namespace cairn::ui {

/// "model.cpu.pth" beside "model.pth", or "model.mapped.pth" where not all goes to the cpu.
[[nodiscard]] QString mappedCopyName(const QString& path, const devices::MapLocation& map);

/// How writing a copy ended, in words.
struct CopyOutcome {
    bool done = false;
    QString text;
};

/// Writes a copy that has every storage where the map sends it, and checks it against its source. For worker threads.
[[nodiscard]] CopyOutcome writeMappedCopy(const checkpoint::Checkpoint& source, const devices::MapLocation& map,
                                          const QString& target, FileSink::Existing existing, Progress& progress);

} // namespace cairn::ui
