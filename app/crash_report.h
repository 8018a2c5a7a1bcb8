#pragma once

#include <string>
#include <string_view>

namespace cairn {

/// From now on a crash leaves a message on standard error, and in a file of its own in `folder` unless that is empty:
/// what happened, where in the program, what to attach to a report. Nothing is ever sent. Then the process dies as it
/// would have. The folder is made when it is missing. Call once, from main.
void reportCrashes(std::string_view program, std::string_view version, const std::string& folder = {});

/// What the files in that folder are called: this, the number of the process, and ".txt".
inline constexpr std::string_view kCrashPrefix = "crash-";

} // namespace cairn
