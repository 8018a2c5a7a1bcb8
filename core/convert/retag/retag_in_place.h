#pragma once

#include "core/base/files/file_patch.h"
#include "core/convert/retag/in_place_change.h"
#include "core/convert/retag/retag_plan.h"

namespace cairn::convert {

struct InPlaceReport {
    RetagReport retag;             ///< its bytes: of the file afterwards
    std::uint64_t bytesBefore = 0; ///< the old file is so many bytes at the beginning of the new one
};

/// What retagInPlace() will do.
struct InPlacePlan {
    RetagPlan retag;
    InPlaceChange change;
    InPlaceReport report;
};

[[nodiscard]] Result<InPlacePlan> planRetagInPlace(const checkpoint::Checkpoint& source, const TagMap& map,
                                                   const Progress* progress);

/// Gives the storages of a zip other tags inside the file itself, in a time that does not depend on its size: new
/// pickles and a new directory go behind the old end. Storages do not move, and the old pickles stay in the file as
/// unused bytes. The process may be killed at any moment: the file loads as before or as after; what a killed run left
/// is taken away by the next. A run that fails leaves the file as it was.
[[nodiscard]] Result<InPlaceReport> retagInPlace(const checkpoint::Checkpoint& source, const InPlacePlan& plan,
                                                 FilePatch::HardLinks links, const Progress* progress);

/// Makes the file again what it was before retagInPlace().
[[nodiscard]] Result<void> undoRetagInPlace(const std::string& path, const InPlaceReport& done);

} // namespace cairn::convert
