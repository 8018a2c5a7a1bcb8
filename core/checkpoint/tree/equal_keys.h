#pragma once

#include "core/checkpoint/pickles/pickle_document.h"
#include "core/checkpoint/trust/name_trust.h"

#include <span>

namespace cairn::checkpoint {

/// Whether a dictionary may have keys that are equal for Python though they are written in different ways: an object
/// that is equal to a number, to a text or to another object. It would keep one entry where the rows show two. Objects
/// of classes whose code is the file's own are judged by their names and no such keys.
[[nodiscard]] bool mayHaveEqualKeys(const PickleDocument& document, std::span<const NameTrust> trusts);

} // namespace cairn::checkpoint
