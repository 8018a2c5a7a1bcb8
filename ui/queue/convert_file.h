#pragma once

#include "core/base/files/file_sink.h"
#include "core/convert/recipe/target_names.h"
#include "ui/queue/queue_item.h"
#include "ui/queue/queue_options.h"

namespace cairn {
class Progress;
}

namespace cairn::ui {

/// A file to convert.
struct ConvertSource {
    std::string path;
    QueueAnswers answers;
    bool mayBeDone = false;  ///< by an application that ended before it could say so: look for its copy first
    std::string target = {}; ///< that a person chose for the copy; empty: as the recipe names it
    FileSink::Existing existing = FileSink::Existing::Refuse; ///< what is at that target
    checkpoint::CheckpointPtr opened = {};                    ///< null: it is not open yet
};

/// Converts one file as the recipe says and tells what became of it. A copy appears only when it is whole, and nothing
/// is written over but what a person agreed to; what a person should be asked first is in the outcome. For worker
/// threads.
[[nodiscard]] QueueOutcome convertFile(const ConvertSource& source, const convert::Recipe& recipe,
                                       convert::TargetNames& names, Progress& progress);

/// Writes a copy of a file that is open, which has every storage where the map sends it and all else as it is.
[[nodiscard]] QueueOutcome saveMapped(const checkpoint::CheckpointPtr& opened, const devices::MapLocation& map,
                                      const std::string& target, FileSink::Existing existing, Progress& progress);

} // namespace cairn::ui
