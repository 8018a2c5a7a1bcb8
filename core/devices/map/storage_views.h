#pragma once

#include "core/checkpoint/checkpoint.h"

#include <unordered_map>

namespace cairn::devices {

/// The rows that look into each storage: its tensors, or where it was saved as a value of its own. Keeps a reference to
/// the checkpoint.
class StorageViews {
public:
    explicit StorageViews(const checkpoint::Checkpoint& checkpoint) : m_checkpoint(checkpoint)
    {
        for (checkpoint::EntryId id = 0; id < checkpoint.entries().size(); ++id) {
            const checkpoint::Entry& entry = checkpoint.entries()[id];
            if (entry.kind == checkpoint::EntryKind::Storage) {
                m_bare.emplace(static_cast<checkpoint::StorageId>(entry.payload), id);
            }
        }
    }

    /// `visit(EntryId, Dtype)` for each; once with kNoId for a storage that no row shows.
    template <typename Visit>
    void of(checkpoint::StorageId id, Visit&& visit) const
    {
        const auto tensors = m_checkpoint.tensorsOf(id);
        for (const checkpoint::TensorId tensor : tensors) {
            visit(m_checkpoint.tensors()[tensor].entry, m_checkpoint.tensors()[tensor].dtype);
        }
        const auto [first, last] = m_bare.empty() ? std::pair(m_bare.end(), m_bare.end()) : m_bare.equal_range(id);
        for (auto entry = first; entry != last; ++entry) {
            visit(entry->second, m_checkpoint.storages()[id].dtype);
        }
        if (tensors.empty() && first == last) {
            visit(checkpoint::kNoId, m_checkpoint.storages()[id].dtype);
        }
    }

private:
    const checkpoint::Checkpoint& m_checkpoint;
    std::unordered_multimap<checkpoint::StorageId, checkpoint::EntryId> m_bare;
};

} // namespace cairn::devices
