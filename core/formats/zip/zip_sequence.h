#pragma once

#include "core/base/files/byte_source.h"

#include <cstdint>
#include <vector>

namespace cairn::formats {

/// Whether a zip begins there, as its first record says.
[[nodiscard]] Result<bool> startsZip(const ByteSource& source, std::uint64_t offset = 0);

/// Several torch zips written back to back, as torch.distributed.checkpoint does in its .distcp files: each as a
/// source of its own, in file order. Empty unless they cover the file without a gap.
[[nodiscard]] Result<std::vector<SourcePtr>> splitZipSequence(const SourcePtr& source);

} // namespace cairn::formats
