#include "core/devices/machine/device_order.h"

#include "core/devices/machine/device_string.h"

#include <tuple>

namespace cairn::devices {

bool deviceLess(std::string_view a, std::string_view b)
{
    const auto key = [](std::string_view tag) {
        const int place = tag == "cpu" ? 0 : tag == "meta" ? 2 : 1;
        return std::tuple(place, backendOf(tag), indexOf(tag).value_or(0), tag);
    };
    return key(a) < key(b);
}

} // namespace cairn::devices
