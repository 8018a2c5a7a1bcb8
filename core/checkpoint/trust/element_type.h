#pragma once

#include "core/formats/pickle/pickle_graph.h"

#include <string_view>

namespace cairn::checkpoint {

/// What a call of numpy.dtype says of the elements of an array: "f4", "U12", "?": a letter of NumPy and a size. Empty
/// if it is no plain one: everything else can be another name of "O", or several types.
[[nodiscard]] std::string_view elementCode(const formats::PickleGraph& graph, formats::NodeId type);

/// Of an array that was put together from its bytes, or got them as its state. Nothing has a type before that.
[[nodiscard]] std::string_view elementCodeOfArray(const formats::PickleGraph& graph, formats::NodeId array);

/// Truth values and numbers. The others can be of no size, by which torch divides.
[[nodiscard]] bool isNumberCode(std::string_view code);

} // namespace cairn::checkpoint
