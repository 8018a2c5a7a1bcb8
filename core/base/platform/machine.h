#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

/// What systems tell of themselves.
namespace cairn::platform {

/// Advice: where it is not taken, the pages are small.
void adviseLargePages(void* memory, std::size_t bytes);

struct Memory {
    std::uint64_t totalBytes = 0; ///< 0: not known
    std::uint64_t freeBytes = 0;
};
/// What this process can have: a container may have less than its machine.
[[nodiscard]] Memory memoryHere();
/// The most that this process may ask for; nothing if that is not limited.
[[nodiscard]] std::optional<std::uint64_t> memoryLimit();
/// The most that this process had at a time; 0: not known.
[[nodiscard]] std::uint64_t peakMemory();
[[nodiscard]] unsigned usableCores();
/// As the system has it; empty: not known.
[[nodiscard]] std::string processorName();
[[nodiscard]] std::string hostName();
/// Whether no process has this number any more.
[[nodiscard]] bool isGone(std::int64_t process);
[[nodiscard]] bool isWindows();
/// NVIDIA's display and 3D controllers on the buses, driver or not.
[[nodiscard]] std::size_t countNvidiaCards();
[[nodiscard]] bool hasNvidiaDriver();

} // namespace cairn::platform
