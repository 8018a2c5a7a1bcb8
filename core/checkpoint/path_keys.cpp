#include "core/checkpoint/path_keys.h"

#include "core/base/json/json_writer.h"

namespace cairn::checkpoint {

std::string jsonKey(const Checkpoint& checkpoint, const Entry& entry)
{
    std::string key = checkpoint.keyText(entry);
    if (checkpoint.isIntegerKey(entry)) {
        return key;
    }
    std::string json;
    JsonWriter::appendString(json, key);
    return json;
}

std::string pythonKey(const Checkpoint& checkpoint, const Entry& entry)
{
    return entry.keyKind == KeyRef::Kind::Other ? checkpoint.keyText(entry) : jsonKey(checkpoint, entry);
}

} // namespace cairn::checkpoint
