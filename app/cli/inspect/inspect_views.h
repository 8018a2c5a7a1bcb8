#pragma once

#include "app/cli/common/json_writer.h"
#include "app/cli/common/screen.h"
#include "app/cli/inspect/checkpoint_summary.h"
#include "core/checkpoint/checkpoint.h"

#include <cstdint>

namespace cairn::cli {

// What `inspect` can print of one checkpoint; one file for each.

enum class JsonDetail : std::uint8_t {
    Whole,
    Summary, ///< without the lists of tensors, storages and values
    Lines,   ///< the summary, then each tensor as a document on a line of its own
};

/// The JSON document, on one line.
void writeCheckpointJson(Output& output, const checkpoint::Checkpoint& checkpoint,
                         JsonDetail detail = JsonDetail::Whole);

/// All of that on one line.
void printShort(Screen& screen, const checkpoint::Checkpoint& checkpoint);
/// Name, format, sizes and devices: what comes first.
void printHeader(Screen& screen, const checkpoint::Checkpoint& checkpoint, const CheckpointSummary& summary);
/// Dtypes, other values, weights_only and issues: what comes last.
void printSummary(Screen& screen, const checkpoint::Checkpoint& checkpoint, const CheckpointSummary& summary);
/// The tensors in file order, cut off after CheckpointSummary::kMostRows.
void printTensors(Screen& screen, const checkpoint::Checkpoint& checkpoint, const CheckpointSummary& summary);
/// Every entry.
void printTree(Screen& screen, const checkpoint::Checkpoint& checkpoint);

// Sections that are asked for
void printStorages(Screen& screen, const checkpoint::Checkpoint& checkpoint);
void printGlobals(Screen& screen, const checkpoint::Checkpoint& checkpoint);
void printValues(Screen& screen, const checkpoint::Checkpoint& checkpoint);

} // namespace cairn::cli
