#pragma once

#include "core/devices/map/map_use.h"
#include "core/devices/preflight.h"
#include "ui/document/document.h"
#include "ui/map/model/map_history.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace cairn::ui {

/// What a map does to a document on a machine: everything the editor shows at once after an edit. Made on a worker
/// thread, never changed after.
struct MapAnalysis {
    MapState state;
    std::vector<devices::FlowUse> flows;
    std::vector<devices::RuleUse> rules;
    std::set<std::size_t> splittingRules; ///< that send parts of one storage to different devices
    devices::Preflight verdict;           ///< without fixes
    Message sentence;                     ///< whether it loads
};

using MapAnalysisPtr = std::shared_ptr<const MapAnalysis>;

[[nodiscard]] MapAnalysisPtr analyseMap(const Document& document, const MapState& state);

/// What takes longer, and may come a moment later.
struct MapAdvice {
    std::vector<devices::LoadProblem> problems; ///< with fixes
    std::vector<devices::LoadPath> paths;       ///< torch.load().to(), and map_location
    std::string python;
    std::string cpp;
    std::string commandLine;
    Message training; ///< the memory that it takes; empty where that is no question
};

[[nodiscard]] MapAdvice adviseOnMap(const Document& document, const MapState& state);

} // namespace cairn::ui
