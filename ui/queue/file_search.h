#pragma once

#include "core/convert/recipe/recipe.h"
#include "ui/queue/disk_space_check.h"

#include <QString>

#include <cstdint>
#include <string>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::ui {

/// A file that a search came to.
struct FoundFile {
    std::string path;
    std::string target; ///< where its copy would go
    std::uint64_t bytes = 0;
    QString refusal;        ///< why it is not converted; empty: it is
    bool isFailure = false; ///< it could not be read at all
};

/// What a search found.
struct FoundFiles {
    std::vector<FoundFile> files;
    std::uint64_t unnamed = 0; ///< files that are no checkpoints, beyond those that are listed
    QString room;              ///< what is wrong if the disk has too little room for all copies
};

/// Looks at files, and into folders with all that is in them, and says by content which are to be converted. Folders
/// that are links are not followed. `pending`: copies that need room besides. For worker threads; a stop ends it with
/// what was found so far.
[[nodiscard]] FoundFiles searchFiles(const std::vector<std::string>& paths, const convert::Recipe& recipe,
                                     std::vector<PendingCopy> pending, Progress& progress);

} // namespace cairn::ui
