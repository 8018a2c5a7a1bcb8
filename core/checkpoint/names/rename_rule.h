#pragma once

#include "core/base/error.h"
#include "core/checkpoint/names/key_maps.h"

#include <optional>
#include <string>
#include <string_view>

namespace cairn::checkpoint {

/// Another name for entries: PREFIX=OTHER, a pattern with as many stars as its replacement, or @MAP.
struct RenameRule {
    std::string from;
    std::string to;
    const KeyMap* map = nullptr; ///< in place of both
};

/// `module.=` takes a prefix away, `model_ema=model` and `model_ema.*=model.*` change one, `*.gamma=*.weight` puts into
/// each star what the star at its place stood for, and `@bert-old-to-new` is one of keyMaps(). Usage if it is no rule.
[[nodiscard]] Result<RenameRule> parseRename(const std::string& text);

/// The same as text.
[[nodiscard]] std::string renameText(const RenameRule& rule);

/// What a rename makes of a name; nothing if it does not concern it.
[[nodiscard]] std::optional<std::string> applyRename(const RenameRule& rule, std::string_view name);

} // namespace cairn::checkpoint
