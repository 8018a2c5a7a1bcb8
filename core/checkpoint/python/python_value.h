#pragma once

#include "core/checkpoint/pickles/bytes_value.h"
#include "core/checkpoint/python/short_repr.h"
#include "core/formats/pickle/pickle_graph.h"

#include <optional>
#include <string>

namespace cairn::checkpoint {

/// One value that Python would make by a call: a date, a path, a device. It was recognised, not made.
struct PythonValue {
    std::string type; ///< as Python names it: "complex", "datetime.datetime", "numpy.float64"
    std::string text; ///< as repr() would print it, a few hundred characters at most
};

/// The leaf value behind a call, or behind a Global that is an object and no class (a torch dtype, Ellipsis).
/// An unknown call is a leaf when it has neither state nor items and its arguments are few and plain, as with enum
/// members and named tuples. Nothing if arguments do not fit, and for bytes and containers.
[[nodiscard]] std::optional<PythonValue> pythonValue(const formats::PickleGraph& graph, const SourcePtr& source,
                                                     formats::NodeId node);

} // namespace cairn::checkpoint
