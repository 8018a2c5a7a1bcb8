#pragma once

#include <optional>

namespace cairn::runtime {

/// What the process is called that holds a PyTorch: the first argument, where a program's name is. The next are the
/// version, libtorch_cpu, and the library for GPUs or nothing.
inline constexpr const char* kTorchHostName = "cairn-torch-host";
// Its descriptors, besides standard output and error, which lead to Words.
inline constexpr int kHostSocket = 3;
inline constexpr int kHostSlots = 4;

/// For the begin of main() of every program that loads: if this process was started to hold a PyTorch, does that, and
/// gives its exit status in the end. The libraries are opened in there alone, so a stranger's library can take down
/// nothing else, and what it used is free when the process has ended.
[[nodiscard]] std::optional<int> runAsTorchHost(int argc, char** argv);

} // namespace cairn::runtime
