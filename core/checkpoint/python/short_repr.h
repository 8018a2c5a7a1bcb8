#pragma once

#include "core/formats/pickle/pickle_graph.h"

#include <cstddef>
#include <string>

namespace cairn::checkpoint {

/// repr of any node in about `limit` characters, four levels deep, "..." beyond. Safe on cycles and on anything nested;
/// the work is bounded by the limit. For dictionary keys that are tuples, arguments of unknown calls and the like.
[[nodiscard]] std::string shortRepr(const formats::PickleGraph& graph, const SourcePtr& source, formats::NodeId node,
                                    std::size_t limit = 80);

} // namespace cairn::checkpoint
