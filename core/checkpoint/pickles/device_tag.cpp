#include "core/checkpoint/pickles/device_tag.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <charconv>

namespace cairn::checkpoint {

Message deviceTagProblem(std::string_view tag)
{
    const std::size_t colon = tag.find(':');
    const std::string_view backend = tag.substr(0, colon);
    const bool plainName =
        !backend.empty() && std::ranges::all_of(backend, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
    if (!plainName) {
        return message("the device tag %1 names no device; torch cannot load it without a map_location", inQuotes(tag));
    }
    if (colon == std::string_view::npos) {
        return {};
    }
    const std::string_view digits = tag.substr(colon + 1);
    if (backend == "cpu" || backend == "meta") {
        return message("the device tag %1 has an index; torch accepts only %2", inQuotes(tag), inQuotes(backend));
    }
    constexpr unsigned maxIndex = 127; // torch keeps device indexes in eight bits and wraps larger ones
    unsigned index = 0;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (failure != std::errc{} || end != digits.data() + digits.size() || index > maxIndex) {
        return message("the device tag %1 has an index that is not a number from 0 to 127", inQuotes(tag));
    }
    if (digits.size() > 1 && digits.front() == '0') {
        return message("the device tag %1 has an index with leading zeros, which torch does not read", inQuotes(tag));
    }
    return {};
}

} // namespace cairn::checkpoint
