#pragma once

#include "core/checkpoint/pickles/pickle_document.h"

#include <optional>
#include <string>

namespace cairn::checkpoint {

/// The class of a key of a dictionary, or of a member of a set, that has no hash: Python raises an error there. Of
/// classes of others nothing is known.
[[nodiscard]] std::optional<std::string> unhashableKey(const PickleDocument& document);

} // namespace cairn::checkpoint
