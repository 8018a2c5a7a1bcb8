#pragma once

#include "core/base/error.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/pickles/storage_table.h"
#include "core/checkpoint/pieces/boxes_source.h"
#include "core/formats/pickle/pickle_graph.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

class CheckpointBuilder;
struct PickleDocument;

/// A checkpoint that lies in many files, as the one file that torch.save would have made of it: a pickle, and where the
/// bytes of its storages are. What reads and writes such files reads and writes this.
struct Assembly {
    SourcePtr pickle;
    std::vector<StorageSource> sources;
    LargeVector<StorageBytes> storages;                  ///< by key; `source` is a place in `sources`
    std::unordered_map<std::uint32_t, Error> unreadable; ///< storages without bytes, and why
    std::shared_ptr<const FileSet> files;
    std::shared_ptr<const BoxesSource> boxes;  ///< of the tensors that are in pieces
    LargeVector<std::uint32_t> storageOfBoxes; ///< by tensor of the boxes: the key of its storage

    /// The key of a new storage.
    [[nodiscard]] std::uint32_t add(StorageBytes bytes)
    {
        storages.push_back(bytes);
        return static_cast<std::uint32_t>(storages.size() - 1);
    }
};

/// Its pickle, with what is needed to make sense of it.
[[nodiscard]] Result<std::unique_ptr<PickleDocument>> openAssembly(const Assembly& assembly, CheckpointBuilder& builder,
                                                                   const Progress* progress);

} // namespace cairn::checkpoint
