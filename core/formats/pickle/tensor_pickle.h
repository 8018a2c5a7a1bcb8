#pragma once

#include "core/formats/dtype.h"
#include "core/formats/pickle/pickle_graph_maker.h"
#include "core/formats/pickle/pickle_writer.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace cairn::formats {

/// A tensor that is all of a storage of its own, row-major.
struct RowMajorTensor {
    Dtype dtype = Dtype::Unknown;
    std::span<const std::int64_t> sizes;
    std::uint64_t bytes = 0;
    std::string_view key; ///< of the storage
    std::string_view tag; ///< and the device that it was saved from
    bool requiresGrad = false;
};

/// Writes a tuple of numbers.
void writeTuple(PickleWriter& pickle, std::span<const std::int64_t> numbers);

/// Writes the call that rebuilds it, as torch.save does.
void writeTensor(PickleWriter& pickle, const RowMajorTensor& tensor);

/// The same call as a node of a graph.
[[nodiscard]] NodeId makeTensor(PickleGraphMaker& make, const RowMajorTensor& tensor);

/// In elements. Sizes must be those of a tensor whose elements can be counted.
[[nodiscard]] std::vector<std::int64_t> rowMajorStrides(std::span<const std::int64_t> sizes);

} // namespace cairn::formats
