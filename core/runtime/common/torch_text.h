#pragma once

#include "core/base/text/message.h"

#include <string_view>

namespace cairn::runtime {

/// What LibTorch said, as the reason in an error: several lines stay lines, and begin on one of their own.
[[nodiscard]] Message torchSays(std::string_view text);

/// What to do about it, where Cairn knows; empty otherwise.
[[nodiscard]] Message adviceFor(std::string_view text);

} // namespace cairn::runtime
