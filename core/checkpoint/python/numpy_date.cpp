#include "core/checkpoint/python/numpy_date.h"

#include "core/base/checked.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace cairn::checkpoint {

namespace {

constexpr std::int64_t kNotATime = std::numeric_limits<std::int64_t>::min();

/// Units of a day and shorter: how many make a day, and how the time of day is written.
struct Unit {
    std::string_view name;
    std::string_view words;
    std::int64_t perSecond; ///< 0: longer than a second
    std::int64_t seconds;   ///< of one unit; 0: shorter than a second, or without a fixed length
    int timeParts;          ///< hour, minute, second
    int fractionDigits;
};

constexpr std::array kUnits = {
    Unit{"Y", "years", 0, 0, 0, 0},
    Unit{"M", "months", 0, 0, 0, 0},
    Unit{"W", "weeks", 0, 604'800, 0, 0},
    Unit{"D", "days", 0, 86'400, 0, 0},
    Unit{"h", "hours", 0, 3'600, 1, 0},
    Unit{"m", "minutes", 0, 60, 2, 0},
    Unit{"s", "seconds", 1, 1, 3, 0},
    Unit{"ms", "milliseconds", 1'000, 0, 3, 3},
    Unit{"us", "microseconds", 1'000'000, 0, 3, 6},
    Unit{"ns", "nanoseconds", 1'000'000'000, 0, 3, 9},
    Unit{"ps", "picoseconds", 1'000'000'000'000, 0, 3, 12},
    Unit{"fs", "femtoseconds", 1'000'000'000'000'000, 0, 3, 15},
    Unit{"as", "attoseconds", 1'000'000'000'000'000'000, 0, 3, 18},
};

const Unit* unitNamed(std::string_view name)
{
    const auto* const found = std::ranges::find(kUnits, name, &Unit::name);
    return found == kUnits.end() ? nullptr : &*found;
}

struct Division {
    std::int64_t quotient;
    std::int64_t remainder; ///< never negative
};

constexpr Division floorDivide(std::int64_t value, std::int64_t by)
{
    const std::int64_t remainder = value % by;
    return remainder < 0 ? Division{value / by - 1, remainder + by} : Division{value / by, remainder};
}

/// At least `width` characters; as in C, the sign is one of them.
std::string padded(std::int64_t value, std::size_t width)
{
    std::string text = std::to_string(value);
    const std::size_t sign = value < 0 ? 1 : 0;
    return text.insert(sign, text.size() < width ? width - text.size() : 0, '0');
}

/// The Gregorian date of a day, worked out in eras of 400 years that begin in March, so that leap days come last.
std::optional<std::string> dateOfDay(std::int64_t daysSince1970)
{
    constexpr std::int64_t daysFrom0March = 719'468;
    constexpr std::int64_t daysPerEra = 146'097;
    const auto days = checkedAdd(daysSince1970, daysFrom0March);
    if (!days) {
        return std::nullopt;
    }
    const auto [era, day] = floorDivide(*days, daysPerEra);
    const std::int64_t yearOfEra = (day - day / 1'460 + day / 36'524 - day / 146'096) / 365;
    const std::int64_t dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    const std::int64_t monthFromMarch = (5 * dayOfYear + 2) / 153;
    const std::int64_t month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
    const std::int64_t dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1;
    const std::int64_t year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
    return padded(year, 4) + '-' + padded(month, 2) + '-' + padded(dayOfMonth, 2);
}

std::optional<std::string> calendarText(std::int64_t value, const Unit& unit)
{
    if (unit.name == "Y") {
        const auto year = checkedAdd<std::int64_t>(value, 1970);
        return year ? std::optional(padded(*year, 4)) : std::nullopt;
    }
    if (unit.name == "M") {
        const auto [years, month] = floorDivide(value, 12);
        return padded(years + 1970, 4) + '-' + padded(month + 1, 2);
    }
    Division seconds{0, 0};
    if (unit.perSecond > 1) {
        seconds = floorDivide(value, unit.perSecond);
    } else if (unit.seconds >= 86'400) {
        const auto days = checkedMultiply(value, unit.seconds / 86'400);
        return days ? dateOfDay(*days) : std::nullopt;
    } else if (const auto total = checkedMultiply(value, unit.seconds)) {
        seconds.quotient = *total;
    } else {
        return std::nullopt;
    }
    const auto [day, second] = floorDivide(seconds.quotient, 86'400);
    auto text = dateOfDay(day);
    if (!text) {
        return std::nullopt;
    }
    const std::array parts = {second / 3'600, second / 60 % 60, second % 60};
    for (std::size_t i = 0; i < static_cast<std::size_t>(unit.timeParts); ++i) {
        text->append(i == 0 ? "T" : ":").append(padded(parts[i], 2));
    }
    if (unit.fractionDigits > 0) {
        text->append(".").append(padded(seconds.remainder, static_cast<std::size_t>(unit.fractionDigits)));
    }
    return text;
}

} // namespace

std::string numpyDatetimeText(std::int64_t value, std::string_view unit, std::int64_t unitCount)
{
    if (value == kNotATime) {
        return "NaT";
    }
    const Unit* const known = unitNamed(unit);
    const auto total = checkedMultiply(value, unitCount);
    const auto text = known != nullptr && total ? calendarText(*total, *known) : std::nullopt;
    return text ? *text : numpyTimedeltaText(value, unit, unitCount);
}

std::string numpyTimedeltaText(std::int64_t value, std::string_view unit, std::int64_t unitCount)
{
    if (value == kNotATime) {
        return "NaT";
    }
    const Unit* const known = unitNamed(unit);
    const auto total = checkedMultiply(value, unitCount);
    const std::string_view words = known == nullptr ? "generic time units" : known->words;
    return (total ? std::to_string(*total) : std::to_string(value) + " times " + std::to_string(unitCount)) + ' ' +
           std::string(words);
}

} // namespace cairn::checkpoint
