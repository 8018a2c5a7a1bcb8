#pragma once

#include "core/base/text/message.h"

#include <optional>
#include <string>

namespace cairn::checkpoint {

/// The checkpoint that a file is only a part of.
struct Whole {
    std::string path; ///< opens as the whole: the folder, or the index of shards
    Message words;    ///< what the file is: "This is the file of one rank, ..."
};

/// By the file's name and those beside it; nothing for a file that is whole by itself, or whose whole does not open.
[[nodiscard]] std::optional<Whole> wholeOf(const std::string& path);

} // namespace cairn::checkpoint
