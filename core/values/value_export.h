#pragma once

#include "core/base/files/file_sink.h"
#include "core/values/tensor_slice.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace cairn {
class Progress;
}

namespace cairn::values {

/// Writes a tensor as NumPy's .npy, streamed. Dtypes that NumPy lacks become float32, quantised tensors what they stand
/// for. The file appears when it is whole. Progress counts bytes of values.
[[nodiscard]] Result<void> writeNpy(const checkpoint::Checkpoint& checkpoint, checkpoint::TensorId id,
                                    const std::string& path, FileSink::Existing existing, Progress* progress);

/// Calls its argument with each matrix of a part of a tensor, in order.
using MatrixVisit = std::function<Result<void>(const SlicePlace& matrix)>;
using EachMatrix = std::function<Result<void>(const MatrixVisit& visit)>;

/// The same of a part of it, which has this shape.
[[nodiscard]] Result<void> writeNpyPart(const checkpoint::Checkpoint& checkpoint, checkpoint::TensorId id,
                                        std::span<const std::int64_t> shape, const EachMatrix& matrices,
                                        const std::string& path, FileSink::Existing existing, Progress* progress);

/// Gives a slice of a tensor to `take`, piece by piece: a line for each row, every number with all its digits.
[[nodiscard]] Result<void> giveText(const checkpoint::Checkpoint& checkpoint, checkpoint::TensorId id,
                                    const SlicePlace& slice, char separator,
                                    const std::function<Result<void>(std::string_view)>& take, Progress* progress);

/// Writes a slice of a tensor with commas between columns, every number with all its digits.
[[nodiscard]] Result<void> writeCsv(const checkpoint::Checkpoint& checkpoint, checkpoint::TensorId id,
                                    const SlicePlace& slice, const std::string& path, FileSink::Existing existing,
                                    Progress* progress);

} // namespace cairn::values
