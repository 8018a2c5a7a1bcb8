#pragma once

#include "core/checkpoint/checkpoint.h"

#include <string>

namespace cairn::devices {

/// Checkpoint::entryName for many entries: siblings share the work for their parent.
class EntryNames {
public:
    explicit EntryNames(const checkpoint::Checkpoint& checkpoint) : m_checkpoint(checkpoint) {}

    [[nodiscard]] std::string of(checkpoint::EntryId id)
    {
        const checkpoint::Entry& entry = m_checkpoint.entries()[id];
        if (entry.parent == checkpoint::kNoId || entry.parent == 0) {
            return m_checkpoint.entryName(id);
        }
        if (entry.parent != m_parent) {
            m_parent = entry.parent;
            m_prefix = m_checkpoint.entryName(entry.parent) + '.';
        }
        return m_prefix + m_checkpoint.keyText(entry);
    }

private:
    const checkpoint::Checkpoint& m_checkpoint;
    checkpoint::EntryId m_parent = checkpoint::kNoId;
    std::string m_prefix;
};

} // namespace cairn::devices
