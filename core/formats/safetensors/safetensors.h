#pragma once

#include "core/base/files/byte_source.h"
#include "core/formats/dtype.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::formats {

/// One tensor of a header. Its name and shape are in the pools of the header.
struct SafetensorsTensor {
    std::uint64_t begin = 0; ///< bytes [begin, end), counted from SafetensorsHeader::dataOffset
    std::uint64_t end = 0;
    std::uint32_t nameOffset = 0;
    std::uint32_t nameLength = 0;
    std::uint32_t dims = 0; ///< first of `rank` dimensions
    std::uint8_t rank = 0;
    Dtype dtype = Dtype::Unknown;
};

/// What a safetensors file says about its tensors; row-major and little endian is all they can be.
/// Shapes are those of the file, which count values: see toTorchShape() for F4. Plain value, compact for a million
/// tensors.
struct SafetensorsHeader {
    static constexpr std::uint64_t kMaxHeaderBytes = 100'000'000; ///< the format's own limit
    static constexpr std::size_t kMaxRank = 255;

    std::vector<SafetensorsTensor> tensors; ///< in the order of the header
    std::vector<std::pair<std::string, std::string>> metadata;
    std::uint64_t dataOffset = 0; ///< of the tensors' bytes, in the file
    std::vector<Issue> issues;

    std::string names;
    std::vector<std::int64_t> dims;

    [[nodiscard]] std::string_view name(const SafetensorsTensor& tensor) const
    {
        return std::string_view(names).substr(tensor.nameOffset, tensor.nameLength);
    }
    [[nodiscard]] std::span<const std::int64_t> shape(const SafetensorsTensor& tensor) const
    {
        return std::span(dims).subspan(tensor.dims, tensor.rank);
    }
};

/// Reads and checks a header: every tensor has exactly the bytes its shape needs, and together they cover the data
/// without a hole, an overlap or a rest. No byte of the data is read.
[[nodiscard]] Result<SafetensorsHeader> readSafetensors(const ByteSource& source);

/// The header of a file that may be cut off behind it: whether its data is there is not asked. What says so of a file
/// that is whole is readSafetensors().
[[nodiscard]] Result<SafetensorsHeader> readSafetensorsHeader(const ByteSource& source);

/// Turns a shape of the file into the one torch shows. They differ for F4 alone, of which torch counts pairs: the last
/// dimension is halved. False if that is odd, which torch cannot load.
[[nodiscard]] bool toTorchShape(Dtype dtype, std::span<std::int64_t> shape);

} // namespace cairn::formats
