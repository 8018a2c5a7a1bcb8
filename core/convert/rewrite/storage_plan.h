#pragma once

#include "core/checkpoint/readers/pickled_tree.h"
#include "core/convert/common/cast.h"
#include "core/convert/rewrite/tied_storages.h"
#include "core/convert/rewrite/tree_edit.h"
#include "core/formats/pickle/graph_edit.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace cairn::convert {

/// Which container the values go into.
enum class PickleContainer : std::uint8_t {
    Zip,    ///< of torch.save since 1.6
    Legacy, ///< the stream before it
};

/// What is to become of the storages.
struct StorageRules {
    CastRules casts = CastRules();
    bool compact = false; ///< cut each to the range that tensors reach
    PickleContainer container = PickleContainer::Zip;
    std::vector<Tie> ties = {};
};

/// A storage that will be written.
struct NewStorage {
    checkpoint::StorageId source = checkpoint::kNoId; ///< in the rows of the tree
    std::string key;
    std::string tensor; ///< the new name of a tensor that looks into it, for messages; may be empty
    formats::Dtype from = formats::Dtype::Unknown;
    formats::Dtype dtype = formats::Dtype::Unknown;  ///< Unknown: untyped
    formats::Dtype castTo = formats::Dtype::Unknown; ///< Unknown: the bytes stay as they are
    std::uint64_t begin = 0;                         ///< in the source
    std::uint64_t sourceBytes = 0;
    std::uint64_t bytes = 0; ///< as written

    [[nodiscard]] bool isCast() const { return castTo != formats::Dtype::Unknown; }
    /// Elements, in the unit that a persistent id counts in.
    [[nodiscard]] std::uint64_t numel() const { return bytes / formats::dtypeInfo(dtype).storageBytes; }
};

struct StoragePlan {
    std::vector<NewStorage> storages;
    TiedStorages tied;
    std::vector<Tie> ties;                     ///< that made them
    std::vector<checkpoint::StorageId> nested; ///< that stay inside bytes which are values of the pickle
    std::uint64_t dataBytes = 0;
    std::uint64_t storagesLeftOut = 0;
    std::uint64_t bytesLeftOut = 0;   ///< of them
    std::uint64_t bytesCut = 0;       ///< of storages that were compacted
    std::uint64_t classesLeftOut = 0; ///< pieces of source code beside classes, which torch only warns by
    std::vector<std::string> unusedRules;

    /// What is written of each storage; storages that are tied have the same.
    [[nodiscard]] std::unordered_map<checkpoint::StorageId, const NewStorage*> bySource() const;
};

/// Finds the storages that an edited pickle still needs and adds to the edit what makes its references fit them: keys,
/// sizes, offsets of views, classes, dtypes. Unsupported, by name, where a rule cannot be followed.
[[nodiscard]] Result<StoragePlan> planStorages(const checkpoint::PickledTree& tree, const TreeEdit& rows,
                                               StorageRules& rules, formats::GraphEdit& edit, const Progress* progress);

} // namespace cairn::convert
