#pragma once

#include "core/checkpoint/folders/zero_partition.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cairn::checkpoint {

/// A parameter whose values ZeRO cut between the ranks.
struct ZeroParameter {
    std::string name;
    std::vector<std::int64_t> shape;
    std::uint64_t count = 0; ///< elements
};
using ZeroGroup = std::vector<ZeroParameter>;

/// How ZeRO cut the vectors of a model between the ranks: where each parameter's elements are.
///
/// Stages 1 and 2 write the parameters of a group one after the other and cut that into equal parts, one a rank. Stage
/// 3 cuts each parameter into equal parts, and a rank writes its own of all groups one after the other.
class ZeroLayout {
public:
    /// Elements that lie beside each other in the vector of one group on one rank.
    struct Run {
        std::uint64_t rank = 0;
        std::size_t group = 0;
        std::uint64_t start = 0; ///< in that vector
        std::uint64_t count = 0;
    };

    /// `partitions` by rank; those of ranks whose file is missing are empty.
    ZeroLayout(bool cutsParameters, std::vector<ZeroGroup> groups,
               const std::vector<std::optional<ZeroPartition>>& partitions);

    [[nodiscard]] const std::vector<ZeroGroup>& groups() const noexcept { return m_groups; }
    /// In the order of the parameter's elements. PieceBroken if the parts do not fit the parameters of its group.
    [[nodiscard]] Result<std::vector<Run>> runsOf(std::size_t group, std::size_t parameter) const;

private:
    void measureParts();
    void place(std::size_t group);
    void placeCut();
    [[nodiscard]] Result<void> checkSlices(std::size_t group, const ZeroParameter& parameter,
                                           const std::vector<Run>& runs) const;
    [[nodiscard]] std::uint64_t ranks() const { return m_partitions.size(); }

    bool m_cutsParameters;
    std::vector<ZeroGroup> m_groups;
    const std::vector<std::optional<ZeroPartition>>& m_partitions;
    std::vector<std::uint64_t> m_parts;               ///< by group: elements that each rank has, filling included
    std::vector<std::vector<std::uint64_t>> m_begins; ///< by group and parameter
    std::vector<std::optional<Error>> m_failures;     ///< by group
};

} // namespace cairn::checkpoint
