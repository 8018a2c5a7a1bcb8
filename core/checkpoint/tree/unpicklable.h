#pragma once

#include "core/checkpoint/pickles/pickle_document.h"
#include "core/checkpoint/trust/name_trust.h"

#include <optional>
#include <span>

namespace cairn::checkpoint {

/// What Python, NumPy or torch raise an error at while they unpickle it, whatever their versions: the first call whose
/// arguments its function refuses, or a key that has no hash. Of classes that are not known to be harmless nothing is
/// known here either, and tensors have their own reader.
[[nodiscard]] std::optional<Message> whyUnpicklable(const PickleDocument& document, std::span<const NameTrust> trusts);

} // namespace cairn::checkpoint
