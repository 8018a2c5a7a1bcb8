#pragma once

#include "core/runtime/planned_load.h"
#include "ui/document/document.h"
#include "ui/document/machine.h"

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace cairn::ui {

// A load through LibTorch in its two steps, for worker threads: what can be known before, and the load itself.

/// Why nothing is loaded: the words for it, or everything that stands in the way; and maps that would load.
struct LoadFailure {
    Error error;
    std::vector<devices::LoadProblem> problems; ///< instead of the error
    std::vector<devices::MapFix> fixes;         ///< besides those of the problems
};

/// A load that can begin.
struct LoadStart {
    /// What one device shall get, in the order of loading.
    struct Share {
        std::string device;
        std::uint64_t bytes = 0;
    };

    const runtime::Module* module = nullptr;
    devices::DeviceInventory usable;
    devices::MapLocation map;
    runtime::PlannedLoad planned;
    std::vector<Share> shares;
    bool leavesCode = false; ///< what torch.load would run of the file
};

/// What a load took. Its tensors are gone by then, and their memory is free.
struct LoadSummary {
    std::string torch; ///< "LibTorch 1.13.0", "PyTorch 2.6.0 in /home/me/.venv"
    bool isScript = false;
    bool leftCode = false; ///< see LoadStart::leavesCode
    std::size_t tensors = 0;
    std::uint64_t bytes = 0;
    double seconds = 0;
    std::vector<runtime::DeviceLoad> devices;
    std::vector<std::pair<std::string, std::string>> notLoaded; ///< names, and why
    std::vector<std::string> notes;                             ///< what the others lack
    std::vector<devices::LoadProblem> warnings;
    std::vector<devices::LoadProblem> beyondTorch;
};

/// Opens LibTorch, which takes half a second the first time; `progress` can stop that.
[[nodiscard]] std::variant<LoadFailure, LoadStart> prepareLoad(const Document& document,
                                                               const devices::MapLocation& map,
                                                               const MachineSource& machine, const Progress& progress);
[[nodiscard]] std::variant<LoadFailure, LoadSummary> runLoad(const LoadStart& start, const MachineSource& machine,
                                                             Progress& progress);

} // namespace cairn::ui
