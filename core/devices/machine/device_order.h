#pragma once

#include <string_view>

namespace cairn::devices {

/// The order in which a person looks for devices: cpu, then backends by name and their devices by number, meta last.
[[nodiscard]] bool deviceLess(std::string_view a, std::string_view b);

} // namespace cairn::devices
