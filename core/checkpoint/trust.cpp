#include "core/checkpoint/trust.h"

#include "core/base/json/json_writer.h"
#include "core/base/text/text.h"

#include <algorithm>

namespace cairn::checkpoint {

std::string someNames(const TrustVerdict& trust)
{
    constexpr std::size_t most = 3;
    const std::vector<std::string>& names = trust.names;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i) {
        text += (i == 0 ? "" : ", ") + printable(names[i]);
    }
    return names.size() <= most ? text : text + " and " + groupedDigits(names.size() - most) + " more";
}

TrustVerdict trustOf(const Checkpoint& checkpoint)
{
    TrustVerdict verdict;
    const auto consider = [&verdict](Trust trust, const std::string& what, const Message& why) {
        if (trust == Trust::DataOnly || trust < verdict.trust) {
            return;
        }
        if (trust > verdict.trust) {
            verdict = {.trust = trust, .names = {}, .why = why, .reasons = {}};
        }
        verdict.names.push_back(what);
        verdict.reasons.push_back(why);
    };
    for (const GlobalUse& global : checkpoint.globals()) {
        consider(global.trust, global.name, global.why);
    }
    for (const TrustFinding& finding : checkpoint.trustFindings()) {
        consider(finding.trust, finding.what, finding.why);
    }
    if (checkpoint.isAmbiguous()) {
        consider(Trust::Dangerous, "another reading of the file",
                 phrase("Different programs would read different things in it"));
    }
    return verdict;
}

void writeTrust(JsonWriter& json, const TrustVerdict& trust)
{
    json.key("trust");
    json.beginObject();
    json.key("verdict").string(trustName(trust.trust));
    json.texts("names", trust.names);
    json.endObject();
}

} // namespace cairn::checkpoint
