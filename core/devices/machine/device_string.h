#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cairn::devices {

/// "cuda" of "cuda:1".
[[nodiscard]] std::string_view backendOf(std::string_view tag);
/// 1 of "cuda:1"; nothing without an index from 0 to 127.
[[nodiscard]] std::optional<unsigned> indexOf(std::string_view tag);

/// Whether it is a name of a backend and perhaps an index and nothing else, as code can be made of it: "cuda:1", "mps".
[[nodiscard]] bool isPlainDevice(std::string_view text);

/// A device string as c10::Device reads it.
struct DeviceString {
    enum class Problem : std::uint8_t { None, Malformed, IndexTooLong };

    std::string_view backend;
    std::string_view digits;
    std::optional<int> index; ///< wrapped to eight bits, as torch keeps it; -1 counts as none there
    Problem problem = Problem::None;
};

[[nodiscard]] DeviceString parseDeviceString(std::string_view text);

} // namespace cairn::devices
