#pragma once

#include "core/base/text/message.h"

#include <span>
#include <string>
#include <sys/types.h>
#include <vector>

namespace cairn::runtime {

/// Starts a program whose standard input is empty and whose next descriptors are these: 1, 2, 3 and so on. It gets no
/// others but those that outlive exec. 0 if it cannot be started; errno says why.
[[nodiscard]] pid_t startProgram(const char* program, std::vector<std::string> arguments, std::span<const int> outputs);

/// A sentence about what waitpid() says.
[[nodiscard]] Message howItEnded(int status);

} // namespace cairn::runtime
