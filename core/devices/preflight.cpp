#include "core/devices/preflight.h"

#include "core/devices/load_problems.h"
#include "core/devices/map/map_edit.h"
#include "core/devices/map/placement.h"

#include <algorithm>

namespace cairn::devices {

using checkpoint::Checkpoint;

namespace {

/// One device if all storages end up there, which every map can say shortest.
MapLocation simplest(const Checkpoint& checkpoint, const MapLocation& map, const DeviceInventory& machine)
{
    const Placement placement = placeStorages(checkpoint, map, &machine);
    return placement.targets().size() == 1 ? MapLocation::device(placement.targets().front()) : map;
}

class Fixer {
public:
    Fixer(const Checkpoint& checkpoint, const MapLocation& map, const DeviceInventory& machine, TorchLine line)
        : m_checkpoint(checkpoint), m_map(map), m_machine(machine), m_line(line)
    {
    }

    std::vector<MapFix> find(const Preflight& failed)
    {
        std::vector<std::string> failing;
        std::vector<std::string> present;
        for (const LoadProblem& problem : failed.problems) {
            if (problem.severity == Severity::Error) {
                failing.insert(failing.end(), problem.targets.begin(), problem.targets.end());
            }
        }
        for (const Backend& backend : m_machine.backends) {
            for (const Device& device : backend.devices) {
                present.push_back(device.tag);
            }
        }
        constexpr std::size_t kMostDevices = 4; // tried one by one
        for (std::size_t i = 0; i < std::min(present.size(), kMostDevices); ++i) {
            offer(redirect(m_map, failing, m_checkpoint.deviceTags(), present[i]),
                  message("%1 to %2", joinedNames(failing), present[i]));
        }
        if (present.size() > 1) {
            offer(balance(m_checkpoint, m_machine, present),
                  message("spread over %1 by their free memory", joinedNames(present)), true);
        }
        offer(redirect(m_map, failing, m_checkpoint.deviceTags(), "cpu"),
              message("%1 to %2", joinedNames(failing), verbatim("cpu")));
        offer(MapLocation::device("cpu"), {});
        return std::move(m_fixes);
    }

private:
    void offer(const MapLocation& candidate, const Message& text, bool isSplit = false)
    {
        MapLocation map = simplest(m_checkpoint, candidate, m_machine);
        const bool isKnown =
            map == m_map || std::ranges::any_of(m_fixes, [&](const MapFix& fix) { return fix.map == map; });
        if (!isKnown && findProblems(m_checkpoint, map, m_machine, m_line).loads) {
            const bool isOne = map.kind() == MapKind::Device;
            m_fixes.push_back(
                {isOne ? message("everything to %1", map.device()) : text, std::move(map), isSplit && !isOne});
        }
    }

    const Checkpoint& m_checkpoint;
    const MapLocation& m_map;
    const DeviceInventory& m_machine;
    TorchLine m_line;
    std::vector<MapFix> m_fixes;
};

} // namespace

std::string_view problemCodeText(ProblemCode code)
{
    switch (code) {
#define X(name, text)                                                                                                  \
    case ProblemCode::name: return text;
        CAIRN_PROBLEM_CODES(X)
#undef X
    }
    return {};
}

bool isOfFile(ProblemCode code)
{
    return problemCodeText(code).starts_with("file.");
}

bool isOfDevice(ProblemCode code)
{
    return problemCodeText(code).starts_with("device.");
}

Preflight preflight(const Checkpoint& checkpoint, const MapLocation& map, const DeviceInventory& machine,
                    TorchLine line, FileTrust trust)
{
    Preflight result = findProblems(checkpoint, map, machine, line, trust);
    const bool fileFails = std::ranges::any_of(result.problems, [](const LoadProblem& problem) {
        return problem.severity == Severity::Error && isOfFile(problem.code) && !isOfTrust(problem);
    });
    if (!result.loads && !fileFails) { // no map mends a file
        const std::vector<MapFix> fixes = Fixer(checkpoint, map, machine, line).find(result);
        for (LoadProblem& problem : result.problems) {
            if (problem.severity == Severity::Error && !isOfTrust(problem)) {
                problem.fixes = fixes;
            }
        }
    }
    return result;
}

} // namespace cairn::devices
