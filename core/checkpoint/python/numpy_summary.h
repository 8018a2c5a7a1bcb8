#pragma once

#include "core/checkpoint/python/numpy_dtype.h"
#include "core/formats/pickle/pickle_graph.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn::checkpoint {

/// The first elements of an array as nested lists, cut after a line: "[[1.0, 2.0], [3.0, ...]]". `steps` are the
/// distances between neighbours along each axis, in elements. Elements far into the data are not fetched.
[[nodiscard]] std::string numpySummary(const formats::PickleGraph& graph, const SourcePtr& source, formats::NodeId data,
                                       const NumpyDtype& dtype, const std::vector<std::int64_t>& shape,
                                       const std::vector<std::int64_t>& steps);

} // namespace cairn::checkpoint
