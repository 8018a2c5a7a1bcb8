#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/formats/pickle/pickle_graph.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace cairn::convert {

/// A pickle and its copy, of which every value was found to be the same.
struct SamePickles {
    const formats::PickleGraph& source;
    const formats::PickleGraph& copy;
    const std::vector<formats::NodeId>& partner; ///< by node of the source: the one of the copy, or kNoNode
    const std::unordered_map<formats::NodeId, checkpoint::EntryId>& edited; ///< nodes of the source that differ
};

struct OtherOrder {
    formats::NodeId node = formats::kNoNode; ///< of the source
    Message what;
};

/// The first thing that the copy does in another order. Calls and the changes of what they made must come in the order
/// of the source, and find in every container what they found there: a call may copy what it is given.
[[nodiscard]] std::optional<OtherOrder> findOtherOrder(const SamePickles& pickles);

} // namespace cairn::convert
