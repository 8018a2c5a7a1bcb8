#include "core/devices/machine/device_string.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace cairn::devices {

std::string_view backendOf(std::string_view tag)
{
    return tag.substr(0, tag.find(':'));
}

std::optional<unsigned> indexOf(std::string_view tag)
{
    const DeviceString parsed = parseDeviceString(tag);
    constexpr std::size_t maxDigits = 3;
    const bool isPlain = parsed.problem == DeviceString::Problem::None && parsed.digits.size() <= maxDigits;
    return isPlain && parsed.index && *parsed.index >= 0 && std::to_string(*parsed.index) == parsed.digits
               ? std::optional(static_cast<unsigned>(*parsed.index))
               : std::nullopt;
}

DeviceString parseDeviceString(std::string_view text)
{
    const auto isNamePart = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    DeviceString result;
    result.backend = backendOf(text);
    result.problem = DeviceString::Problem::Malformed;
    if (result.backend.empty() || !std::ranges::all_of(result.backend, isNamePart)) {
        return result;
    }
    if (result.backend.size() != text.size()) {
        result.digits = text.substr(result.backend.size() + 1);
        const bool isNumber = !result.digits.empty() && std::ranges::all_of(result.digits, isDigit);
        if (!isNumber || (result.digits.size() > 1 && result.digits.front() == '0')) {
            return result;
        }
        int whole = 0;
        const char* const end = result.digits.data() + result.digits.size();
        if (std::from_chars(result.digits.data(), end, whole).ec != std::errc{}) {
            result.problem = DeviceString::Problem::IndexTooLong;
            return result;
        }
        result.index = static_cast<std::int8_t>(static_cast<std::uint8_t>(whole));
    }
    result.problem = DeviceString::Problem::None;
    return result;
}

bool isPlainDevice(std::string_view text)
{
    const std::string_view name = text.substr(0, text.find(':'));
    const std::string_view rest = text.substr(name.size());
    return !name.empty() && std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; }) &&
           (rest.empty() || (rest.size() > 1 && std::ranges::all_of(rest.substr(1), isDigit)));
}

} // namespace cairn::devices
