#pragma once

#include <cstdint>

// What LibTorch is to make, in plain data: numbers, addresses and texts that end with a zero. The module that has
// LibTorch reads it too, so this header is C++17.

namespace cairn::devices {

inline constexpr std::uint32_t kNoIndex = 0xFFFFFFFF;

struct StorageOrder {
    std::uint64_t bytes = 0;
    std::uint32_t device = 0; ///< in LoadPlan::devices()
};

enum class TensorShape : std::uint8_t {
    Strided,   ///< a view of `storage`
    Meta,      ///< sizes and strides without a storage
    SparseCoo, ///< parts: indices, values
    SparseCsr, ///< parts: compressed indices, plain indices, values; so for the next three
    SparseCsc,
    SparseBsr,
    SparseBsc,
    Nested, ///< parts: buffer, sizes, strides, offsets
    Copy,   ///< parts: the tensor that it is a copy of, in its own dtype
    None,   ///< LibTorch has no tensor for it; `problem` says why
};

enum class QuantizerKind : std::uint8_t { None, PerTensor, PerChannel };

struct TensorOrder {
    const char* dtype = nullptr; ///< torch's name: "float32"
    const char* problem = nullptr;
    const std::int64_t* sizes = nullptr;
    const std::int64_t* strides = nullptr;
    std::int64_t offset = 0; ///< in elements
    std::uint32_t storage = kNoIndex;
    std::uint32_t rank = 0;
    TensorShape shape = TensorShape::Strided;
    QuantizerKind quantizer = QuantizerKind::None;
    bool requiresGrad = false;
    bool conj = false;
    bool neg = false;
    bool coalesced = false;                                            ///< SparseCoo
    std::uint32_t parts[4] = {kNoIndex, kNoIndex, kNoIndex, kNoIndex}; ///< tensors; PerChannel: scales, zero points
    double scale = 1;
    std::int64_t zeroPoint = 0;
    std::int64_t axis = 0;
};

} // namespace cairn::devices
