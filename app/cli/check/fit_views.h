#pragma once

#include "app/cli/common/output.h"
#include "app/cli/common/screen.h"
#include "core/base/text/message.h"
#include "core/model/key_fit.h"

#include <string>

namespace cairn::cli {

/// Whether a model takes a file, and what is said of it.
struct FitReport {
    const checkpoint::Checkpoint& checkpoint;
    const model::ModelFit& fitted;
    std::string group;   ///< the name of the group that the state_dict is in
    std::string command; ///< that makes a copy with names that fit better; empty without them
    std::string python;
    Message whyNoPython; ///< where there is none though the model takes something
};

void printFit(Screen& screen, const FitReport& report);
void writeFitJson(Output& output, const FitReport& report);

} // namespace cairn::cli
