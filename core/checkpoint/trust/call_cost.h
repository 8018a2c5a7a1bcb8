#pragma once

#include "core/checkpoint/pickles/pickle_document.h"
#include "core/checkpoint/trust/name_trust.h"

#include <optional>
#include <span>

namespace cairn::checkpoint {

/// What is wrong with a pickle whose calls together copy, or go through, much more than it holds: one long text can be
/// the argument of a million of them.
[[nodiscard]] std::optional<TrustFinding> costlyCalls(const PickleDocument& document,
                                                      std::span<const NameTrust> trusts);

} // namespace cairn::checkpoint
