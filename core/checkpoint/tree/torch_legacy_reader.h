#pragma once

#include "core/checkpoint/checkpoint_builder.h"
#include "core/checkpoint/pickles/pickle_document.h"

#include <memory>
#include <string>

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// The stream that torch.save wrote before 1.6: magic number, protocol version, system info, the object, the keys of
/// its storages (five pickles in a row), then each storage as its element count and its bytes.
/// Also what `_load_from_bytes` blobs hold. LegacyHeader if the magic number is not there.
[[nodiscard]] Result<std::unique_ptr<PickleDocument>> readLegacyDocument(CheckpointBuilder& builder,
                                                                         const StorageSource& source,
                                                                         std::string keyPrefix,
                                                                         const Progress* progress);

} // namespace cairn::checkpoint
