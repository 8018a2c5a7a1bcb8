#include "core/runtime/torch/tensor_values.h"

#include <algorithm>

namespace cairn::runtime {

namespace {

constexpr std::int64_t kPieceBytes = std::int64_t{8} << 20;

/// A dtype that holds as many bytes and that LibTorch copies as they are.
c10::ScalarType plainDtype(std::int64_t elementBytes)
{
    switch (elementBytes) {
    case 1: return at::kByte;
    case 2: return at::kShort;
    case 4: return at::kInt;
    case 8: return at::kLong;
    default: return at::kComplexDouble;
    }
}

bool isPacked(c10::ScalarType dtype)
{
    return dtype == c10::ScalarType::QUInt4x2 || dtype == c10::ScalarType::QUInt2x4;
}

/// The same elements without a meaning: odd dtypes, quantised ones and the bits for conj and neg need no kernels then.
at::Tensor plainView(const at::Tensor& tensor)
{
    const auto options = at::TensorOptions().device(tensor.device());
    if (isPacked(tensor.scalar_type())) { // several values in each byte
        const std::int64_t perByte = tensor.scalar_type() == c10::ScalarType::QUInt4x2 ? 2 : 4;
        at::Tensor bytes = at::empty({0}, options.dtype(at::kByte));
        bytes.set_(tensor.storage(), tensor.storage_offset(), {(tensor.numel() + perByte - 1) / perByte}, {1});
        return bytes;
    }
    at::Tensor plain = at::empty({0}, options.dtype(plainDtype(static_cast<std::int64_t>(tensor.element_size()))));
    plain.set_(tensor.storage(), tensor.storage_offset(), tensor.sizes(), tensor.strides());
    return plain;
}

bool giveWhole(const at::Tensor& plain, const ByteSink& sink)
{
    const at::Tensor local = plain.contiguous().cpu();
    return sink(local.data_ptr(), static_cast<std::uint64_t>(local.nbytes()));
}

/// Goes down at most as many levels as a tensor has dimensions, of which LibTorch allows 64.
bool givePieces(const at::Tensor& plain, const ByteSink& sink)
{
    const auto elementBytes = static_cast<std::int64_t>(plain.element_size());
    if (plain.numel() <= kPieceBytes / elementBytes || plain.dim() == 0) {
        return giveWhole(plain, sink);
    }
    const std::int64_t rows = plain.size(0);
    const std::int64_t rowBytes = plain.numel() / rows * elementBytes;
    if (rowBytes > kPieceBytes) {
        for (std::int64_t row = 0; row < rows; ++row) {
            if (!givePieces(plain.select(0, row), sink)) {
                return false;
            }
        }
        return true;
    }
    const std::int64_t step = std::max<std::int64_t>(kPieceBytes / rowBytes, 1);
    for (std::int64_t row = 0; row < rows; row += step) {
        if (!giveWhole(plain.narrow(0, row, std::min(step, rows - row)), sink)) {
            return false;
        }
    }
    return true;
}

} // namespace

bool giveValues(const at::Tensor& tensor, const ByteSink& sink)
{
    const bool hasValues =
        tensor.defined() && tensor.layout() == c10::kStrided && !tensor.is_meta() && !tensor.is_nested();
    return hasValues && (tensor.numel() == 0 || givePieces(plainView(tensor), sink));
}

} // namespace cairn::runtime
