#pragma once

#include "core/checkpoint/checkpoint_builder.h"
#include "core/checkpoint/tree/document_set.h"
#include "core/checkpoint/tree/tensor_reader.h"

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// A checkpoint made of one pickle, read again with that pickle: for each row the value it shows, for each reference to
/// a storage or a saved tensor what it means. For whoever writes the values anew. Owned by one conversion.
class PickledTree {
public:
    /// Unsupported for containers whose object is not one pickle.
    [[nodiscard]] static Result<std::unique_ptr<PickledTree>> read(const Checkpoint& checkpoint,
                                                                   const Progress* progress);

    [[nodiscard]] const Checkpoint& rows() const noexcept { return *m_rows; }
    [[nodiscard]] const PickleDocument& document() const { return (*m_documents)[0]; }
    [[nodiscard]] const formats::PickleGraph& graph() const { return document().graph; }
    /// The node of a row in graph(); kNoNode for rows inside nested storage data.
    [[nodiscard]] formats::NodeId node(EntryId row) const;
    /// The storage that a persistent id or a `_load_from_bytes` call stands for.
    [[nodiscard]] const StorageUse* storage(formats::NodeId node) const;
    /// The tensor that a persistent id stands for, in a tar.
    [[nodiscard]] const TensorSpec* savedTensor(formats::NodeId node) const;

private:
    PickledTree() = default;
    [[nodiscard]] Result<std::unique_ptr<PickleDocument>> open(const Checkpoint& checkpoint, const Progress* progress);
    [[nodiscard]] Result<std::unique_ptr<PickleDocument>> openTar(const SourcePtr& source, const std::string& path,
                                                                  const Progress* progress);
    void collectReferences();

    std::unique_ptr<CheckpointBuilder> m_builder;
    std::unique_ptr<DocumentSet> m_documents;
    CheckpointPtr m_rows;
    LargeVector<NodeRef> m_refs;
    std::unordered_map<formats::NodeId, StorageUse> m_storages;
    std::unordered_map<formats::NodeId, TensorSpec> m_tensors;
};

} // namespace cairn::checkpoint
