#include "core/checkpoint/wrapper_names.h"

#include <algorithm>
#include <array>
#include <ranges>

namespace cairn::checkpoint {

bool isWrapperName(std::string_view module)
{
    constexpr std::array<std::string_view, 4> names = {"module", "_orig_mod", "_fsdp_wrapped_module",
                                                       "_checkpoint_wrapped_module"};
    return std::ranges::find(names, module) != names.end();
}

std::string nameWithoutWrappers(std::string_view name)
{
    std::string rest;
    for (const auto part : std::views::split(name, '.')) {
        const std::string_view word(part);
        if (!isWrapperName(word)) {
            rest += rest.empty() ? "" : ".";
            rest += word;
        }
    }
    return rest;
}

std::string_view wrappersBefore(std::string_view name)
{
    std::size_t end = 0;
    for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', end)) {
        if (!isWrapperName(name.substr(end, dot - end))) {
            break;
        }
        end = dot + 1;
    }
    return name.substr(0, end);
}

} // namespace cairn::checkpoint
