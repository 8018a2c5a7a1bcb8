#pragma once

#include "core/base/files/byte_source.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace cairn::formats {

/// A value of the metadata. Arrays are told in words, with the beginning of what is in them.
struct GgufValue {
    std::string key;
    std::string type; ///< "uint32", "string", "array of string"
    std::variant<bool, std::int64_t, std::uint64_t, double, std::string> value;
    bool isText = false; ///< a string, and not the words for something else
};

struct GgufTensor {
    std::string name;
    std::vector<std::uint64_t> shape; ///< as torch counts: the last dimension is the one whose numbers are neighbours
    std::uint32_t type = 0;           ///< see ggmlType()
    std::uint64_t offset = 0;         ///< in the file
};

/// What a GGUF file says about its tensors.
struct GgufHeader {
    std::uint32_t version = 0;
    std::vector<GgufValue> metadata;
    std::vector<GgufTensor> tensors;
    std::uint64_t dataOffset = 0;
};

/// Reads versions 2 and 3, little endian. Counts and lengths are believed as far as the file reaches.
[[nodiscard]] Result<GgufHeader> readGguf(const SourcePtr& source);

} // namespace cairn::formats
