#pragma once

#include "core/checkpoint/pickles/pickle_call.h"
#include "core/checkpoint/python/python_value.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cairn::checkpoint {

/// A NumPy array as it was pickled. Its data stays in the pickle.
struct NumpyArray {
    std::string type;  ///< "numpy.ndarray", or the subclass
    std::string dtype; ///< "float32", "float32 (big endian)", "[('a', '<i4'), ...]"
    std::vector<std::int64_t> shape;
    bool fortran = false;
    formats::NodeId data = formats::kNoNode; ///< a bytes-like node, or a List for objects
    std::string summary;                     ///< the first elements in order: "[[1.0, 2.0], ...]"
    std::string code;                        ///< "<f4" of numbers in C or Fortran order, else empty
    bool mayHoldNumbers = true;              ///< not of texts, bytes or dates, nor of nothing
};

/// Nothing when the node is no array, or one that NumPy would refuse.
[[nodiscard]] std::optional<NumpyArray> numpyArray(const formats::PickleGraph& graph, const SourcePtr& source,
                                                   formats::NodeId node);

/// Whether a call makes a type that NumPy has. Not all that is made of other types is known here, and passes.
[[nodiscard]] bool isKnownNumpyType(const PickleCall& call);
/// Whether NumPy takes the state, or the buffer, of such a call; what has a type that is not known here passes.
[[nodiscard]] bool isWholeNumpyArray(const PickleCall& call);
/// The same of the bytes of a scalar.
[[nodiscard]] bool isWholeNumpyScalar(const PickleCall& call);

/// A dtype object: "float32".
[[nodiscard]] std::optional<PythonValue> readNumpyDtype(const PickleCall& call);
[[nodiscard]] std::optional<PythonValue> readNumpyScalar(const PickleCall& call);

} // namespace cairn::checkpoint
