#pragma once

#include "core/checkpoint/pickles/pickle_document.h"
#include "core/checkpoint/trust/name_trust.h"

#include <optional>
#include <string_view>

namespace cairn::checkpoint {

/// At which arguments a function of torch takes what Cairn does not show of a tensor.
struct TakenArguments;
/// Null for other functions.
[[nodiscard]] const TakenArguments* takenArguments(std::string_view function);

/// What is wrong with what a call gives a tensor besides the numbers that Cairn shows: hooks, flags of its elements, a
/// shape that changes after the call. torch goes by them, so a tensor or storage in there would be read unseen.
[[nodiscard]] std::optional<TrustFinding> strangeTensorArguments(const PickleDocument& document,
                                                                 const TakenArguments& taken, formats::NodeId call);

/// What is wrong with a reference to a storage: torch takes more for a key, a class, a tag and a size than any pickler
/// writes, and would then read memory by what Cairn cannot follow. `pid` is what the reference holds.
[[nodiscard]] std::optional<TrustFinding> strangeStorageReference(const PickleDocument& document, formats::NodeId pid);

} // namespace cairn::checkpoint
