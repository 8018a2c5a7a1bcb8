#pragma once

#include "core/checkpoint/checkpoint_builder.h"
#include "core/checkpoint/pickles/pickle_document.h"

#include <memory>
#include <string>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// The pickles that such a stream begins with.
struct LegacyPickles {
    formats::PickleGraph magic;
    formats::PickleGraph version;
    formats::PickleGraph system;
    formats::PickleGraph object;
    formats::PickleGraph keys; ///< where it ends the storages begin
};

/// LegacyHeader at byte 0 if the magic number is not there.
[[nodiscard]] Result<LegacyPickles> decodeLegacyPickles(ReadBudget& budget, const SourcePtr& bytes,
                                                        const Progress* progress);

/// The keys of the storages, in the order of the file.
[[nodiscard]] std::vector<std::string> legacyKeys(const formats::PickleGraph& keys);

/// The stream that torch.save wrote before 1.6: magic number, protocol version, system info, the object, the keys of
/// its storages (five pickles in a row), then each storage as its element count and its bytes.
/// Also what `_load_from_bytes` blobs hold. LegacyHeader if the magic number is not there.
[[nodiscard]] Result<std::unique_ptr<PickleDocument>> readLegacyDocument(CheckpointBuilder& builder,
                                                                         const StorageSource& source,
                                                                         std::string keyPrefix,
                                                                         const Progress* progress);

} // namespace cairn::checkpoint
