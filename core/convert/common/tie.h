#pragma once

#include "core/base/error.h"

#include <string>
#include <string_view>
#include <vector>

namespace cairn::convert {

/// Two names that are to be one tensor again, as a model has them that uses its embedding for its output, too.
struct Tie {
    std::string name;
    std::string same; ///< the name of what it is to be

    /// "A=B", where a backslash takes the character behind it as it is, as in --rename.
    [[nodiscard]] static Result<Tie> make(std::string_view rule);
    /// The option, for messages.
    [[nodiscard]] std::string rule() const;
};

[[nodiscard]] Result<std::vector<Tie>> makeTies(const std::vector<std::string>& rules);

/// UnmetRequest. Of two different tensors nobody can know which one to keep.
[[nodiscard]] Error cannotTie(const Tie& tie, Message why);

} // namespace cairn::convert
