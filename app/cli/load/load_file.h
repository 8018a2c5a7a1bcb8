#pragma once

#include "app/cli/load/load_views.h"
#include "core/runtime/planned_load.h"

#include <memory>
#include <variant>

namespace cairn::cli {

struct LoadChoice {
    runtime::LoadRequest wish;
    bool checkValues = false;
};

/// A load that was made; its report points into it.
struct LoadDone {
    runtime::PlannedLoad planned;
    std::unique_ptr<LoadReport> report;
};

/// Loads one checkpoint by way of the module, and checks it if that is asked. Prints nothing; runs on a worker thread.
[[nodiscard]] Result<std::variant<runtime::LoadRefusal, LoadDone>>
loadFile(const checkpoint::CheckpointPtr& checkpoint, const LoadChoice& choice, const devices::DeviceInventory& usable,
         const runtime::Module& module, Progress& progress);

} // namespace cairn::cli
