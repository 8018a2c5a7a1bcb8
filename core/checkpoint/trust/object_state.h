#pragma once

#include "core/checkpoint/pickles/pickle_document.h"
#include "core/checkpoint/pickles/remembered.h"
#include "core/checkpoint/trust/name_trust.h"

#include <optional>
#include <span>
#include <string_view>

namespace cairn::checkpoint {

/// Classes that are dictionaries, and have no hash.
inline constexpr std::string_view kDictionaries =
    "dict collections.Counter collections.OrderedDict collections.defaultdict";

/// What was found of the dictionaries that give attributes.
struct RememberedKeys {
    explicit RememberedKeys(std::size_t nodeCount) : arePlain(nodeCount), setTensor(nodeCount) {}
    Remembered arePlain;
    Remembered setTensor; ///< whether tensors have members of these names
};

/// Whether a function gives a tensor the attributes that it is called with.
[[nodiscard]] bool givesState(std::string_view function);

/// What is wrong with what an object of a harmless class gets: items though it holds none, or attributes that Python
/// asks objects for. The unpickler looks for `append` and `__setstate__` on the object itself, NumPy for
/// `__array_interface__`, and all of them then do what the file put there.
///
/// Objects of classes that are not data only are left alone: their code decides. `trusts` has those of the globals,
/// `keys` what was found of dictionaries before.
[[nodiscard]] std::optional<TrustFinding> strangeContents(const PickleDocument& document,
                                                          std::span<const NameTrust> trusts, RememberedKeys& keys,
                                                          formats::NodeId call);

} // namespace cairn::checkpoint
