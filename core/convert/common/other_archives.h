#pragma once

#include "core/checkpoint/checkpoint.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::formats {
class ZipArchive;
}

namespace cairn::convert {

/// One of the zips that a checkpoint consists of which is no zip itself: a shard of a set, a file of a folder, an item
/// of a stream.
struct OtherArchive {
    std::shared_ptr<const formats::ZipArchive> archive;
    std::string prefix;      ///< of the names of its records in messages, where there are several archives
    std::string file;        ///< the path of the file it lies in
    std::uint64_t begin = 0; ///< in that file
};

struct OtherArchives {
    std::vector<OtherArchive> zips;
    std::uint64_t otherFiles = 0; ///< files that are none
};

/// Those of all files, or of the files that are wanted.
[[nodiscard]] Result<OtherArchives> findOtherArchives(const checkpoint::Checkpoint& checkpoint,
                                                      const std::function<bool(std::string_view file)>& isWanted = {});

} // namespace cairn::convert
