#pragma once

#include "app/cli/load_views.h"
#include "core/base/progress.h"
#include "core/checkpoint/checkpoint.h"
#include "core/devices/inventory.h"
#include "core/devices/map_location.h"
#include "core/runtime/module.h"

#include <memory>
#include <string>
#include <variant>

namespace cairn::cli {

struct LoadChoice {
    devices::MapLocation map;
    std::string fallback; ///< a device for what goes to one that is not there; empty: none
    bool strict = false;
    bool checkValues = false;
};

/// Why a load was not begun: what `check` would say.
struct LoadRefusal {
    devices::MapLocation map;
    devices::TorchLine line;
    devices::Preflight preflight;
};

/// A load that was made; its report points into it.
struct LoadDone {
    std::unique_ptr<devices::LoadPlan> plan;
    std::unique_ptr<LoadReport> report;
};

/// Loads one checkpoint by way of the module. Prints nothing; runs on a worker thread.
[[nodiscard]] Result<std::variant<LoadRefusal, LoadDone>> loadFile(const checkpoint::CheckpointPtr& checkpoint,
                                                                   const LoadChoice& choice,
                                                                   const devices::DeviceInventory& machine,
                                                                   const runtime::Module& module, Progress& progress);

} // namespace cairn::cli
