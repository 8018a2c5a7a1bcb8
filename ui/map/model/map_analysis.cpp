#include "ui/map/model/map_analysis.h"

#include "core/base/text/shell_word.h"
#include "core/convert/common/copy_name.h"
#include "core/devices/load_problems.h"
#include "core/devices/load_sentence.h"
#include "core/devices/map/map_edit.h"
#include "core/devices/map/model_memory.h"
#include "core/devices/python/python_snippet.h"

#include <algorithm>

namespace cairn::ui {

using devices::MapKind;
using devices::MapLocation;
using devices::TorchLine;

namespace {

std::string commandLineOf(const std::string& path, const MapLocation& map)
{
    const std::string options = map.kind() == MapKind::None ? std::string() : devices::mapOptions(map);
    const bool needsFile = map.kind() != MapKind::None && options.empty();
    const std::string arguments = needsFile         ? " --map-file map.devicemap.json"
                                  : options.empty() ? std::string()
                                                    : ' ' + options;
    std::string text = "cairn-cli check " + shellFile(path) + arguments + '\n';
    if (map.kind() != MapKind::None) {
        text += "cairn-cli convert " + shellFile(path) + " -o " +
                shellFile(convert::copyPath(path, convert::kMappedPattern)) + arguments + '\n';
    }
    return text;
}

} // namespace

MapAnalysisPtr analyseMap(const Document& document, const MapState& state)
{
    auto analysis = std::make_shared<MapAnalysis>();
    const checkpoint::Checkpoint& checkpoint = *document.checkpoint;
    analysis->state = state;
    devices::Placement placement = placeStorages(checkpoint, state.map, state.machine.get(), analysis->rules);
    for (const devices::MapConflict& conflict : placement.conflicts()) {
        for (const std::uint32_t rule : {conflict.firstRule, conflict.secondRule}) {
            if (rule != checkpoint::kNoId) {
                analysis->splittingRules.insert(rule);
            }
        }
    }
    analysis->flows = devices::flowsOf(checkpoint, placement);
    analysis->verdict = devices::findProblems(checkpoint, state.map, std::move(placement), *state.machine,
                                              TorchLine::Latest, state.trust);
    analysis->sentence = devices::loadSentence(checkpoint, analysis->verdict, state.map, *state.machine);
    return analysis;
}

MapAdvice adviseOnMap(const Document& document, const MapState& state)
{
    const checkpoint::Checkpoint& checkpoint = *document.checkpoint;
    MapAdvice advice;
    devices::Preflight preflight =
        devices::preflight(checkpoint, state.map, *state.machine, TorchLine::Latest, state.trust);
    advice.python = devices::pythonSnippet(
        checkpoint, state.map, {.mapped = devices::loadsIfMapped(checkpoint, devices::asTrusted(preflight))});
    advice.training = preflight.loads ? devices::trainingText(checkpoint, state.map, *state.machine) : Message();
    advice.problems = std::move(preflight.problems);
    advice.cpp = devices::cppSnippet(checkpoint, state.map);
    advice.commandLine = commandLineOf(checkpoint.path(), state.map);
    if (!preflight.devices.empty()) {
        advice.paths = devices::compareLoadPaths(checkpoint, state.map, *state.machine, TorchLine::Latest);
    }
    return advice;
}

} // namespace cairn::ui
