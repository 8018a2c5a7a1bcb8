#include "core/convert/conversion/untagged_devices.h"

#include <set>
#include <string_view>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::ValueKind;

UntaggedDevices findUntaggedDevices(const Checkpoint& rows, const std::vector<bool>& dropped, const TagMap& map,
                                    const RetagReport& report)
{
    UntaggedDevices found;
    std::set<std::string_view> kept;
    const auto& lookalikes = report.lookalikes;
    for (EntryId id = 0; id < rows.entries().size(); ++id) {
        if (!dropped.empty() && dropped[id]) {
            continue;
        }
        const Entry& entry = rows.entries()[id];
        const bool isValue = entry.kind == EntryKind::Value;
        const bool isText = isValue && entry.valueKind == ValueKind::Text;
        if (!lookalikes.empty() && ((isText && lookalikes.contains(std::string(rows.valueText(entry)))) ||
                                    lookalikes.contains(rows.keyText(entry)))) {
            found.texts.push_back(rows.entryName(id));
        }
        if (!isValue || entry.valueKind != ValueKind::Literal || rows.typeName(entry) != "torch.device") {
            continue;
        }
        const std::string_view old = rows.valueText(entry);
        const std::string_view wanted = map.location.target(old);
        if (wanted != old && map.objects == DeviceObjects::Map) {
            found.mapped.push_back(rows.entryName(id) + ": " + std::string(old) + " -> " + std::string(wanted));
        } else if (wanted != old) {
            kept.insert(old);
        }
    }
    found.kept.assign(kept.begin(), kept.end());
    return found;
}

} // namespace cairn::convert
