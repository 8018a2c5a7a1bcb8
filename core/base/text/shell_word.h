#pragma once

#include <string>

namespace cairn {

/// `text` as one word of a shell's command line, in quotes where it needs them. What cannot be shown is written in
/// escapes that printf of every shell reads, so that the word can be copied from a screen.
[[nodiscard]] std::string shellWord(const std::string& text);

/// The same for the name of a file, which no program takes for an option.
[[nodiscard]] std::string shellFile(const std::string& path);

} // namespace cairn
