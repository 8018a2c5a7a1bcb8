#pragma once

#include "core/formats/pickle/pickle_graph.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cairn::checkpoint {

struct NumpyField;

/// The element type of a NumPy array or scalar, as numpy.dtype() calls describe it.
struct NumpyDtype {
    char kind = 'V';             ///< NumPy's letter: b i u f c O S U V M m
    std::uint32_t sizeBytes = 0; ///< of one element
    bool bigEndian = false;
    std::string unit;           ///< of M and m: "ns", "D"; empty when generic
    std::int64_t unitCount = 1; ///< 10 in "10ns"
    /// Of a structure; null when it has more than Cairn looks at. All that have the same fields share them.
    std::shared_ptr<const std::vector<NumpyField>> fields;
    std::size_t fieldCount = 0;
    std::vector<NumpyDtype> base; ///< of a sub-array: one
    std::vector<std::int64_t> subShape;

    /// "float32", "float32 (big endian)", "datetime64[ns]", "<U3", "[('a', '<i4'), ...]".
    [[nodiscard]] std::string name() const;
    /// "numpy.float32": the class of its scalars.
    [[nodiscard]] std::string scalarType() const;
};

struct NumpyField {
    std::string name;
    std::uint32_t offset = 0;
    NumpyDtype dtype;
};

/// Nothing when the node is no numpy.dtype() call, or one that NumPy would not have written.
[[nodiscard]] std::optional<NumpyDtype> numpyDtype(const formats::PickleGraph& graph, const SourcePtr& source,
                                                   formats::NodeId node);

/// "(2, 3)", "(2,)"
[[nodiscard]] std::string shapeText(const std::vector<std::int64_t>& shape);

/// The numbers of a tuple of sizes: not negative, and no more than NumPy's 64. A single size may stand alone.
[[nodiscard]] std::optional<std::vector<std::int64_t>> numpyShape(const formats::PickleGraph& graph,
                                                                  formats::NodeId node);

} // namespace cairn::checkpoint
