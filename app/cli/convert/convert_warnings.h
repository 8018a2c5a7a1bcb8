#pragma once

#include "app/cli/convert/convert_job.h"
#include "core/convert/conversion/conversion_report.h"

#include <string>
#include <vector>

namespace cairn::cli {

/// What is wrong with a plan before anything is written.
struct PlanWarnings {
    std::vector<std::string> unmet; ///< what was asked for and cannot be met with this file
    std::vector<std::string> warnings;
    std::vector<UnusedRule> unusedRules;
};

[[nodiscard]] PlanWarnings warningsOf(const ConvertJob& job, const checkpoint::Checkpoint& source,
                                      const convert::ConversionReport& planned);

} // namespace cairn::cli
