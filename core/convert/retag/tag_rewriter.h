#pragma once

#include "core/base/files/byte_source.h"
#include "core/convert/common/tag_map.h"
#include "core/formats/sources/edited_source.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::convert {

/// The new tag of a storage, asked for each reference to it. The key is the one in the pickle.
using TagOf = std::function<std::string(std::string_view key, std::string_view tag)>;

/// What has to change in one pickle, and what was seen on the way.
struct TagEdits {
    std::vector<formats::ByteEdit> edits;            ///< offsets in the source that was given
    std::uint64_t references = 0;                    ///< to storages
    std::uint64_t changed = 0;                       ///< of them, to another tag
    std::map<std::string, std::uint64_t> calls;      ///< that make a tensor without a storage on a device, by tag
    std::map<std::string, std::uint64_t> devices;    ///< torch.device objects that change: "cuda:3 -> cpu"
    std::map<std::string, std::uint64_t> lookalikes; ///< ordinary strings that read like a device; left as they are
};

/// What is asked of the tags in a pickle. Made where it is passed; what it refers to stays the caller's.
struct TagRequest {
    const TagOf& tagOf;
    const Progress* progress = nullptr;
    DeviceObjects objects = DeviceObjects::Keep;
    int depth = 0; ///< of pickles around this one
};

/// Finds the edits that give the storages of one pickle other device tags and change nothing else.
///
/// A tag is the fourth part of a storage's persistent id, or the device to which a call moves a tensor. Its text can be
/// shared through the memo with ordinary strings: a literal changes in place when all that use it want the same text;
/// else each use that wants another text becomes a literal of its own. No memo entry is added, moved or taken away, so
/// MEMOIZE keeps counting right; frames get their new lengths. Blobs of `_load_from_bytes` inside the pickle are
/// rewritten the same way; one that Cairn cannot read is refused.
[[nodiscard]] Result<TagEdits> planTagEdits(const SourcePtr& source, std::uint64_t offset, const TagRequest& request);

/// The same for a legacy stream, whose object is its fourth pickle.
[[nodiscard]] Result<TagEdits> planLegacyTagEdits(const SourcePtr& source, const TagRequest& request);

} // namespace cairn::convert
