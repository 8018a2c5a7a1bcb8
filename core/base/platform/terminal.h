#pragma once

#include <string>
#include <vector>

/// How a program meets whoever started it.
namespace cairn::platform {

inline constexpr int kStandardInput = 0;
inline constexpr int kStandardOutput = 1;
inline constexpr int kStandardError = 2;

/// For the begin of main(): the arguments in UTF-8. From then on what is written there arrives as it was written.
[[nodiscard]] std::vector<std::string> beginProgram(int argc, char** argv);

struct TerminalSize {
    int columns = 0; ///< 0: not known
    int rows = 0;
};

[[nodiscard]] bool isTerminal(int descriptor);
[[nodiscard]] TerminalSize terminalSize(int descriptor);
/// Whether a terminal follows the escape sequences for colours and places.
[[nodiscard]] bool followsEscapes(int terminal);
/// Whether what is shown there is UTF-8 although no locale says so.
[[nodiscard]] bool showsUtf8(int descriptor);

} // namespace cairn::platform
