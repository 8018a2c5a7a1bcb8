#pragma once

#include "app/cli/common/screen.h"
#include "app/cli/load/load_check.h"
#include "core/devices/load_plan.h"
#include "core/devices/preflight.h"
#include "core/runtime/load.h"

#include <optional>
#include <string>
#include <vector>

namespace cairn::cli {

/// Everything `load` has to say about one file that LibTorch took.
struct LoadReport {
    const devices::LoadPlan& plan;
    std::string torchVersion;
    std::string torchText;  ///< "PyTorch 2.6.0 in /home/me/.venv"
    std::string torchPlace; ///< "/home/me/.venv"
    bool isScript = false;
    runtime::LoadOutcome outcome;
    std::vector<std::string> mapWarnings; ///< parts of the map that match nothing
    std::optional<ValueCheck> check;
    std::vector<devices::LoadProblem> beyondTorch; ///< what torch.load would refuse, and Cairn did
    std::uint64_t peakMemoryBytes = 0;             ///< of this process, and of PyTorch's, so far
};

void printLoad(Screen& screen, const LoadReport& report);
void writeLoadJson(Output& output, const LoadReport& report);

} // namespace cairn::cli
