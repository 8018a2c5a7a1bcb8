#pragma once

#include "core/gate/finding.h"

#include <string>
#include <vector>

namespace cairn::cli {

/// What is wrong with a word of --allow, RULE or RULE:GLOB; empty: nothing.
[[nodiscard]] std::string wrongAllowance(const std::string& word);

/// Lets findings pass that such words name, none of which is wrong. Gives those that no finding fits.
[[nodiscard]] std::vector<std::string> allowFindings(gate::GateReport& report, const std::vector<std::string>& words);

} // namespace cairn::cli
