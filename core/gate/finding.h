#pragma once

#include "core/gate/rules.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn::gate {

/// One thing that is wrong with a checkpoint, or is to be known of it.
struct Finding {
    Rule rule = Rule::DoesNotOpen;
    std::string name;      ///< of the tensor, value, record or code that it is about; empty: the whole file
    bool isTensor = false; ///< that name is one of a tensor
    Message words;         ///< without the name, and without a full stop
    bool isAllowed = false;

    [[nodiscard]] Severity level() const { return ruleInfo(rule).level; }
    [[nodiscard]] bool shuts() const { return level() != Severity::Info && !isAllowed; }
    /// Whether it does so, and is of this level.
    [[nodiscard]] bool shuts(Severity of) const { return shuts() && level() == of; }
};

/// What was looked at, and what was not: a gate that says "nothing found" says where.
struct Looked {
    std::uint64_t tensors = 0;    ///< of which every value was read
    std::uint64_t arrays = 0;     ///< the same of NumPy, among the values
    std::uint64_t valueBytes = 0; ///< of both
    std::uint64_t numbers = 0;    ///< beside them
    std::uint64_t records = 0;    ///< that were compared with their checksums
    std::uint64_t recordBytes = 0;
    std::uint64_t hubFiles = 0; ///< that were compared with the sum by which the cache of the Hub calls them

    std::uint64_t recordsWithoutChecksum = 0;
    std::uint64_t filesWithoutChecksums = 0;
    std::uint64_t unnamedRecords = 0; ///< among the storages, with what no tensor has
    std::uint64_t notDecoded = 0;     ///< tensors of numbers of another kind than is read
    std::uint64_t dateArrays = 0;     ///< of NumPy, with dates or times, which are no numbers
    std::uint64_t bytesValues = 0;    ///< values that are bytes, which may be anything
    std::uint64_t unreachedBytes = 0; ///< in storages, that no tensor looks at
};

/// All that a gate has to say of one checkpoint.
struct GateReport {
    std::vector<Finding> findings; ///< by rule
    Looked looked;

    [[nodiscard]] bool isOpen() const;
};

/// "183 tensors (3.2 MB), and 45 records compared with their checksums"
[[nodiscard]] Message lookedText(const Looked& looked);
/// "1 file without checksums: changed values would not show", or nothing: everything was looked at.
[[nodiscard]] std::vector<Message> notLookedTexts(const Looked& looked);
/// "2 errors, 1 warning", or "nothing wrong was found"; what is allowed and what are mere notes, too.
[[nodiscard]] Message verdictText(const GateReport& report);
/// All of these: what was looked at, what was found there, and what was not looked at.
[[nodiscard]] Message summaryText(const GateReport& report);

} // namespace cairn::gate
