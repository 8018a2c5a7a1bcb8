#pragma once

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/devices/load_plan.h"
#include "core/devices/machine/inventory.h"
#include "core/devices/map/map_location.h"
#include "core/devices/preflight.h"
#include "core/runtime/common/module.h"
#include "core/runtime/load.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cairn::runtime {

// Loading a checkpoint by a map as a person asks for it: what stands in the way is told first, and nothing is begun
// then.

struct LoadRequest {
    devices::MapLocation map;
    std::string fallback; ///< a device for what goes to one that is not there; empty: none
    bool strict = false;  ///< refuse what torch itself would refuse
    /// Give a TorchScript archive to torch::jit::load, which runs code that is in it. Else its tensors are read as
    /// those of any other file, and nothing is run.
    bool runsScriptCode = false;
    bool mayBeUnconfined = false; ///< even if the system cannot keep that code from writing
};

/// Why a load was not begun: what `check` would say.
struct LoadRefusal {
    devices::MapLocation map;
    devices::TorchLine line = devices::TorchLine::Latest;
    devices::Preflight preflight;
};

/// A load that can begin. Plain data, whichever thread made it.
struct PlannedLoad {
    std::unique_ptr<const devices::LoadPlan> plan;
    std::optional<std::string> scriptDevice;       ///< for torch::jit::load, if its code may run; empty: as saved
    bool mayBeUnconfined = false;                  ///< see LoadRequest
    std::vector<devices::LoadProblem> beyondTorch; ///< what torch.load would refuse, and Cairn does
    std::vector<devices::LoadProblem> warnings;
};

[[nodiscard]] std::variant<LoadRefusal, PlannedLoad> planLoad(const checkpoint::CheckpointPtr& checkpoint,
                                                              const LoadRequest& wish,
                                                              const devices::DeviceInventory& usable,
                                                              const Module& module);

[[nodiscard]] Result<LoadOutcome> runLoad(const Module& module, const PlannedLoad& planned,
                                          const devices::DeviceInventory& usable, Progress& progress);

/// Maps that load and use none of the devices that a failed load went to but the cpu, if that was not the one.
[[nodiscard]] std::vector<devices::MapFix> waysAround(const devices::LoadPlan& failed, const devices::MapLocation& map,
                                                      const devices::DeviceInventory& usable);

} // namespace cairn::runtime
