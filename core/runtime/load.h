#pragma once

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/devices/load_plan.h"
#include "core/devices/machine/inventory.h"
#include "core/runtime/common/module.h"
#include "core/runtime/loaded_tensors.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn::runtime {

struct DeviceLoad {
    std::string device;
    std::uint64_t storages = 0;
    std::uint64_t bytes = 0;
    std::uint64_t peakBytes = 0;
    double seconds = 0;
};

/// A tensor that is not there now, and why.
struct NotLoaded {
    std::uint32_t tensor = 0;
    std::string reason;
};

struct LoadOutcome {
    LoadedTensors tensors;
    std::vector<DeviceLoad> devices;
    std::vector<NotLoaded> notLoaded;
    std::vector<std::string> notes; ///< what the others lack
    std::uint64_t tensorCount = 0;  ///< that are there now; indices of sparse ones, scales of quantised ones left out
    std::uint64_t bytes = 0;
    double seconds = 0;
};

/// Loads all storages of a plan to their devices and makes its tensors. `machine` tells how much memory is free;
/// without enough of it nothing is begun. When it fails or is stopped, everything is released. A worker thread;
/// LibTorch may be used from several of them at once.
[[nodiscard]] Result<LoadOutcome> load(const Module& module, const devices::LoadPlan& plan,
                                       const devices::DeviceInventory& machine, Progress& progress);

struct ScriptChoice {
    std::string device;           ///< for all of it; empty: as saved
    bool mayBeUnconfined = false; ///< see ScriptOrder
};
/// torch::jit::load for a TorchScript archive. Runs code of the file: the module in this process, which is to be one
/// that can do no harm, see confinement.h; a PyTorch in one of its own.
[[nodiscard]] Result<LoadOutcome> loadScript(const Module& module, const devices::LoadPlan& plan,
                                             const ScriptChoice& choice, Progress& progress);

} // namespace cairn::runtime
