#pragma once

#include "core/checkpoint/readers/join.h"
#include "core/formats/zip/zip_archive.h"

#include <memory>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// The weights and constants that torch.export.save writes since torch 2.9: bytes alone, each a record of the archive,
/// with tables in JSON that say what tensors they are. A part for each table, named like the folder and the model:
/// "data/weights/model". What is wrong with them goes to `builder`, also records that no table speaks of.
[[nodiscard]] Result<std::vector<JoinPart>>
readExportedTensors(const std::shared_ptr<const formats::ZipArchive>& archive, CheckpointBuilder& builder,
                    const Progress* progress);

} // namespace cairn::checkpoint
