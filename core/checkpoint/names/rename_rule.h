#pragma once

#include "core/base/error.h"
#include "core/checkpoint/names/key_maps.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::checkpoint {

/// Another name for entries: PREFIX=OTHER, a pattern with as many stars as its replacement, or @MAP.
struct RenameRule {
    std::vector<std::string> from; ///< what is between its stars: a prefix is one text
    std::vector<std::string> to;   ///< as many
    const KeyMap* map = nullptr;   ///< in place of both

    [[nodiscard]] bool isPrefix() const { return map == nullptr && from.size() == 1; }
};

[[nodiscard]] RenameRule prefixRule(const std::string& from, const std::string& to);

/// An argument of a command ends where a name has a zero.
[[nodiscard]] bool canBeInRule(std::string_view text);

/// `module.=` takes a prefix away, `model_ema=model` and `model_ema.*=model.*` change one, `*.gamma=*.weight` puts into
/// each star what the star at its place stood for, and `@bert-old-to-new` is one of keyMaps(). A backslash takes the
/// character behind it as it is. Usage if it is no rule.
[[nodiscard]] Result<RenameRule> parseRename(const std::string& text);

/// The same as text.
[[nodiscard]] std::string renameText(const RenameRule& rule);

/// Where the = of "A=B" is, which has no backslash before it; npos if there is none.
[[nodiscard]] std::size_t signOfRule(std::string_view rule);
/// A name without the backslashes that a rule has before some characters.
[[nodiscard]] std::string unescapedName(std::string_view text);
/// A name with backslashes before all that is a sign in a rule.
[[nodiscard]] std::string escapedName(std::string_view name);

/// What a rename makes of a name; nothing if it does not concern it.
[[nodiscard]] std::optional<std::string> applyRename(const RenameRule& rule, std::string_view name);

} // namespace cairn::checkpoint
