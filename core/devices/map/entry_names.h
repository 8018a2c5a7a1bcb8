#pragma once

#include "core/checkpoint/checkpoint.h"

#include <string>

namespace cairn::devices {

/// Checkpoint::entryName for many entries: siblings share the work for their parent, and all one buffer.
class EntryNames {
public:
    explicit EntryNames(const checkpoint::Checkpoint& checkpoint) : m_checkpoint(checkpoint) {}

    /// Holds until the next call.
    [[nodiscard]] const std::string& of(checkpoint::EntryId id)
    {
        const checkpoint::Entry& entry = m_checkpoint.entries()[id];
        if (entry.parent != m_parent) {
            m_parent = entry.parent;
            m_name = m_parent == checkpoint::kNoId ? std::string() : m_checkpoint.entryName(m_parent);
            m_name += m_name.empty() ? "" : ".";
            m_prefixLength = m_name.size();
        }
        m_name.resize(m_prefixLength);
        if (entry.keyKind == checkpoint::KeyRef::Kind::Index) {
            m_name += m_checkpoint.keyText(entry);
        } else {
            m_name += m_checkpoint.keyView(entry);
        }
        return m_name;
    }

private:
    const checkpoint::Checkpoint& m_checkpoint;
    checkpoint::EntryId m_parent = checkpoint::kNoId;
    std::string m_name;
    std::size_t m_prefixLength = 0;
};

} // namespace cairn::devices
