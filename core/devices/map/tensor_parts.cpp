#include "core/devices/map/tensor_parts.h"

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

std::map<std::string, std::uint64_t> movedTensors(const Checkpoint& checkpoint)
{
    std::map<std::string, std::uint64_t> found;
    for (const checkpoint::Tensor& tensor : checkpoint.tensors()) {
        const Entry& entry = checkpoint.entries()[tensor.entry];
        if (tensor.storage != checkpoint::kNoId || entry.childCount == 0 ||
            tensor.layout != checkpoint::Layout::Strided) {
            continue;
        }
        const Entry& part = checkpoint.entries()[entry.firstChild];
        const std::string_view name = checkpoint.keyView(part);
        if (!part.attribute && (name == "cpu_tensor" || name == "data")) {
            ++found[std::string(checkpoint.deviceTag(tensor.device))];
        }
    }
    return found;
}

} // namespace cairn::devices
