#include "app/cli/inspect/path_trail.h"

#include "core/checkpoint/path_keys.h"

namespace cairn::cli {

void PathTrail::enter(const checkpoint::Checkpoint& checkpoint, const checkpoint::Entry& entry, std::size_t depth)
{
    m_lengths.resize(depth);
    const Lengths parent = depth == 0 ? Lengths{} : m_lengths.back();
    m_json.resize(parent.json);
    m_name.resize(parent.name);
    m_keys.resize(parent.keys);
    if (depth > 0) { // the root has no key
        const std::string key = checkpoint.keyText(entry);
        m_json += (depth > 1 ? "," : "") + checkpoint::jsonKey(checkpoint, entry);
        m_name += (depth > 1 ? "." : "") + key;
        m_keys += (depth > 1 ? "," : "") + checkpoint::pythonKey(checkpoint, entry);
    }
    m_lengths.push_back({m_json.size(), m_name.size(), m_keys.size()});
}

} // namespace cairn::cli
