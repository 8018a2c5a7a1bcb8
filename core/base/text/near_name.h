#pragma once

#include "core/base/text/message.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cairn {

/// Which of `candidates` a person may have meant who typed `name`, or nothing when none is near: the one that takes the
/// fewest changes, where a change is a letter more, a letter less, another letter, or two neighbours swapped. One
/// change is allowed for every three letters of the name, and one in any name of at least two. Dashes in front do not
/// count as letters, and capital letters are like small ones. A name that begins with the other, of
/// three letters or more, is near too. Of equally near candidates it is the first.
[[nodiscard]] std::optional<std::string> nearestName(std::string_view name, std::span<const std::string> candidates);

/// The end of a sentence about a name that is not there: "; did you mean "weight"?"
[[nodiscard]] Message meantHint(std::string_view meant);
/// The same of the nearest name, or nothing when none is near.
[[nodiscard]] Message nearestHint(std::string_view name, std::span<const std::string> candidates);

} // namespace cairn
