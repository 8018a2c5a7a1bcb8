#pragma once

#include "core/checkpoint/pickles/pickle_document.h"

#include <optional>

namespace cairn::checkpoint {

/// Why it cannot be told which values a pickle makes: it changes what was copied before, or asks for what only Python
/// computes. No pickler writes that. The rows show one reading of it.
[[nodiscard]] std::optional<Message> whyUnclear(const PickleDocument& document);

} // namespace cairn::checkpoint
