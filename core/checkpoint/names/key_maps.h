#pragma once

#include "core/base/text/message.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace cairn::checkpoint {

/// A run of keys, and what it becomes wherever it stands in a name: {"LayerNorm.gamma", "LayerNorm.weight"}. A # in
/// both is a number, the same one.
using KeyRun = std::pair<std::string_view, std::string_view>;

/// How names that one program gives to the tensors of a model become those of another. Tensors stay what they are:
/// where the other program cuts them otherwise there is no such map.
struct KeyMap {
    std::string_view name;             ///< what --rename takes, behind an @
    Phrase title;                      ///< from whose names to whose
    std::string_view sign = {};        ///< a run that only those names have, where others may have some of `runs`, too
    std::span<const KeyRun> runs = {}; ///< all of them act, in this order
    bool isBackwards = false;          ///< each run from its second to its first
    Phrase note = {};                  ///< what does not come along with the names
    /// In place of runs.
    std::optional<std::string> (*renamed)(std::string_view name) = nullptr;
};

[[nodiscard]] std::span<const KeyMap> keyMaps();
/// Null if there is none of this name.
[[nodiscard]] const KeyMap* keyMapNamed(std::string_view name);

/// Nothing if it does not concern the name.
[[nodiscard]] std::optional<std::string> renamedByMap(const KeyMap& map, std::string_view name);

} // namespace cairn::checkpoint
