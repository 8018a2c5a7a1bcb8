#include "core/checkpoint/python/date_value.h"

#include "core/base/text/python_repr.h"
#include "core/checkpoint/python/plain_call.h"

#include <array>
#include <chrono>
#include <span>
#include <vector>

namespace cairn::checkpoint {

namespace {

/// The packed bytes of the first argument, if there are exactly `count`.
std::optional<std::vector<unsigned>> packed(const PickleCall& call, std::size_t count)
{
    const auto bytes = bytesValue(call.graph(), call.source(), call.argument(0), count);
    if (!bytes || !bytes->complete || bytes->length != count) {
        return std::nullopt;
    }
    std::vector<unsigned> out;
    for (const char c : bytes->head) {
        out.push_back(static_cast<unsigned char>(c));
    }
    return out;
}

std::string joined(std::span<const unsigned> numbers)
{
    std::string out;
    for (const unsigned number : numbers) {
        out.append(out.empty() ? "" : ", ").append(std::to_string(number));
    }
    return out;
}

std::optional<std::string> dateText(unsigned year, unsigned month, unsigned day)
{
    const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(year)), std::chrono::month(month),
                                           std::chrono::day(day)};
    if (year < 1 || year > 9999 || !date.ok()) {
        return std::nullopt;
    }
    return joined(std::array{year, month, day});
}

/// Hour, minute, second and the three bytes of the microsecond; the last two numbers only where they are not zero.
std::optional<std::string> timeText(std::span<const unsigned> bytes)
{
    const unsigned micro = (bytes[3] << 16) | (bytes[4] << 8) | bytes[5];
    if (bytes[0] > 23 || bytes[1] > 59 || bytes[2] > 59 || micro > 999'999) {
        return std::nullopt;
    }
    const std::array numbers = {bytes[0], bytes[1], bytes[2], micro};
    return joined(std::span(numbers).first(micro != 0 ? 4 : bytes[2] != 0 ? 3 : 2));
}

/// The second argument of a time, a time zone; one of an unknown class is shown as it is called, if it is plain.
std::string zoneText(const PickleCall& call)
{
    if (call.count() < 2) {
        return {};
    }
    std::string text = "...";
    if (const auto zone = PickleCall::at(call.graph(), call.source(), call.argument(1))) {
        const auto known = zone->name().is("datetime", "timezone") ? readTimezone(*zone) : plainCall(*zone);
        text = known ? known->text : text;
    }
    return ", tzinfo=" + text;
}

constexpr unsigned kFoldBit = 0x80; // the second of two equal clock times, when clocks go back

} // namespace

std::optional<PythonValue> readDate(const PickleCall& call)
{
    const auto bytes = packed(call, 4);
    const auto text = bytes ? dateText((*bytes)[0] * 256 + (*bytes)[1], (*bytes)[2], (*bytes)[3]) : std::nullopt;
    return text ? std::optional(PythonValue{"datetime.date", "datetime.date(" + *text + ")"}) : std::nullopt;
}

std::optional<PythonValue> readTime(const PickleCall& call)
{
    auto bytes = packed(call, 6);
    if (!bytes) {
        return std::nullopt;
    }
    const bool isFold = ((*bytes)[0] & kFoldBit) != 0;
    (*bytes)[0] &= ~kFoldBit;
    const auto text = timeText(*bytes);
    if (!text) {
        return std::nullopt;
    }
    return PythonValue{"datetime.time", "datetime.time(" + *text + zoneText(call) + (isFold ? ", fold=1" : "") + ")"};
}

std::optional<PythonValue> readDatetime(const PickleCall& call)
{
    auto bytes = packed(call, 10);
    if (!bytes) {
        return std::nullopt;
    }
    const bool isFold = ((*bytes)[2] & kFoldBit) != 0;
    (*bytes)[2] &= ~kFoldBit;
    const auto date = dateText((*bytes)[0] * 256 + (*bytes)[1], (*bytes)[2], (*bytes)[3]);
    const auto time = timeText(std::span(*bytes).subspan(4));
    if (!date || !time) {
        return std::nullopt;
    }
    return PythonValue{"datetime.datetime",
                       "datetime.datetime(" + *date + ", " + *time + (isFold ? ", fold=1" : "") + zoneText(call) + ")"};
}

std::optional<PythonValue> readTimedelta(const PickleCall& call)
{
    constexpr std::array<std::string_view, 3> kNames = {"days", "seconds", "microseconds"};
    constexpr std::array<std::int64_t, 3> kLimits = {999'999'999, 86'399, 999'999};
    std::string text;
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        const auto number = call.count() <= i ? std::optional<std::int64_t>(0) : call.integer(i);
        if (call.count() > kNames.size() || !number || *number > kLimits[i] || *number < (i == 0 ? -kLimits[0] : 0)) {
            return std::nullopt;
        }
        if (*number != 0) {
            text.append(text.empty() ? "" : ", ").append(kNames[i]).append("=").append(std::to_string(*number));
        }
    }
    return PythonValue{"datetime.timedelta", "datetime.timedelta(" + (text.empty() ? "0" : text) + ")"};
}

std::optional<PythonValue> readTimezone(const PickleCall& call)
{
    const auto inner = PickleCall::at(call.graph(), call.source(), call.argument(0));
    const bool isOffset = inner && inner->name().is("datetime", "timedelta");
    const auto offset = isOffset ? readTimedelta(*inner) : std::nullopt;
    const auto name = call.text(1);
    if (!offset || call.count() > 2 || (call.count() == 2 && !name)) {
        return std::nullopt;
    }
    const auto part = [&](std::size_t number) {
        return inner->count() <= number ? 0 : inner->integer(number).value_or(0);
    };
    const bool isBelowADay = part(0) == 0 || (part(0) == -1 && (part(1) != 0 || part(2) != 0));
    if (!isBelowADay) {
        return std::nullopt;
    }
    if (!name && offset->text == "datetime.timedelta(0)") {
        return PythonValue{"datetime.timezone", "datetime.timezone.utc"};
    }
    constexpr std::size_t nameCharacters = 60;
    return PythonValue{"datetime.timezone", "datetime.timezone(" + offset->text +
                                                (name ? ", " + pythonStringRepr(*name, nameCharacters) : "") + ")"};
}

} // namespace cairn::checkpoint
