#pragma once

#include <span>

namespace cairn::ui {

/// Sentences of the core as it says them, without their full stop; %1, %2 and so on stand for what varies.
[[nodiscard]] std::span<const char* const> coreSentences();

} // namespace cairn::ui
