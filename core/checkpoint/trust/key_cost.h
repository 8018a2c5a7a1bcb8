#pragma once

#include "core/checkpoint/pickles/pickle_document.h"
#include "core/checkpoint/trust/name_trust.h"

#include <optional>

namespace cairn::checkpoint {

/// What is wrong with keys that take Python very long: tuples whose hash is taken again and again, and numbers and
/// tuples of one hash, which a dictionary compares with each other. The hashes of texts cannot be foreseen.
[[nodiscard]] std::optional<TrustFinding> costlyKeys(const PickleDocument& document);

} // namespace cairn::checkpoint
