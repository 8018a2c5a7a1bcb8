#pragma once

#include "core/model/key_fit.h"

#include <string>

namespace cairn::model {

/// The Python that loads a state_dict of a file into the model, under other names if they are needed. Empty where there
/// is none: see stateCode().
[[nodiscard]] std::string fitCode(const checkpoint::Checkpoint& checkpoint, checkpoint::EntryId group,
                                  const ModelKeys& model, const KeyFit& fit);

/// The options of `cairn-cli convert` that give a copy those names.
[[nodiscard]] std::string renameOptions(const Renaming& renaming, const std::string& group);

} // namespace cairn::model
