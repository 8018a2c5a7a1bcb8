#pragma once

#include "core/base/error.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace cairn::cli {

/// What is wrong with a command line that `app` did not take, and what may have been meant.
[[nodiscard]] Error usageError(const CLI::App& app, const CLI::ParseError& problem);

/// The same of the first word that it has no place for; there is one.
[[nodiscard]] Error unknownWord(const CLI::App& app);

/// Makes one of `words` of what is written, in capital or in small letters; for transform(). The page of help and the
/// completions list them.
[[nodiscard]] CLI::Validator oneOf(std::vector<std::string> words);

/// The name of a file that a command writes, which standard output cannot stand for.
[[nodiscard]] CLI::Validator fileToWrite();

/// Adds an option that may be given several times, one value each: the next word may be a file.
CLI::Option* addRepeatable(CLI::App& command, const char* name, std::vector<std::string>& values, const char* help);

/// Takes a number that is not negative.
[[nodiscard]] CLI::Validator notNegative();

/// Takes a whole number of these bounds.
[[nodiscard]] CLI::Validator wholeNumber(unsigned low, unsigned high);

} // namespace cairn::cli
