#pragma once

#include "core/formats/pickle/pickle_graph.h"

#include <string_view>
#include <utility>

namespace cairn::checkpoint {

/// The Python 3 name of something that pickles of protocol 2 and below call by its Python 2 name: module and name,
/// which live as long as `global`.
[[nodiscard]] std::pair<std::string_view, std::string_view> python3Name(const formats::GlobalName& global,
                                                                        int protocol);

} // namespace cairn::checkpoint
