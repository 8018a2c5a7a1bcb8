#pragma once

#include "core/base/text/glob.h"
#include "core/base/text/name_regex.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/pieces/piece_list.h"
#include "core/rows/row_query.h"

#include <bitset>
#include <optional>
#include <string>
#include <vector>

namespace cairn::rows {

/// Holds the entries of one checkpoint against one search, in the order of their numbers. For one thread.
class RowMatcher {
public:
    RowMatcher(const checkpoint::Checkpoint& checkpoint, const RowQuery& query);

    /// One bit for each term of names that holds for the entry itself.
    [[nodiscard]] std::uint32_t nameBits(checkpoint::EntryId id);
    [[nodiscard]] std::uint32_t allNameBits() const { return (1U << m_names.size()) - 1; }
    /// All other terms hold.
    [[nodiscard]] bool meetsConditions(checkpoint::EntryId id) const;
    [[nodiscard]] bool hasConditions() const { return !m_conditions.empty(); }

private:
    using Dtypes = std::bitset<64>;

    /// A term of names with what it says about devices and dtypes, which are few.
    struct NameTerm {
        const RowQuery::Term* term = nullptr;
        bool isOfWholeNames = false;
        std::optional<Glob> glob;
        std::optional<NameRegex> regex; ///< of a regular expression, if it is a simple one
        RegexLibrary::Finder anyRegex;  ///< for what that does not know; not shared, for sharing means waiting
        std::vector<bool> devices;
        Dtypes dtypes;
    };

    /// Any other term.
    struct Condition {
        const RowQuery::Term* term = nullptr;
        Glob shape;
        std::vector<bool> files; ///< of the folder: those that it is about
    };

    void addNameTerm(const RowQuery::Term& term);
    [[nodiscard]] std::vector<bool> filesOf(const RowQuery::Term& term) const;
    [[nodiscard]] bool isHeld(const Condition& condition, const checkpoint::Tensor& tensor) const;
    [[nodiscard]] bool matchesName(NameTerm& name, const checkpoint::Entry& entry) const;
    [[nodiscard]] bool matchesRegex(NameTerm& name) const;
    [[nodiscard]] bool matchesRest(const NameTerm& name, const checkpoint::Entry& entry) const;
    [[nodiscard]] bool meets(const Condition& condition, const checkpoint::Entry& entry) const;
    [[nodiscard]] bool meetsShape(const Glob& wanted, const checkpoint::Tensor& tensor) const;
    [[nodiscard]] bool isWhat(RowQuery::What what, const checkpoint::Entry& entry) const;
    void setWholeName(checkpoint::EntryId id);

    const checkpoint::Checkpoint& m_checkpoint;
    const RegexLibrary* m_library;
    std::vector<NameTerm> m_names;
    std::vector<Condition> m_conditions;
    std::optional<checkpoint::PieceList> m_pieces; ///< if a condition is about them
    bool m_needsWholeNames = false;
    std::string m_name;                               ///< whole, folded, of the entry that is looked at
    std::size_t m_parentLength = 0;                   ///< of the part of it that its neighbours share
    checkpoint::EntryId m_parent = checkpoint::kNoId; ///< whose name that is
};

} // namespace cairn::rows
