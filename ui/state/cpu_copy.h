#pragma once

#include "core/base/file_sink.h"
#include "core/checkpoint/checkpoint.h"

#include <QString>

namespace cairn {
class Progress;
}

namespace cairn::ui {

/// "model.cpu.pth" beside "model.pth"
[[nodiscard]] QString cpuCopyName(const QString& path);

/// How writing a copy ended, in words.
struct CpuCopyOutcome {
    bool done = false;
    QString text;
};

/// Writes a copy that has every storage on the cpu, and checks it against its source. For worker threads.
[[nodiscard]] CpuCopyOutcome writeCpuCopy(const checkpoint::Checkpoint& source, const QString& target,
                                          FileSink::Existing existing, Progress& progress);

} // namespace cairn::ui
