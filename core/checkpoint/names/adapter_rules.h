#pragma once

#include "core/checkpoint/load_state_dict.h"
#include "core/checkpoint/names/rename_rule.h"

#include <vector>

namespace cairn::checkpoint {

/// Rules for the adapters of PEFT in models and in their files, whatever they are called.
[[nodiscard]] std::vector<std::vector<RenameRule>> adapterRules(const StateKeys& model, const StateKeys& loaded);

} // namespace cairn::checkpoint
