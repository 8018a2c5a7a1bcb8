#include "ui/state/device_order.h"

#include "core/devices/device_string.h"

#include <tuple>

namespace cairn::ui {

bool standsBefore(std::string_view a, std::string_view b)
{
    const auto key = [](std::string_view tag) {
        const int place = tag == "cpu" ? 0 : tag == "meta" ? 2 : 1;
        return std::tuple(place, devices::backendOf(tag), devices::indexOf(tag).value_or(0), tag);
    };
    return key(a) < key(b);
}

} // namespace cairn::ui
