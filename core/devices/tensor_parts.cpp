#include "core/devices/tensor_parts.h"

namespace cairn::devices {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;

std::uint32_t partOf(const Checkpoint& checkpoint, EntryId entry, std::string_view name)
{
    const Entry& row = checkpoint.entries()[entry];
    for (EntryId id = row.firstChild; id < row.firstChild + row.childCount; ++id) {
        const Entry& child = checkpoint.entries()[id];
        if (child.kind == EntryKind::Tensor && checkpoint.keyText(child) == name) {
            return static_cast<std::uint32_t>(child.payload);
        }
    }
    return kNoIndex;
}

} // namespace cairn::devices
