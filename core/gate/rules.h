#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cairn::gate {

/// Everything that a gate looks for; rules.cpp says what each means. The worst come first, and findings are told so.
enum class Rule : std::uint8_t {
    DoesNotOpen,
    Damaged,
    MissingFile,
    PartOfSet,
    DoesNotLoad,
    DangerousCode,
    RunsCode,
    RefusedName,
    AddedBytes,
    Irregular,
    NotANumber,
    Infinite,
    AllZero,
    NotANumberValue,
    NoValues,
    Unread,
    HiddenFile,
    NumberingGap,
    ZeroValues,
    InfiniteValue,
    NotDecoded,
    OtherTotal,
    OddBlock,
    Unlisted,
};

struct RuleInfo {
    Rule rule = Rule::DoesNotOpen;
    std::string_view id;              ///< in options, JSON and SARIF; stable
    Severity level = Severity::Error; ///< errors and warnings shut the gate
    Phrase meaning;                   ///< without a full stop
    Phrase help;
};

[[nodiscard]] const RuleInfo& ruleInfo(Rule rule);
/// In the order in which findings are told: the worst first.
[[nodiscard]] std::span<const RuleInfo> allRules();
[[nodiscard]] std::optional<Rule> ruleById(std::string_view id);

/// "error", "warning", "note": as SARIF calls them.
[[nodiscard]] std::string_view levelName(Severity level);

} // namespace cairn::gate
