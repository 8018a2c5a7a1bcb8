#pragma once

#include <functional>
#include <string>

namespace cairn::cli {

/// Runs a program that shows what `write` sends into its input. Whether it was shown: not if there is no such program,
/// or none can be run on this system.
[[nodiscard]] bool runPager(const std::string& command, const std::function<void(int descriptor)>& write);

} // namespace cairn::cli
