#pragma once

#include "core/checkpoint/readers/pickled_tree.h"
#include "core/formats/pickle/graph_edit.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace cairn::convert {

/// A tensor that looks into a storage: the place in the pickle that says how.
struct StorageView {
    formats::NodeId at = formats::kNoNode;   ///< (storage, offset, size, stride, ...); or the persistent id, in a tar
    formats::NodeId call = formats::kNoNode; ///< that gets it as its arguments; kNoNode: something else gets it
    checkpoint::Constructor rebuild = checkpoint::Constructor::Other;
    checkpoint::StorageId storage = checkpoint::kNoId;
    formats::Dtype dtype = formats::Dtype::Unknown;
    std::uint64_t begin = 0; ///< bytes of the storage that it reaches
    std::uint64_t end = 0;   ///< equal to begin without elements
    std::uint64_t itemBytes = 1;
    bool requiresGrad = false;
};

/// What is left of the storages of a pickle after values were taken out of it.
struct StorageUses {
    struct Reference {
        formats::NodeId node = formats::kNoNode; ///< a persistent id or a `_load_from_bytes` call
        checkpoint::StorageId storage = checkpoint::kNoId;
    };
    std::vector<Reference> references; ///< in the order in which the pickle names them
    std::vector<StorageView> views;
    std::unordered_map<formats::NodeId, std::size_t> viewAt; ///< places in `views`
    std::vector<bool> bare;                                  ///< by storage: something else than a tensor refers to it
    std::vector<formats::NodeId> classesWithCode;            ///< persistent ids that carry a class and its source
};

/// Walks everything that an edited pickle still holds. Unsupported if it refers to something that is no storage.
[[nodiscard]] Result<StorageUses> walkStorages(const checkpoint::PickledTree& tree, const formats::GraphEdit& edit);

/// The place that says how the tensor of a node looks into its storage, through parameters and subclasses; kNoNode if
/// it has none.
[[nodiscard]] formats::NodeId viewOf(const checkpoint::PickledTree& tree, formats::NodeId node);

} // namespace cairn::convert
