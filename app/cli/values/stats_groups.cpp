#include "app/cli/values/stats_groups.h"

#include "core/base/text/text.h"
#include "core/values/element_text.h"

#include <algorithm>
#include <utility>

namespace cairn::cli {

using values::NumberFormat;
using values::Statistics;

namespace {

std::string_view groupOf(std::string_view tensor, std::size_t parts)
{
    std::size_t end = 0;
    for (; parts != 0 && end != std::string_view::npos; --parts) {
        end = tensor.find('.', end == 0 ? 0 : end + 1);
    }
    return tensor.substr(0, end);
}

void merge(Statistics& all, const Statistics& one)
{
    if (one.finite() != 0) {
        const bool isFirst = all.finite() == 0;
        all.low = isFirst || values::toDouble(one.low) < values::toDouble(all.low) ? one.low : all.low;
        all.high = isFirst || values::toDouble(one.high) > values::toDouble(all.high) ? one.high : all.high;
    }
    all.moments.merge(one.moments);
    all.elements += one.elements;
    all.zeros += one.zeros;
    all.nans += one.nans;
    all.positiveInfinities += one.positiveInfinities;
    all.negativeInfinities += one.negativeInfinities;
    all.ofAbsoluteValues = all.ofAbsoluteValues || one.ofAbsoluteValues;
}

} // namespace

void writeStatistics(JsonWriter& json, const Statistics& s)
{
    const auto count = [&json](std::string_view name, std::uint64_t value) { json.key(name).number(value); };
    count("elements", s.elements);
    count("finite", s.finite());
    count("zeros", s.zeros);
    count("nan", s.nans);
    count("positive_infinity", s.positiveInfinities);
    count("negative_infinity", s.negativeInfinities);
    json.key("absolute_values").boolean(s.ofAbsoluteValues);
    const auto exact = [&](std::string_view name, const values::Number& number) {
        json.key(name);
        s.finite() != 0 ? std::visit([&json](auto value) { json.number(value); }, number) : json.null();
    };
    exact("min", s.low);
    exact("max", s.high);
    const auto real = [&json](std::string_view name, bool isThere, double value) {
        json.key(name);
        isThere ? json.number(value) : json.null();
    };
    real("mean", s.finite() != 0, s.moments.mean);
    real("std", s.finite() > 1, s.moments.deviation());
}

std::vector<Column> withNumberColumns(std::vector<Column> first)
{
    for (const std::string_view title : {"Min", "Max", "Mean", "Std", "Zeros", "NaN", "Inf"}) {
        first.push_back({.title = title, .align = Align::Right});
    }
    first.push_back({.title = "Note", .elide = Elide::End, .least = 6});
    return first;
}

void setNumbers(std::span<Cell> cells, const Statistics& s, std::string low, std::string high)
{
    const auto real = [](bool isThere, double value) {
        return isThere ? values::numberText(value, NumberFormat::Short) : std::string();
    };
    const auto count = [](std::uint64_t value) { return value == 0 ? std::string() : groupedDigits(value); };
    const bool hasNumbers = s.finite() != 0;
    cells[0].set(hasNumbers ? std::move(low) : "");
    cells[1].set(hasNumbers ? std::move(high) : "");
    cells[2].set(real(hasNumbers, s.moments.mean));
    cells[3].set(real(s.finite() > 1, s.moments.deviation()));
    cells[4].set(count(s.zeros));
    cells[5].set(count(s.nans), Ink::Red);
    cells[6].set(count(s.infinities()), Ink::Red);
}

void StatsGroups::add(std::string_view tensor, const Statistics* statistics)
{
    const std::string_view name = groupOf(tensor, m_parts);
    const auto [known, isNew] = m_places.try_emplace(std::string(name), m_groups.size());
    if (isNew) {
        m_groups.emplace_back().name = name;
    }
    Group& group = m_groups[known->second];
    ++group.tensors;
    if (statistics == nullptr) {
        ++group.unread;
    } else {
        merge(group.statistics, *statistics);
    }
}

std::vector<const StatsGroups::Group*> StatsGroups::shown(bool isOnlyNotFinite) const
{
    std::vector<const Group*> groups;
    for (const Group& group : m_groups) {
        const Statistics& s = group.statistics;
        if (!isOnlyNotFinite || s.nans + s.infinities() + group.unread != 0) {
            groups.push_back(&group);
        }
    }
    return groups;
}

bool StatsGroups::print(Screen& screen, bool isOnlyNotFinite) const
{
    const std::vector<const Group*> groups = shown(isOnlyNotFinite);
    if (groups.empty()) {
        return false;
    }
    const Table table(withNumberColumns({{.title = "Group", .elide = Elide::Middle, .least = 16},
                                         {.title = "Tensors", .align = Align::Right},
                                         {.title = "Numbers", .align = Align::Right}}));
    table.print(screen, [&](const Table::Sink& sink) {
        Table::Row row(11);
        for (const Group* group : groups) {
            const Statistics& s = group->statistics;
            row[0].set(screen.safe(group->name));
            row[1].set(groupedDigits(group->tensors));
            row[2].set(groupedDigits(s.elements));
            setNumbers(std::span(row).subspan(3), s, values::numberText(values::toDouble(s.low), NumberFormat::Short),
                       values::numberText(values::toDouble(s.high), NumberFormat::Short));
            row[10].set(group->unread != 0   ? countOf(group->unread, "tensor") + " not read"
                        : s.ofAbsoluteValues ? "absolute values of complex numbers"
                                             : "",
                        group->unread != 0 ? Ink::Yellow : Ink::Dim);
            sink(row);
        }
    });
    return true;
}

void StatsGroups::write(JsonWriter& json, bool isOnlyNotFinite) const
{
    json.key("groups");
    json.beginArray();
    for (const Group* group : shown(isOnlyNotFinite)) {
        json.beginObject();
        json.key("name").string(group->name);
        json.key("tensors").number(group->tensors);
        json.key("unread").number(group->unread);
        writeStatistics(json, group->statistics);
        json.endObject();
    }
    json.endArray();
}

} // namespace cairn::cli
