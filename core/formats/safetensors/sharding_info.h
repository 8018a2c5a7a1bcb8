#pragma once

#include "core/formats/safetensors/safetensors.h"

#include <string>

namespace cairn::formats {

// torch.distributed.checkpoint writes safetensors files that hold pieces of tensors. Where each piece begins in its
// tensor is said in the metadata, as JSON inside of the JSON: {"weight": {"saved_offsets": [3, 0]}}.

/// Whether a file has that, by a look at its beginning alone, where every writer has the metadata.
[[nodiscard]] bool mentionsSharding(const ByteSource& source);

/// The text of it; null where a file has none.
[[nodiscard]] const std::string* shardingText(const SafetensorsHeader& header);

/// Where the tensors of a file that has such a text begin, laid out as SafetensorsHeader::dims. PieceBroken if it is
/// not what torch writes: one place for each tensor of the file, and for no other.
[[nodiscard]] Result<std::vector<std::int64_t>> readOrigins(const SafetensorsHeader& header);

} // namespace cairn::formats
