#include "core/convert/common/cast.h"

#include "core/base/text/near_name.h"
#include "core/base/text/text.h"
#include "core/convert/common/cast_loops.h"
#include "core/convert/common/selection.h"
#include "core/formats/dtype_names.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace cairn::convert {

using formats::Dtype;

namespace {

Error badRule(const std::string& text, Message why)
{
    return error(ErrorCode::Usage, message("--cast %1: %2", inQuotes(text), std::move(why)))
        .because(message("float64, float32, float16 and bfloat16 can be cast among each other, and to and from "
                         "float8_e4m3fn and float8_e5m2"))
        .fix(message("Write a rule as TO, FROM=TO or FROM=TO:PATTERN, for instance bfloat16 or float32=bfloat16"));
}

Error noDtype(const std::string& text, const std::string& name)
{
    std::vector<std::string> names;
    for (const formats::DtypeInfo& dtype : formats::allDtypes()) {
        if (dtype.name != formats::dtypeInfo(Dtype::Unknown).name) {
            names.emplace_back(dtype.name);
        }
    }
    for (const auto& [known, dtype] : formats::shortDtypeNames()) {
        names.emplace_back(known);
    }
    return badRule(text, message("%1 is no dtype%2", inQuotes(name), nearestHint(name, names)));
}

} // namespace

Result<CastRules> CastRules::make(std::span<const std::string> texts)
{
    CastRules rules;
    for (const std::string& text : texts) {
        const std::size_t colon = std::min(text.find(':'), text.size());
        const std::size_t sign = std::min(text.find('='), colon);
        const bool hasFrom = sign < colon;
        const std::string from = text.substr(0, hasFrom ? sign : 0);
        const std::string to = text.substr(hasFrom ? sign + 1 : 0, hasFrom ? colon - sign - 1 : colon);
        const auto fromDtype = hasFrom ? formats::dtypeNamed(from) : std::optional(Dtype::Unknown);
        const auto toDtype = formats::dtypeNamed(to);
        if (!fromDtype || !toDtype) {
            return fail(noDtype(text, fromDtype ? to : from));
        }
        if (hasFrom && *fromDtype != *toDtype && !canCast(*fromDtype, *toDtype)) {
            return fail(badRule(text, message("%1 cannot be cast to %2", inQuotes(from), inQuotes(to))));
        }
        if (!hasFrom && !canCast(Dtype::Float64, *toDtype) && !canCast(Dtype::Float32, *toDtype)) {
            return fail(badRule(text, message("nothing can be cast to %1", inQuotes(to))));
        }
        std::string glob = colon < text.size() ? text.substr(colon + 1) : "*";
        rules.m_rules.push_back({text, *fromDtype, *toDtype, std::move(glob)});
    }
    return rules;
}

Dtype CastRules::target(Dtype dtype, std::string_view name)
{
    for (Rule& rule : m_rules) {
        const bool fits =
            rule.from == Dtype::Unknown ? dtype == rule.to || canCast(dtype, rule.to) : dtype == rule.from;
        if (fits && patternCovers(rule.glob, name)) {
            rule.used = true;
            return rule.to;
        }
    }
    return dtype;
}

bool CastRules::hasTarget(Dtype dtype) const
{
    return std::ranges::any_of(m_rules, [&](const Rule& rule) { return rule.to == dtype && rule.from != dtype; });
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
