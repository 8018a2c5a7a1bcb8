#pragma once

#include "core/gate/finding.h"
#include "ui/document/document.h"

#include <vector>

namespace cairn::ui {

/// What was found when all of a document was looked at, and the rows that it is about.
struct Examination {
    gate::GateReport report;
    std::vector<checkpoint::EntryId> rows; ///< of each finding; kNoId: of none
    std::vector<LocatedIssue> others;      ///< what was noticed when it was opened, and no finding tells
};

/// Reads every byte that has a checksum, and every value. What keeps it from loading on one machine or with one map is
/// told elsewhere.
[[nodiscard]] Result<Examination> examineDocument(const Document& document, Progress& progress);

} // namespace cairn::ui
