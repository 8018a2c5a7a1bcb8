#include "core/checkpoint/second_names.h"

#include <unordered_map>

namespace cairn::checkpoint {

std::vector<SecondName> secondNames(const Checkpoint& checkpoint)
{
    std::vector<SecondName> found;
    if (!checkpoint.traits().hasOnlyTensors || checkpoint.entries().empty()) {
        return found;
    }
    std::unordered_map<std::string_view, EntryId> named;
    const Entry& top = checkpoint.entries().front();
    for (EntryId id = top.firstChild; id < top.firstChild + top.childCount; ++id) {
        if (checkpoint.entries()[id].kind == EntryKind::Tensor) {
            named.emplace(checkpoint.keyView(checkpoint.entries()[id]), id);
        }
    }
    for (EntryId group = top.firstChild; group < top.firstChild + top.childCount; ++group) {
        const Entry& texts = checkpoint.entries()[group];
        if (texts.kind != EntryKind::Group || checkpoint.keyView(texts) != "__metadata__") {
            continue;
        }
        for (EntryId id = texts.firstChild; id < texts.firstChild + texts.childCount; ++id) {
            const Entry& entry = checkpoint.entries()[id];
            const auto kept = named.find(checkpoint.valueText(entry));
            if (kept != named.end() && checkpoint.keyView(entry) != "format" &&
                !named.contains(checkpoint.keyView(entry))) {
                found.push_back({checkpoint.keyView(entry), kept->second});
            }
        }
    }
    return found;
}

} // namespace cairn::checkpoint
