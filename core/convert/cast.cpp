#include "core/convert/cast.h"

#include "core/base/text.h"
#include "core/convert/cast_loops.h"
#include "core/convert/selection.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace cairn::convert {

using formats::Dtype;

namespace {

/// What people call them, besides the names that PyTorch knows.
constexpr std::array kShortNames = {
    std::pair{std::string_view("fp64"), Dtype::Float64},
    std::pair{std::string_view("fp32"), Dtype::Float32},
    std::pair{std::string_view("fp16"), Dtype::Float16},
    std::pair{std::string_view("bf16"), Dtype::BFloat16},
    std::pair{std::string_view("fp8_e4m3fn"), Dtype::Float8E4M3Fn},
    std::pair{std::string_view("fp8_e5m2"), Dtype::Float8E5M2},
};

std::optional<Dtype> dtypeNamed(std::string_view name)
{
    if (name.starts_with("torch.")) {
        name.remove_prefix(std::string_view("torch.").size());
    }
    std::string small;
    appendFolded(small, name);
    const auto* const known = std::ranges::find(kShortNames, small, &std::pair<std::string_view, Dtype>::first);
    return known != kShortNames.end() ? std::optional(known->second) : formats::dtypeByName(small);
}

Error badRule(const std::string& text, std::string why)
{
    return error(ErrorCode::Usage, "--cast " + inQuotes(text) + ": " + std::move(why))
        .because("float64, float32, float16 and bfloat16 can be cast among each other, and to float8_e4m3fn and "
                 "float8_e5m2")
        .fix("Write a rule as FROM=TO or FROM=TO:PATTERN, for instance float32=bfloat16");
}

} // namespace

Result<CastRules> CastRules::make(std::span<const std::string> texts)
{
    CastRules rules;
    for (const std::string& text : texts) {
        const std::size_t sign = text.find('=');
        if (sign == std::string::npos) {
            return fail(badRule(text, "there is no ="));
        }
        const std::size_t colon = std::min(text.find(':', sign), text.size());
        const std::string from = text.substr(0, sign);
        const std::string to = text.substr(sign + 1, colon - sign - 1);
        const auto fromDtype = dtypeNamed(from);
        const auto toDtype = dtypeNamed(to);
        if (!fromDtype || !toDtype) {
            return fail(badRule(text, inQuotes(fromDtype ? to : from) + " is no dtype"));
        }
        if (*fromDtype != *toDtype && !canCast(*fromDtype, *toDtype)) {
            return fail(badRule(text, inQuotes(from) + " cannot be cast to " + inQuotes(to)));
        }
        std::string glob = colon < text.size() ? text.substr(colon + 1) : "*";
        rules.m_rules.push_back({text, *fromDtype, *toDtype, std::move(glob)});
    }
    return rules;
}

Dtype CastRules::target(Dtype dtype, std::string_view name)
{
    for (Rule& rule : m_rules) {
        if (rule.from == dtype && patternCovers(rule.glob, name)) {
            rule.used = true;
            return rule.to;
        }
    }
    return dtype;
}

std::vector<std::string> CastRules::unusedRules() const
{
    std::vector<std::string> unused;
    for (const Rule& rule : m_rules) {
        if (!rule.used) {
            unused.push_back("--cast " + inQuotes(rule.text));
        }
    }
    return unused;
}

} // namespace cairn::convert
