#pragma once

#include "core/base/files/byte_source.h"
#include "core/formats/pickle/graph_edit.h"

#include <memory>

namespace cairn {
class Progress;
}

namespace cairn::formats {

class PickleWriter;

/// Writes an edited graph as one pickle of the protocol it came from, 2 at least. What was one object stays one, order
/// stays, cycles stay; only what is used more than once takes a place in the memo. Payloads that the graph does not
/// keep are read from `source`, the bytes it was decoded from, when those of the pickle are. No recursion.
[[nodiscard]] Result<SourcePtr> repickle(const GraphEdit& edit, const SourcePtr& source,
                                         const Progress* progress = nullptr);

/// The same as a part of what a writer writes: the value is then on top of its stack.
[[nodiscard]] Result<void> appendPickle(PickleWriter& writer, const GraphEdit& edit, const SourcePtr& source,
                                        const Progress* progress = nullptr);

} // namespace cairn::formats
