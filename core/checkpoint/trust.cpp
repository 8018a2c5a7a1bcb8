#include "core/checkpoint/trust.h"

#include "core/base/json/json_writer.h"
#include "core/base/text/text.h"

#include <algorithm>

namespace cairn::checkpoint {

Message someNames(const TrustVerdict& trust)
{
    constexpr std::size_t most = 3;
    const std::vector<Message>& names = trust.names;
    Message text;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i) {
        const Message name = names[i].pattern() == nullptr ? verbatim(printable(names[i].text())) : names[i];
        text = i == 0 ? name : message("%1, %2", text, name);
    }
    return names.size() <= most ? text : message("%1 and %2 more", text, groupedDigits(names.size() - most));
}

TrustVerdict trustOf(const Checkpoint& checkpoint)
{
    TrustVerdict verdict;
    const auto consider = [&verdict](Trust trust, const Message& what, const Message& why) {
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
        consider(global.trust, verbatim(global.name), global.why);
    }
    for (const TrustFinding& finding : checkpoint.trustFindings()) {
        consider(finding.trust, finding.what, finding.why);
    }
    if (checkpoint.isAmbiguous()) {
        consider(Trust::Dangerous, phrase("another reading of the file"),
                 phrase("Different programs would read different things in it"));
    }
    return verdict;
}

void writeTrust(JsonWriter& json, const TrustVerdict& trust)
{
    json.key("trust");
    json.beginObject();
    json.key("verdict").string(trustName(trust.trust));
    json.key("names");
    json.beginArray();
    for (const Message& name : trust.names) {
        json.string(name.text());
    }
    json.endArray();
    json.endObject();
}

} // namespace cairn::checkpoint
