#pragma once

#include "core/base/files/byte_source.h"
#include "core/formats/dtype.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace cairn::formats {

/// A type of elements of GGML: numbers one by one, or blocks of numbers with scales of their own.
struct GgmlType {
    using Decode = void (*)(const std::byte* block, std::span<float> numbers);

    std::uint32_t id = 0;
    std::string_view name; ///< as the gguf package has it: "Q4_K"
    std::uint32_t blockNumbers = 1;
    std::uint32_t blockBytes = 0;
    Dtype dtype = Dtype::Unknown; ///< of numbers one by one; Unknown: of blocks
    Decode decode = nullptr;      ///< of blocks; null: they are not decoded

    [[nodiscard]] bool isBlocks() const { return dtype == Dtype::Unknown; }
};

/// Null for a type that is not known.
[[nodiscard]] const GgmlType* ggmlType(std::uint32_t id);

/// The numbers of a run of blocks as float32, which are decoded as they are read: to the bit what the gguf package
/// makes of them. `blocks` holds whole blocks of a type that can be decoded.
[[nodiscard]] SourcePtr makeDequantizedSource(SourcePtr blocks, const GgmlType& type);

} // namespace cairn::formats
