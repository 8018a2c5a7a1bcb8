#pragma once

#include "core/model/key_fit.h"

#include <string>
#include <string_view>
#include <vector>

namespace cairn::model {

/// The Python that loads a state_dict of a file into the model, under other names if they are needed. Empty where there
/// is none: see stateCode().
[[nodiscard]] std::string fitCode(const checkpoint::Checkpoint& checkpoint, const ModelFit& fitted);
/// Why there is none, though the model would take something; else empty.
[[nodiscard]] Message whyNoFitCode(const checkpoint::Checkpoint& checkpoint, const ModelFit& fitted);

/// What `convert` does for a copy with other names.
struct RenamedCopy {
    std::vector<std::string> keep;      ///< as of --keep
    std::vector<std::string> drop = {}; ///< as of --drop
    std::vector<std::string> renames;
    /// Entries of a dictionary are renamed where they are; those of a module or of several files become a safetensors
    /// file of the model alone.
    bool isTensorFile = false;
    std::string_view pattern; ///< of the copy's name
};
[[nodiscard]] RenamedCopy renamedCopy(const checkpoint::Checkpoint& checkpoint, checkpoint::EntryId group,
                                      const Renaming& renaming);

} // namespace cairn::model
