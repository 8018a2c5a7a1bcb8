#include "core/devices/load_sentence.h"

#include "core/base/stable_sort.h"
#include "core/checkpoint/trust.h"

#include <algorithm>

namespace cairn::devices {

bool isHarmful(const Preflight& preflight)
{
    return std::ranges::any_of(preflight.problems, [](const LoadProblem& problem) {
        return problem.code == ProblemCode::FileDangerous || problem.code == ProblemCode::FileAmbiguous;
    });
}

Preflight asTrusted(Preflight preflight)
{
    preflight.loads = loadsIfTrusted(preflight);
    for (LoadProblem& problem : preflight.problems) {
        problem.severity = isOfTrust(problem) ? Severity::Warning : problem.severity;
    }
    stableSort(preflight.problems, [](const LoadProblem& a, const LoadProblem& b) {
        return a.severity == Severity::Error && b.severity != Severity::Error;
    });
    return preflight;
}

Message loadSentence(const checkpoint::Checkpoint& checkpoint, const Preflight& preflight, const MapLocation& map,
                     const DeviceInventory& machine)
{
    if (isHarmful(preflight)) {
        const bool isDangerous = std::ranges::find(preflight.problems, ProblemCode::FileDangerous,
                                                   &LoadProblem::code) != preflight.problems.end();
        return isDangerous ? message("Do not load this file: it would run harmful code")
                           : message("Do not load this file: programs read different things in it");
    }
    const bool isDataOnly = checkpoint::trustOf(checkpoint).trust == checkpoint::Trust::DataOnly;
    if (!preflight.loads && loadsIfTrusted(preflight)) {
        return isDataOnly
                   ? message("Loads on %1, but only with weights_only=False", machine.name())
                   : message("Loads on %1 with weights_only=False, if you trust it: it runs code", machine.name());
    }
    if (!preflight.loads) {
        return map.kind() == MapKind::None ? message("Will not load on %1 as it is", machine.name())
                                           : message("Will not load on %1 with this map", machine.name());
    }
    return isDataOnly ? message("Loads on %1", machine.name())
                      : message("Loads on %1, if you trust it: it runs code", machine.name());
}

} // namespace cairn::devices
