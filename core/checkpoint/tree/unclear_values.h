#pragma once

#include "core/checkpoint/pickles/pickle_document.h"
#include "core/checkpoint/trust/name_trust.h"

#include <optional>
#include <span>

namespace cairn::checkpoint {

/// Why it cannot be told which values a pickle makes: it changes what was copied before, or asks for what only Python
/// computes. No pickler writes that. The rows show one reading of it.
[[nodiscard]] std::optional<Message> whyUnclear(const PickleDocument& document, std::span<const NameTrust> trusts);

} // namespace cairn::checkpoint
