#pragma once

#include "core/checkpoint/checkpoint_builder.h"

#include <span>
#include <string>
#include <string_view>

namespace cairn::checkpoint {

/// One checkpoint inside another: a shard of a set, a record of an archive.
struct JoinPart {
    CheckpointPtr checkpoint;
    std::string name; ///< shard file or record: goes before its storage keys, as NAME:KEY
};

enum class JoinLayout {
    OneGroupEach, ///< a row for each part, named after it
    OneTree,      ///< the rows of all parts side by side, as if they had been saved together; the same attribute once
};

/// Fills an empty builder with the rows, tensors, storages, globals and issues of several checkpoints under one root.
/// Their sources stay open through the result.
void joinCheckpoints(CheckpointBuilder& builder, std::string_view rootType, std::span<const JoinPart> parts,
                     JoinLayout layout);

} // namespace cairn::checkpoint
