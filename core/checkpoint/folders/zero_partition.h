#pragma once

#include "core/base/error.h"
#include "core/checkpoint/checkpoint.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::checkpoint {

/// The key of the weights themselves among the vectors that ZeRO cuts between the ranks.
inline constexpr std::string_view kMasters = "fp32";

/// What one rank has of such a vector: so many elements, one after the other.
struct ZeroVector {
    std::uint32_t file = 0;
    std::uint64_t offset = 0;
    std::uint64_t count = 0;
    formats::Dtype dtype = formats::Dtype::Unknown; ///< Unknown: it is not there
};

/// What the optimizer's file of one rank says. Groups are those of the parameters in stages 1 and 2, and the parts that
/// stage 3 cuts these into.
struct ZeroPartition {
    /// A run of a parameter's elements in the vector of its group.
    struct Slice {
        std::string parameter;
        std::int64_t start = 0;
        std::int64_t count = 0;
        bool operator==(const Slice&) const = default;
    };

    std::optional<std::int64_t> stage;                                   ///< the optimizer of bfloat16 does not say it
    std::int64_t ranks = 0;                                              ///< that the vectors were cut between
    std::map<std::string, std::vector<ZeroVector>, std::less<>> vectors; ///< kMasters, "exp_avg", ...: by group
    std::vector<std::vector<Slice>> slices;                              ///< by group, where they are told
    std::vector<std::int64_t> paddings;                                  ///< by group: behind the vector
    std::vector<std::vector<std::int64_t>> alignments;                   ///< by group: behind each parameter
};

/// Of a file that is the number `file` of its folder.
[[nodiscard]] Result<ZeroPartition> readZeroPartition(const Checkpoint& from, std::uint32_t file);

/// Where the file has the state that the optimizer keeps for each group.
[[nodiscard]] EntryId zeroState(const Checkpoint& from);
/// And the settings of the groups of parameters.
[[nodiscard]] EntryId zeroParameterGroups(const Checkpoint& from);

} // namespace cairn::checkpoint
