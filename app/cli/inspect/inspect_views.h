#pragma once

#include "app/cli/common/json_writer.h"
#include "app/cli/common/screen.h"
#include "app/cli/inspect/checkpoint_summary.h"
#include "core/base/large_vector.h"
#include "core/base/progress.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/pieces/piece_list.h"
#include "core/rows/row_query.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace cairn::cli {

// What `inspect` can print of one checkpoint; one file for each.

enum class JsonDetail : std::uint8_t {
    Whole,
    Summary, ///< without the lists of tensors, storages and values
    Lines,   ///< the summary, then each tensor as a document on a line of its own
};

/// What a search leaves of a checkpoint.
struct Found {
    LargeVector<std::uint8_t> marks; ///< of core/rows, one for each entry
    bool isNothing = true;
    bool hasLeaves = false;    ///< something besides groups
    std::uint64_t tensors = 0; ///< without parts of others
    std::uint64_t bytes = 0;   ///< logical ones
};

[[nodiscard]] Found findRows(const checkpoint::Checkpoint& checkpoint, const rows::RowQuery& query,
                             const Progress& progress);
[[nodiscard]] bool isShownOf(const checkpoint::Checkpoint& checkpoint, const Found& found, checkpoint::EntryId id);

/// These rows and all that is in them.
[[nodiscard]] Found findBelow(const checkpoint::Checkpoint& checkpoint, std::span<const checkpoint::EntryId> tops);

/// The JSON document, on one line; with `found` only the tensors and values that are shown of it.
void writeCheckpointJson(Output& output, const checkpoint::Checkpoint& checkpoint,
                         JsonDetail detail = JsonDetail::Whole, const Found* found = nullptr);

/// The document of a part of it: the tensors and values that are shown of `found`. `more` adds to it.
void writePartJson(Output& output, const checkpoint::Checkpoint& checkpoint, const std::string& name,
                   const Found& found, const std::function<void(JsonWriter&)>& more);

/// All of that on one line.
void printShort(Screen& screen, const checkpoint::Checkpoint& checkpoint);
/// Name, format, sizes and devices: what comes first.
void printHeader(Screen& screen, const checkpoint::Checkpoint& checkpoint, const CheckpointSummary& summary);
/// Dtypes, other values, weights_only and issues: what comes last.
void printSummary(Screen& screen, const checkpoint::Checkpoint& checkpoint, const CheckpointSummary& summary);
/// The tensors in file order, cut off after CheckpointSummary::kMostRows.
void printTensors(Screen& screen, const checkpoint::Checkpoint& checkpoint, const CheckpointSummary& summary);
/// The rows that are shown of it.
void printFoundRows(Screen& screen, const checkpoint::Checkpoint& checkpoint, const Found& found);
/// All that was found.
void printFound(Screen& screen, const checkpoint::Checkpoint& checkpoint, const CheckpointSummary& summary,
                const Found& found);
/// The name of each row that has one, on a line of its own; with `found` of those that are shown of it.
/// `before` stands in front of each.
void printNames(Output& output, const checkpoint::Checkpoint& checkpoint, std::string_view before,
                const Found* found = nullptr);
/// Every entry.
void printTree(Screen& screen, const checkpoint::Checkpoint& checkpoint);

/// What the model in it is made of.
void printModel(Screen& screen, const checkpoint::Checkpoint& checkpoint);
void writeModelJson(Output& output, const checkpoint::Checkpoint& checkpoint);

// Sections that are asked for
void printStorages(Screen& screen, const checkpoint::Checkpoint& checkpoint);
void printGlobals(Screen& screen, const checkpoint::Checkpoint& checkpoint);
void printValues(Screen& screen, const checkpoint::Checkpoint& checkpoint);
/// The files of a folder, and which of them has which piece of which tensor; with `found` of those that are shown of
/// it.
void printPieces(Screen& screen, const checkpoint::Checkpoint& checkpoint, const Found* found);

// The same as members of its JSON document
void writeFilesJson(JsonWriter& json, const checkpoint::PieceList& pieces);
void writePiecesJson(Output& output, JsonWriter& json, const checkpoint::Checkpoint& checkpoint,
                     const checkpoint::PieceList& pieces);

} // namespace cairn::cli
