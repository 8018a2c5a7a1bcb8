#pragma once

#include "core/base/files/file_sink.h"
#include "core/convert/common/changed_records.h"
#include "core/convert/common/difference.h"
#include "core/convert/tensors/safetensors_plan.h"
#include "core/convert/tensors/tensor_bytes.h"

#include <string>

namespace cairn::convert {

/// Writes a plan's file: every tensor in row-major order and little endian, its bytes otherwise as they were saved.
/// Memory stays at a few megabytes. `sums` gets those of storages that would have to be fetched again for them.
[[nodiscard]] Result<void> writeSafetensors(const checkpoint::Checkpoint& source, const SafetensorsPlan& plan,
                                            FileSink& sink, Overflows& overflows, StorageSums& sums,
                                            Progress* progress);

/// Reads a written file again and compares it with the plan and the source: names, dtypes, shapes, metadata and every
/// value. Says the first difference; nothing if there is none.
[[nodiscard]] Result<Difference> firstDifference(const checkpoint::Checkpoint& source, const SafetensorsPlan& plan,
                                                 const std::string& target, Progress* progress);

} // namespace cairn::convert
