#pragma once

#include "core/checkpoint/checkpoint.h"

#include <string>

namespace cairn::checkpoint {

/// The key of an entry as JSON has it: 1, or "a". What is neither text nor a whole number is the text of it: "None".
[[nodiscard]] std::string jsonKey(const Checkpoint& checkpoint, const Entry& entry);
/// The same as Python writes it, where None is not "None".
[[nodiscard]] std::string pythonKey(const Checkpoint& checkpoint, const Entry& entry);

} // namespace cairn::checkpoint
