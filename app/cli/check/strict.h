#pragma once

#include "app/cli/common/json_writer.h"
#include "app/cli/common/screen.h"
#include "core/gate/finding.h"

#include <string>
#include <vector>

namespace cairn::cli {

/// What `check --strict` found in one file.
struct StrictReport {
    gate::GateReport gate;
    std::vector<std::string> unusedAllowances; ///< words of --allow that no finding fits
};

/// The findings, of many the first of each rule, and what was looked at.
void printStrict(Screen& screen, const StrictReport& report);
/// An object with all of them.
void writeStrict(JsonWriter& json, const StrictReport& report);

} // namespace cairn::cli
