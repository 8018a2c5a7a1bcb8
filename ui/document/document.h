#pragma once

#include "core/base/progress.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/parameter_count.h"
#include "core/checkpoint/pieces/piece_list.h"
#include "core/rows/entry_sums.h"

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cairn::ui {

/// An issue, and the row it is about if there is one.
struct LocatedIssue {
    Issue issue;
    checkpoint::EntryId entry = checkpoint::kNoId;
};

/// An open checkpoint with all that the window shows of it. Made on a worker thread, never changed after, shared.
struct Document {
    checkpoint::CheckpointPtr checkpoint;
    rows::EntrySums sums;
    checkpoint::ParameterCount parameters;
    std::vector<std::pair<std::string, checkpoint::Usage>> devices;
    std::vector<LocatedIssue> issues;
    std::shared_ptr<const checkpoint::PieceList> pieces; ///< of a folder; null: it is none
    bool hasNotes = false;                               ///< there is something unusual to say about some tensor

    [[nodiscard]] rows::EntrySum sumOf(checkpoint::EntryId id) const { return sums.of(*checkpoint, id); }
};

using DocumentPtr = std::shared_ptr<const Document>;

/// The first row of each of these names, as far as there are any; keys are views of the names.
[[nodiscard]] std::unordered_map<std::string_view, checkpoint::EntryId>
rowsNamed(const checkpoint::Checkpoint& checkpoint, const std::vector<std::string_view>& names,
          const Progress& progress);

[[nodiscard]] Result<DocumentPtr> openDocument(const std::string& path, Progress& progress);

} // namespace cairn::ui
