#pragma once

#include "core/base/error.h"
#include "core/convert/recipe/recipe_route.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::cli {

using convert::InputFile;

/// What a tree is searched for.
enum class TreeUse : std::uint8_t {
    Read,   ///< a set of shards is one, by its index
    Copy,   ///< and what no copy can be made of is a failure
    InPlace ///< each file by itself
};

/// The checkpoints below folders, and what else is there.
struct TreeFiles {
    std::vector<InputFile> files;
    std::vector<Error> failures; ///< what cannot be read, or used so
    std::uint64_t others = 0;    ///< files that are no checkpoints
    std::uint64_t hiddenFiles = 0;
    std::uint64_t shards = 0;        ///< files that an index stands for
    std::uint64_t hiddenFolders = 0; ///< not searched, and neither are the next two
    std::uint64_t linkedFolders = 0;
    std::uint64_t foldersOfCopies = 0;

    /// "2 checkpoints; passed over: 3 other files, 1 hidden folder"
    [[nodiscard]] std::string text() const;
};

/// Adds the checkpoints below a folder: files whose name says that they are, and those that are by their content.
/// `copies` is the folder that is written to; it is not searched. Ends early when a stop is asked for.
void searchTree(const std::string& top, TreeUse use, const std::string& copies, Progress& progress, TreeFiles& found);

} // namespace cairn::cli
