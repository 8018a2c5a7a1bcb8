#pragma once

#include "core/formats/pickle_graph.h"

#include <cstdint>

namespace cairn::checkpoint {

/// True if a pickle uses the global `index`, which is getattr, for nothing but what Python itself does with it: naming
/// a class inside a class, or a member of an enum. What comes out may be an object's class, but is never called as a
/// function: that is how attacks get at a function they cannot name.
[[nodiscard]] bool onlyNamesMembers(const formats::PickleGraph& graph, std::uint32_t index);

} // namespace cairn::checkpoint
