#include "core/values/whole_number.h"

#include <cmath>

namespace cairn::values {

std::string wholeText(const WholeNumber::value_type& origin, double distance)
{
    const auto text = [distance](auto from) { // modulo 2^64: what is shown lies in the range of its type
        const auto far = static_cast<std::uint64_t>(std::llround(distance));
        return std::to_string(static_cast<decltype(from)>(static_cast<std::uint64_t>(from) + far));
    };
    return std::visit(text, origin);
}

} // namespace cairn::values
