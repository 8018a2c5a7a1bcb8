#pragma once

#include "core/base/files/byte_source.h"
#include "core/formats/dtype.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cairn::formats {

/// What the header of a .npy file says about its one array.
struct NpyHeader {
    std::string descr; ///< as NumPy writes it: "<f4"; of a record the whole list
    std::vector<std::int64_t> shape;
    bool isFortranOrder = false;
    bool isBigEndian = false;
    std::optional<Dtype> dtype;  ///< nothing where torch has no such type
    std::uint32_t itemBytes = 0; ///< with a dtype
    std::uint64_t dataOffset = 0;

    /// Python objects: what follows the header is a pickle.
    [[nodiscard]] bool isObjects() const { return descr == "|O" || descr == "O"; }
};

/// Reads a header of version 1 to 3. It is a dict of Python, of which the three entries that NumPy writes are
/// understood; nothing is evaluated.
[[nodiscard]] Result<NpyHeader> readNpyHeader(const ByteSource& source);

} // namespace cairn::formats
