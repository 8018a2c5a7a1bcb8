#include "app/cli/check/allowances.h"

#include "core/base/text/glob.h"
#include "core/base/text/near_name.h"
#include "core/base/text/text.h"

#include <algorithm>

namespace cairn::cli {

using gate::Finding;
using gate::Rule;

namespace {

std::string ruleOf(const std::string& word)
{
    return word.substr(0, word.find(':'));
}

/// Without one everything fits, and also what is about the whole file.
std::string globOf(const std::string& word)
{
    const std::size_t colon = word.find(':');
    return colon == std::string::npos ? "*" : word.substr(colon + 1);
}

} // namespace

std::string wrongAllowance(const std::string& word)
{
    const std::string name = ruleOf(word);
    const auto rule = gate::ruleById(name);
    if (!rule) {
        std::vector<std::string> ids;
        for (const gate::RuleInfo& info : gate::allRules()) {
            ids.emplace_back(info.id);
        }
        return cairn::inQuotes(name) + " is no rule" + nearestHint(name, ids).text();
    }
    if (rule == Rule::DoesNotOpen) {
        return "a file that does not open cannot be let pass";
    }
    return {};
}

std::vector<std::string> allowFindings(gate::GateReport& report, const std::vector<std::string>& words)
{
    std::vector<std::string> unused;
    for (const std::string& word : words) {
        const Glob glob(globOf(word));
        const auto rule = gate::ruleById(ruleOf(word));
        bool isUsed = false;
        for (Finding& finding : report.findings) {
            const bool fits = finding.rule == rule && glob.matches(finding.name);
            finding.isAllowed = finding.isAllowed || fits;
            isUsed = isUsed || fits;
        }
        if (!isUsed) {
            unused.push_back(word);
        }
    }
    return unused;
}

} // namespace cairn::cli
