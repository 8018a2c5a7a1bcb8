#include "core/base/text/near_name.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace cairn {

namespace {

std::string lettersOf(std::string_view name)
{
    name.remove_prefix(std::min(name.find_first_not_of('-'), name.size()));
    return inSmallLetters(name);
}

/// How many changes make `to` of `from`; no letter is moved or changed twice.
std::size_t changesBetween(std::string_view from, std::string_view to)
{
    std::vector<std::size_t> twoAbove;
    std::vector<std::size_t> above(to.size() + 1);
    for (std::size_t column = 0; column <= to.size(); ++column) {
        above[column] = column;
    }
    for (std::size_t row = 1; row <= from.size(); ++row) {
        std::vector<std::size_t> current(to.size() + 1, row);
        for (std::size_t column = 1; column <= to.size(); ++column) {
            const std::size_t other = from[row - 1] == to[column - 1] ? 0 : 1;
            current[column] = std::min({above[column] + 1, current[column - 1] + 1, above[column - 1] + other});
            const bool isSwap =
                row > 1 && column > 1 && from[row - 1] == to[column - 2] && from[row - 2] == to[column - 1];
            if (isSwap) {
                current[column] = std::min(current[column], twoAbove[column - 2] + 1);
            }
        }
        twoAbove = std::exchange(above, std::move(current));
    }
    return above.back();
}

} // namespace

std::optional<std::string> nearestName(std::string_view name, std::span<const std::string> candidates)
{
    constexpr std::size_t beginning = 3;
    const std::string typed = lettersOf(name);
    const std::size_t most = std::min(std::max<std::size_t>(typed.size() / 3, 1), typed.empty() ? 0 : typed.size() - 1);
    const std::string* nearest = nullptr;
    std::size_t fewest = most + 1;
    for (const std::string& candidate : candidates) {
        const std::string letters = lettersOf(candidate);
        const bool isBegun = std::min(typed.size(), letters.size()) >= beginning &&
                             (letters.starts_with(typed) || typed.starts_with(letters));
        const bool canBeNear = letters.size() <= typed.size() + most && typed.size() <= letters.size() + most;
        if (!isBegun && !canBeNear) {
            continue;
        }
        const std::size_t changes = canBeNear ? changesBetween(typed, letters) : most;
        const std::size_t counted = isBegun ? std::min(changes, most) : changes;
        if (counted < fewest) {
            nearest = &candidate;
            fewest = counted;
        }
    }
    return nearest == nullptr ? std::nullopt : std::optional(*nearest);
}

Message meantHint(std::string_view meant)
{
    return message("; did you mean %1?", inQuotes(meant));
}

Message nearestHint(std::string_view name, std::span<const std::string> candidates)
{
    const auto nearest = nearestName(name, candidates);
    return nearest ? meantHint(*nearest) : Message();
}

} // namespace cairn
