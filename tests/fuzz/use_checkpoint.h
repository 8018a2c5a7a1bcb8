#pragma once

#include "core/checkpoint/checkpoint.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace cairn::fuzz {

/// What people do with a checkpoint: judge it, load it on paper, convert it, look at its numbers. Not only must nothing
/// break: a copy that was written must be what the check before its naming says it is.
void use(const checkpoint::Checkpoint& source);

/// In a folder that goes with the process.
[[nodiscard]] std::string placeFor(const char* name);
/// Ends the process with these words where it does not hold.
void require(bool holds, const std::string& what);
void writeInput(const std::string& path, const std::uint8_t* data, std::size_t size);

} // namespace cairn::fuzz
