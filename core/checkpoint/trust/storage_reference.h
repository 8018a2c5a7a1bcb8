#pragma once

#include "core/checkpoint/pickles/pickle_document.h"
#include "core/checkpoint/trust/name_trust.h"

#include <optional>

namespace cairn::checkpoint {

/// What is wrong with a reference to a storage: torch takes more for a key, a class, a tag and a size than any pickler
/// writes, and would then read memory by what Cairn cannot follow. `pid` is what the reference holds.
[[nodiscard]] std::optional<TrustFinding> strangeStorageReference(const PickleDocument& document, formats::NodeId pid);

} // namespace cairn::checkpoint
