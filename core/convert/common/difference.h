#pragma once

#include "core/base/text/message.h"

#include <optional>

namespace cairn::convert {

/// The first thing in a written copy that is not what it should be; nothing where it is as it should be.
using Difference = std::optional<Message>;

} // namespace cairn::convert
