#pragma once

#include "core/base/files/byte_source.h"
#include "core/checkpoint/pickles/pickle_document.h"
#include "core/formats/pickle/pickle_graph.h"

#include <cstddef>
#include <string>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// All of a value or key of which a row shows the beginning alone: enough to tell whether two are the same.
struct FullValue {
    std::string outline; ///< its kinds, names, numbers and short texts, in an order that is the same for the same value
    std::vector<formats::PickleGraph::Range> payloads; ///< its long texts, in `source`
    SourcePtr source;
    bool isWhole = true; ///< false: it is too large to be kept; the outline ends somewhere
};

/// Looks at `mostNodes` nodes at most.
[[nodiscard]] FullValue fullValue(const PickleDocument& document, formats::NodeId node, std::size_t mostNodes);

/// Reads the long texts of both.
[[nodiscard]] Result<bool> holdSameValue(const FullValue& a, const FullValue& b, const Progress* progress);

} // namespace cairn::checkpoint
