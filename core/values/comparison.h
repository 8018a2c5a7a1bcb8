#pragma once

#include "core/checkpoint/checkpoint.h"

#include <array>
#include <cstdint>
#include <functional>
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
    Value,   ///< of a row that is no tensor; of a tensor, requires_grad and how it is quantised
    Numbers, ///< of a tensor, bytes of a storage
};
inline constexpr std::size_t kDifferences = 8;

/// "missing", "unexpected", ...: the words of JSON output.
[[nodiscard]] std::string_view differenceName(Difference difference);

/// A set of differences.
class Differences {
public:
    void add(Difference difference) { m_bits |= bit(difference); }
    void add(Differences others) { m_bits |= others.m_bits; }
    [[nodiscard]] Differences without(Differences others) const
    {
        Differences rest;
        rest.m_bits = static_cast<std::uint16_t>(m_bits & ~others.m_bits);
        return rest;
    }
    [[nodiscard]] bool has(Difference difference) const { return (m_bits & bit(difference)) != 0; }
    [[nodiscard]] bool isEmpty() const { return m_bits == 0; }
    bool operator==(const Differences&) const = default;

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
    Differences below;      ///< of its children and theirs
    bool isLeftOut = false; ///< by narrow()
};

/// The rows of both checkpoints that are compared with all below them.
struct ComparedParts {
    checkpoint::EntryId a = 0;
    checkpoint::EntryId b = 0;
    [[nodiscard]] bool areWhole() const { return a == 0 && b == 0; }
};

/// The state_dicts in both, or the whole of both where one of them has none.
[[nodiscard]] ComparedParts stateDictsOf(const checkpoint::Checkpoint& a, const checkpoint::Checkpoint& b);

/// Why something of a file is compared with nothing: it is damaged, or nested deeper than rows are made. Null if all
/// is.
[[nodiscard]] const Issue* notCompared(const checkpoint::Checkpoint& checkpoint);

/// Two checkpoints side by side.
struct Comparison {
    checkpoint::CheckpointPtr a;
    checkpoint::CheckpointPtr b;
    ComparedParts parts;
    bool weightsAlone = false; ///< by compareWeights()
    bool isChosenInB = false;  ///< names of rows that matter are those of B: A has none of them
    std::string prefixA;       ///< by compareWeights(): as "model.", of all names of A that are compared, and left out
    std::string prefixB;       ///< of those of B
    std::vector<RowPair> rows; ///< [0] is the pair of roots
    std::array<std::uint64_t, kDifferences> counts{};
    std::uint64_t tensors = 0;              ///< in both, of one shape
    std::uint64_t outside = 0;              ///< rows that are not in the parts
    std::uint64_t attributes = 0;           ///< of objects, where the other format has none: not compared
    std::uint64_t cut = 0;                  ///< values too large to be compared beyond what is shown of them
    std::vector<checkpoint::EntryId> tiedA; ///< by compareWeights(): not compared; see AlignedWeights
    std::vector<checkpoint::EntryId> tiedB;
    std::uint64_t leftOut = 0;                         ///< rows, by narrow()
    std::array<std::uint64_t, kDifferences> ignored{}; ///< by narrow()

    /// Of both, without the roots and what narrow() left out.
    [[nodiscard]] std::uint64_t pairs() const;
    [[nodiscard]] bool isSame() const { return rows.empty() || (rows[0].own.isEmpty() && rows[0].below.isEmpty()); }
    /// Whether they are the same, and all of both was compared.
    [[nodiscard]] bool isKnownSame() const
    {
        return isSame() && notCompared(*a) == nullptr && notCompared(*b) == nullptr;
    }
    /// What load_state_dict says when the second is loaded into a model that saved the first; empty if it loads.
    [[nodiscard]] std::string loadMessage() const;
    [[nodiscard]] std::string nameOf(const RowPair& row) const;
    /// Whether any row right below the roots is in both.
    [[nodiscard]] bool hasCommonName() const;
    /// Notes that the numbers of a row are different.
    void addNumbers(std::uint32_t row);
    /// Rows whose numbers can be compared, in file order: tensors of one shape.
    [[nodiscard]] std::vector<std::uint32_t> tensorRows() const;
    /// Bare storages of one size, whose bytes can be compared, in file order.
    [[nodiscard]] std::vector<std::uint32_t> storageRows() const;
};

/// Aligns rows by their keys, those of one label in their order, and compares everything but the numbers in tensors.
/// Where tensors lie in memory and which share it is no difference. Rows that only one of them has are not followed
/// further down.
[[nodiscard]] Result<Comparison> compareCheckpoints(checkpoint::CheckpointPtr a, checkpoint::CheckpointPtr b,
                                                    ComparedParts parts, const Progress* progress);

/// How the names of tensors are looked at where weights alone are compared.
struct WeightNames {
    /// The name that B has for a tensor of A, by its name without wrappers.
    std::function<std::string(std::string_view)> renamed;
    /// Whether a tensor of A matters, or of B if it fits none of A; all do without it.
    std::function<bool(std::string_view)> isWanted;
};

/// Puts the tensors of two state_dicts side by side, however they are wrapped: what DistributedDataParallel and
/// torch.compile put into names is left out, and so is a module around all of one of them. Where the groups with most
/// tensors have no name in common, those parts are taken that have most. Devices, classes and requires_grad are no
/// difference. Fails where one of them has no tensor.
[[nodiscard]] Result<Comparison> compareWeights(checkpoint::CheckpointPtr a, checkpoint::CheckpointPtr b,
                                                const Progress* progress, const WeightNames& names = {});

/// Leaves out rows of other names, those that lead to a wanted one and are in both among them, and forgets differences
/// of some kinds, which are counted. A row that only one of both has stays if it or anything below it is wanted.
void narrow(Comparison& comparison, const std::function<bool(std::string_view)>& isWanted, Differences ignored);

} // namespace cairn::values
