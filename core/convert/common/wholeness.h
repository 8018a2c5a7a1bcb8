#pragma once

#include "core/checkpoint/checkpoint.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::convert {

/// What is missing, damaged or changed.
struct Fault {
    ErrorCode code = ErrorCode::Internal;
    std::string name; ///< the entry, record or file that it is about; empty: the whole
    Message words;    ///< without that name
    std::string text; ///< in full
};

/// Whether a file is all that was saved, as far as it can tell.
struct Wholeness {
    std::vector<Fault> faults;
    std::vector<Message> extras;         ///< bytes that were put to what was saved, of which torch takes no notice
    std::vector<std::string> unlisted;   ///< records of zips that their directories do not list
    std::vector<std::string> otherSizes; ///< records whose own headers have other sizes than the directory
    std::uint64_t commentBytes = 0;      ///< of zips
    // Records of zips, compared with the checksum that came with each. Other formats have neither.
    std::uint64_t intact = 0;
    std::uint64_t withoutChecksum = 0;
    std::uint64_t unnamed = 0;    ///< of the one zip that it is, records among the storages that hold none
    std::uint64_t otherFiles = 0; ///< that are no zips: some shards of a set, or the only file
    std::uint64_t intactBytes = 0;
};

/// Reads every record of the checkpoint's zips, and takes what was found wrong when it was opened.
[[nodiscard]] Result<Wholeness> checkWholeness(const checkpoint::Checkpoint& checkpoint, Progress* progress);

} // namespace cairn::convert
