#pragma once

#include <string>
#include <string_view>

/// What a report of a crash says on every system.
namespace cairn {

struct CrashWords {
    std::string before; ///< up to the reason
    std::string after;  ///< from it to the stack
};
[[nodiscard]] CrashWords crashWords(std::string_view program, std::string_view version);

/// Makes the folder. Empty if there is none: standard error has to do then.
[[nodiscard]] std::string crashReportPath(const std::string& folder, unsigned long process);

} // namespace cairn
