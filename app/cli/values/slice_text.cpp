#include "app/cli/values/slice_text.h"

#include "core/base/text/text.h"
#include "core/base/text/trimmed.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <ranges>
#include <string>
#include <system_error>
#include <utility>

namespace cairn::cli {

namespace {

using values::SlicePlace;

std::optional<std::int64_t> wholeNumberIn(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    return failure == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// Where a bound of a range lies: Python cuts it off at the ends.
std::optional<std::uint64_t> boundIn(std::string_view text, std::int64_t size, std::int64_t otherwise)
{
    const auto number = text.empty() ? std::optional(otherwise) : wholeNumberIn(text);
    if (!number) {
        return std::nullopt;
    }
    const std::int64_t fromBegin = *number < 0 ? std::max(*number, -size) + size : std::min(*number, size);
    return static_cast<std::uint64_t>(fromBegin);
}

std::optional<AxisRange> readAxis(std::string_view word, std::int64_t size)
{
    const std::size_t colon = word.find(':');
    if (colon != std::string_view::npos) {
        const std::size_t second = std::min(word.find(':', colon + 1), word.size());
        const std::string_view last = trimmed(word.substr(std::min(second + 1, word.size())));
        const auto begin = boundIn(trimmed(word.substr(0, colon)), size, 0);
        const auto end = boundIn(trimmed(word.substr(colon + 1, second - colon - 1)), size, size);
        const auto step = last.empty() ? std::optional<std::int64_t>(1) : wholeNumberIn(last);
        if (!begin || !end || !step || *step <= 0) {
            return std::nullopt;
        }
        const auto width = static_cast<std::uint64_t>(*step);
        const std::uint64_t length = *end > *begin ? *end - *begin : 0;
        return AxisRange{.begin = *begin, .count = length / width + (length % width != 0 ? 1 : 0), .step = width};
    }
    const auto number = wholeNumberIn(word);
    if (!number || *number < -size || *number >= size) {
        return std::nullopt;
    }
    return AxisRange{
        .begin = static_cast<std::uint64_t>(*number < 0 ? *number + size : *number), .count = 1, .isIndex = true};
}

/// The last two axes that are left, the row before the column; -1 where there is none.
std::pair<int, int> axesOfMatrix(const std::vector<AxisRange>& part)
{
    std::pair<int, int> axes{-1, -1};
    for (std::size_t axis = 0; axis < part.size(); ++axis) {
        if (!part[axis].isIndex) {
            axes = {axes.second, static_cast<int>(axis)};
        }
    }
    return axes;
}

SlicePlace firstMatrix(const std::vector<AxisRange>& part)
{
    const auto [row, column] = axesOfMatrix(part);
    SlicePlace place;
    place.rowAxis = row;
    place.columnAxis = column;
    for (const AxisRange& axis : part) {
        place.index.push_back(axis.begin);
    }
    place.rows = row < 0 ? 1 : part[static_cast<std::size_t>(row)].count;
    place.columns = column < 0 ? 1 : part[static_cast<std::size_t>(column)].count;
    place.rowStep = row < 0 ? 1 : part[static_cast<std::size_t>(row)].step;
    place.columnStep = column < 0 ? 1 : part[static_cast<std::size_t>(column)].step;
    return place;
}

} // namespace

Result<std::vector<AxisRange>> readSliceWords(std::string_view words, std::span<const std::int64_t> shape)
{
    std::vector<AxisRange> part;
    for (const std::int64_t size : shape) {
        part.push_back({.begin = 0, .count = static_cast<std::uint64_t>(size)});
    }
    if (trimmed(words).empty()) {
        return part;
    }
    std::size_t axis = 0;
    for (const auto piece : std::views::split(words, ',')) {
        const std::string_view word = trimmed(std::string_view(piece));
        if (axis == part.size()) {
            return fail(error(ErrorCode::UnmetRequest, message("the slice has more axes than the tensor, which has %1",
                                                               std::to_string(shape.size()))));
        }
        const auto read = readAxis(word, shape[axis]);
        if (!read) {
            return fail(error(ErrorCode::UnmetRequest,
                              message("%1 is no part of axis %2, which has %3", inQuotes(word), std::to_string(axis),
                                      groupedDigits(static_cast<std::uint64_t>(shape[axis]))))
                            .fix(message("Write an index, FROM:TO or FROM:TO:STEP, as in Python; steps go forward")));
        }
        part[axis++] = *read;
    }
    return part;
}

std::vector<std::int64_t> shapeOf(std::span<const AxisRange> part)
{
    std::vector<std::int64_t> shape;
    for (const AxisRange& axis : part) {
        if (!axis.isIndex) {
            shape.push_back(static_cast<std::int64_t>(axis.count));
        }
    }
    return shape;
}

Result<void> forEachMatrix(const std::vector<AxisRange>& part,
                           const std::function<Result<void>(const SlicePlace&)>& visit)
{
    if (std::ranges::any_of(part, [](const AxisRange& axis) { return axis.count == 0; })) {
        return {};
    }
    SlicePlace place = firstMatrix(part);
    while (true) {
        CAIRN_TRY(visit(place));
        // The next place counts up like the digits of a number, the last of the other axes first.
        std::size_t axis = part.size();
        while (axis-- > 0) {
            if (static_cast<int>(axis) == place.rowAxis || static_cast<int>(axis) == place.columnAxis) {
                continue;
            }
            place.index[axis] += part[axis].step;
            if ((place.index[axis] - part[axis].begin) / part[axis].step < part[axis].count) {
                break;
            }
            place.index[axis] = part[axis].begin;
        }
        if (axis == std::size_t(-1)) {
            return {};
        }
    }
}

std::optional<SlicePlace> onlyMatrix(const std::vector<AxisRange>& part)
{
    const auto isLeft = [](const AxisRange& axis) { return !axis.isIndex; };
    if (std::ranges::count_if(part, isLeft) > 2) {
        return std::nullopt;
    }
    return firstMatrix(part);
}

} // namespace cairn::cli
