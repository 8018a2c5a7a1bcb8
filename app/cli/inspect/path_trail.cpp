#include "app/cli/inspect/path_trail.h"

#include "app/cli/common/json_writer.h"

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
        m_json += depth > 1 ? "," : "";
        m_name += depth > 1 ? "." : "";
        if (checkpoint.isIntegerKey(entry)) {
            m_json += key;
        } else {
            JsonWriter::appendString(m_json, key);
        }
        m_name += key;
        m_keys += depth > 1 ? "," : "";
        const bool isOther = entry.keyKind == checkpoint::KeyRef::Kind::Other;
        m_keys += isOther ? std::string_view(key) : std::string_view(m_json).substr(parent.json + (depth > 1 ? 1 : 0));
    }
    m_lengths.push_back({m_json.size(), m_name.size(), m_keys.size()});
}

} // namespace cairn::cli
