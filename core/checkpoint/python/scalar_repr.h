#pragma once

#include "core/formats/pickle/pickle_graph.h"

#include <cstddef>
#include <optional>
#include <string>

namespace cairn::checkpoint {

/// repr of a node that holds nothing else: None, a number, a string, bytes, a class. Strings are cut after `limit`
/// characters. Nothing for containers, other calls and storages.
[[nodiscard]] std::optional<std::string> scalarRepr(const formats::PickleGraph& graph, const SourcePtr& source,
                                                    formats::NodeId node, std::size_t limit);

} // namespace cairn::checkpoint
