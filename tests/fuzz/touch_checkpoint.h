#pragma once

#include "core/checkpoint/checkpoint.h"

#include <algorithm>

namespace cairn::fuzz {

/// Asks an opened checkpoint everything that a command or a window would.
inline void touch(const checkpoint::Checkpoint& opened)
{
    std::size_t characters = 0;
    opened.walk([&](checkpoint::EntryId id, std::size_t) {
        const checkpoint::Entry& entry = opened.entries()[id];
        characters += opened.keyText(entry).size() + opened.valueRepr(entry).size() + opened.typeName(entry).size();
    });
    for (const checkpoint::Tensor& tensor : opened.tensors()) {
        characters += opened.shape(tensor).size() + opened.stride(tensor).size() + opened.logicalBytes(tensor);
        characters += opened.entryName(tensor.entry).size() + opened.deviceTag(tensor.device).size();
    }
    for (checkpoint::StorageId id = 0; id < opened.storages().size(); ++id) {
        const checkpoint::Storage& storage = opened.storages()[id];
        characters += opened.storageKey(storage).size() + opened.usedBytes(id) + opened.fileOffset(id).value_or(0);
        Bytes head(static_cast<std::size_t>(std::min<std::uint64_t>(storage.bytes, 64)));
        characters += opened.readStorage(id, storage.bytes - head.size(), head) ? 1U : 0U;
    }
    characters += opened.usageByDevice().size() + opened.usageByDtype().size();
    volatile std::size_t result = characters; // the compiler must not see that nobody wants it
    static_cast<void>(result);
}

} // namespace cairn::fuzz
