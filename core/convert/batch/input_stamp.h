#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::convert {

/// How an input looked: of a folder, of an index with its shards, and of a set of files of ranks, all their files
/// together. Two stamps that differ are of an input that somebody wrote to in between.
struct InputStamp {
    std::uint64_t bytes = 0;
    std::int64_t changed = 0; ///< when one of them was last written to, in nanoseconds since 1970
    std::uint64_t files = 1;

    bool operator==(const InputStamp&) const = default;
};

/// The files that an input stands for: itself, or what lies in the folder, or an index and the shards that it lists, or
/// the files of ranks that it names together.
[[nodiscard]] std::vector<std::string> filesOfInput(const std::string& path);

/// Opens nothing but an index.
[[nodiscard]] Result<InputStamp> stampOf(const std::string& path);

/// The SHA-256 of all bytes of an input, of several files one after the other.
[[nodiscard]] Result<std::string> sha256Of(const std::string& path, Progress* progress);

} // namespace cairn::convert
