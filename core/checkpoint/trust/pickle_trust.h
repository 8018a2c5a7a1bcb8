#pragma once

#include "core/checkpoint/pickles/pickle_document.h"
#include "core/checkpoint/trust/name_trust.h"

#include <cstdint>
#include <span>
#include <vector>

namespace cairn::checkpoint {

/// What it means that a pickle names a class or function, with a look at what it does with it.
[[nodiscard]] NameTrust trustInPickle(const PickleDocument& document, std::uint32_t global);

/// What unpickling this would do besides calling what it names: calling what it has put together itself, giving a state
/// to a class, and forging NumPy types, which read memory as objects. All its values are looked at, those that nothing
/// refers to any more too. `trusts` has what trustInPickle() says of each global.
[[nodiscard]] std::vector<TrustFinding> findingsInPickle(const PickleDocument& document,
                                                         std::span<const NameTrust> trusts);

/// The data only verdict of a pickle that is to be a plain header: numbers, texts, lists and dictionaries of them, and
/// of classes those whose names end so ("Storage"). Anything else is the error.
[[nodiscard]] Result<void> requirePlain(const formats::PickleGraph& graph, std::string_view what,
                                        std::string_view classEnding = {});

} // namespace cairn::checkpoint
