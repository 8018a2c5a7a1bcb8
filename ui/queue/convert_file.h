#pragma once

#include "ui/queue/queue_item.h"
#include "ui/queue/queue_options.h"
#include "ui/queue/target_names.h"

namespace cairn {
class Progress;
}

namespace cairn::ui {

/// Where the copy of a file goes, if nothing is there yet.
[[nodiscard]] std::string wantedTarget(const std::string& path, const QueueOptions& options);

/// A file to convert.
struct ConvertSource {
    std::string path;
    bool mayBeDone = false; ///< by an application that ended before it could say so: look for its copy first
};

/// Converts one file as the options say and tells what became of it. A copy appears only when it is whole, and nothing
/// is ever written over. For worker threads.
[[nodiscard]] QueueOutcome convertFile(const ConvertSource& source, const QueueOptions& options, TargetNames& names,
                                       Progress& progress);

} // namespace cairn::ui
