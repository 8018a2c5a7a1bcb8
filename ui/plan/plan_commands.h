#pragma once

#include <QString>

#include <cstdint>
#include <string>

namespace cairn::ui {

// What to type for a plan, where it is run.

/// Submits to Slurm what is left of so many tasks.
[[nodiscard]] QString submitCommand(const std::string& plan, std::uint64_t tasks);
/// Runs tasks on this machine until none is left.
[[nodiscard]] QString runCommand(const std::string& plan);
[[nodiscard]] QString statusCommand(const std::string& plan);
[[nodiscard]] QString commitCommand(const std::string& plan);

} // namespace cairn::ui
