#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/convert/retag/retag_plan.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cairn::convert {

/// What to write behind the end of a zip so that it gets other pickles, and where. Nothing in front of `oldEnd`
/// changes, and records do not move.
///
///     |<-- the old file -->|<------------ added ------------>|<- bridge ->|
///     |records, directory, |new pickles, all of the directory,|old end     |
///     |end records         |end records                       |records     |
///     0                 oldEnd                             newEnd     newEnd + bridge
///
/// A zip is read from its end. With the bridge written first, the file is the old one for every reader whatever lies in
/// front of the bridge; once the bridge is cut off, it is the new one. Either is one system call.
struct InPlaceChange {
    struct Part {
        std::string bytes;
        std::shared_ptr<const ByteSource> source; ///< its bytes follow those
    };

    std::uint64_t oldEnd = 0;
    std::uint64_t newEnd = 0;
    std::vector<Part> added;
    std::string bridge;
};

[[nodiscard]] Result<InPlaceChange> makeInPlaceChange(const formats::ZipArchive& archive, const RetagPlan& plan);

/// Where the zip ended before a change that was killed half-way: the file ends in a bridge, and the old end records are
/// still where they were. Nothing for other files.
[[nodiscard]] Result<std::optional<std::uint64_t>> endBeforeBrokenChange(const SourcePtr& file);

} // namespace cairn::convert
