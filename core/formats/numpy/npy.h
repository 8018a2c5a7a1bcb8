#pragma once

#include "core/base/files/byte_source.h"
#include "core/formats/dtype.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::formats {

/// What the header of a .npy file says about its one array.
struct NpyHeader {
    std::string descr; ///< as NumPy writes it: "<f4"; of a record the whole list
    std::vector<std::int64_t> shape;
    bool isFortranOrder = false;
    bool isBigEndian = false;
    bool hasObjects = false;       ///< Python objects, in each element or in a field of it: a pickle follows the header
    std::optional<Dtype> dtype;    ///< nothing where torch has no such type
    std::uint32_t itemBytes = 0;   ///< with a dtype
    std::uint64_t headerBytes = 0; ///< of its text
    std::uint64_t dataOffset = 0;
};

/// Reads a header of version 1 to 3. It is a dict of Python, of which the three entries that NumPy writes are
/// understood; nothing is evaluated. NumPy also reads types that it never writes, such as "O8" and "f4,O": they are
/// refused, as objects may hide in them.
[[nodiscard]] Result<NpyHeader> readNpyHeader(const ByteSource& source);

/// What is written before the bytes of an array: version 1, with the padding that NumPy gives it.
[[nodiscard]] std::string npyHeader(std::string_view descr, bool isFortranOrder, std::span<const std::int64_t> shape);

} // namespace cairn::formats
