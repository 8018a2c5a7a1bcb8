#pragma once

#include "core/checkpoint/checkpoint.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::values {

/// One way in which a row of a checkpoint differs from the row of the same name in another.
enum class Difference : std::uint8_t {
    Missing,    ///< only the first has it
    Unexpected, ///< only the second has it
    Type,       ///< a tensor here, a number there; a dict here, an OrderedDict there
    Shape,
    Dtype,
    Device,
    Value,   ///< of a row that is no tensor
    Numbers, ///< of a tensor
};
inline constexpr std::size_t kDifferences = 8;

/// "missing", "unexpected", ...: the words of JSON output.
[[nodiscard]] std::string_view differenceName(Difference difference);

/// A set of differences.
class Differences {
public:
    void add(Difference difference) { m_bits |= bit(difference); }
    void add(Differences others) { m_bits |= others.m_bits; }
    [[nodiscard]] bool has(Difference difference) const { return (m_bits & bit(difference)) != 0; }
    [[nodiscard]] bool isEmpty() const { return m_bits == 0; }

private:
    static std::uint16_t bit(Difference difference)
    {
        return static_cast<std::uint16_t>(1U << static_cast<unsigned>(difference));
    }

    std::uint16_t m_bits = 0;
};

/// A row of one checkpoint and the row of the same name in the other; kNoId where there is none. In breadth-first
/// order, so the children of a row are neighbours: those of the first checkpoint in its order, then the others.
struct RowPair {
    checkpoint::EntryId a = checkpoint::kNoId;
    checkpoint::EntryId b = checkpoint::kNoId;
    std::uint32_t parent = checkpoint::kNoId;
    std::uint32_t firstChild = 0;
    std::uint32_t childCount = 0;
    Differences own;
    Differences below; ///< of its children and theirs
};

/// Two checkpoints side by side.
struct Comparison {
    checkpoint::CheckpointPtr a;
    checkpoint::CheckpointPtr b;
    checkpoint::EntryId rootA = 0; ///< other than 0 where one file holds beside other things what the other is
    checkpoint::EntryId rootB = 0;
    std::vector<RowPair> rows; ///< [0] is the pair of roots
    std::array<std::uint64_t, kDifferences> counts{};
    std::uint64_t tensors = 0; ///< in both, of one shape

    [[nodiscard]] bool isSame() const { return rows.empty() || (rows[0].own.isEmpty() && rows[0].below.isEmpty()); }
    /// What load_state_dict says when the second is loaded into a model that saved the first; empty if it loads.
    [[nodiscard]] std::string loadMessage() const;
    [[nodiscard]] std::string nameOf(const RowPair& row) const;
    /// Notes that the numbers of a row are different.
    void addNumbers(std::uint32_t row);
    /// Rows whose numbers can be compared, in file order.
    [[nodiscard]] std::vector<std::uint32_t> tensorRows() const;
};

/// Aligns rows by their keys and compares everything but the numbers in tensors. Rows that only one of them has are not
/// followed further down.
[[nodiscard]] Result<Comparison> compareCheckpoints(checkpoint::CheckpointPtr a, checkpoint::CheckpointPtr b,
                                                    const Progress* progress);

} // namespace cairn::values
