#pragma once

#include "core/formats/pickle/pickle_graph.h"

#include <span>
#include <string>
#include <utility>

namespace cairn::checkpoint {

// What those share that look into the calls which make tensors, and into other calls.

[[nodiscard]] inline std::unexpected<Error> badArguments(Message what)
{
    return fail(ErrorCode::TensorArguments, message("a tensor cannot be rebuilt: %1", std::move(what)));
}

/// Empty if the node is no tuple.
[[nodiscard]] inline std::span<const formats::NodeId> tupleOf(const formats::PickleGraph& graph, formats::NodeId node)
{
    return graph.is(node, formats::NodeKind::Tuple) ? graph.tuple(node) : std::span<const formats::NodeId>{};
}

} // namespace cairn::checkpoint
