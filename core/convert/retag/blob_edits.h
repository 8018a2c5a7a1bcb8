#pragma once

#include "core/convert/retag/tag_rewriter.h"
#include "core/formats/pickle/pickle_decoder.h"

namespace cairn::convert {

/// Goes before the keys of storages inside blobs when their new tag is asked for: keys there are a count of their own.
inline constexpr std::string_view kBlobKey = "blob/";

/// Adds the edits for the `_load_from_bytes` blobs among the bytes and strings of a pickle: what tags and device
/// objects inside them need, and the lengths in front of them. False if one of them is none of the texts in the trace.
[[nodiscard]] Result<bool> editBlobs(const SourcePtr& source, const formats::PickleGraph& graph,
                                     const formats::PickleTrace& trace, const TagRequest& request, TagEdits& result);

} // namespace cairn::convert
