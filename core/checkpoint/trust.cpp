#include "core/checkpoint/trust.h"

#include <algorithm>

namespace cairn::checkpoint {

TrustVerdict trustOf(const Checkpoint& checkpoint)
{
    TrustVerdict verdict;
    const auto consider = [&verdict](Trust trust, const std::string& what, const std::string& why) {
        if (trust == Trust::DataOnly || trust < verdict.trust) {
            return;
        }
        if (trust > verdict.trust) {
            verdict = {.trust = trust, .names = {}, .why = why};
        }
        verdict.names.push_back(what);
    };
    for (const GlobalUse& global : checkpoint.globals()) {
        consider(global.trust, global.name, global.why);
    }
    for (const TrustFinding& finding : checkpoint.trustFindings()) {
        consider(finding.trust, finding.what, finding.why);
    }
    if (checkpoint.isAmbiguous()) {
        consider(Trust::Dangerous, "another reading of the file",
                 "Different programs would read different things in it");
    }
    return verdict;
}

} // namespace cairn::checkpoint
