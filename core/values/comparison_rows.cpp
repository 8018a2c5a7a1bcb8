#include "core/values/comparison_rows.h"

#include "core/base/progress.h"
#include "core/base/stable_sort.h"
#include "core/base/text/natural_order.h"
#include "core/base/text/text.h"
#include "core/formats/dtype.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <functional>
#include <limits>
#include <ranges>
#include <string_view>
#include <tuple>

namespace cairn::values {

namespace {

using checkpoint::Checkpoint;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::kNoId;

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

/// What weighs more comes first: other numbers are another model, another device is the same one somewhere else.
constexpr std::array<Difference, kDifferences> kByWeight = {
    Difference::Numbers, Difference::Shape, Difference::Missing, Difference::Unexpected,
    Difference::Type,    Difference::Dtype, Difference::Value,   Difference::Device};

double weightOf(Differences differences)
{
    for (std::size_t place = 0; place < kByWeight.size(); ++place) {
        if (differences.has(kByWeight[place])) {
            return static_cast<double>(place);
        }
    }
    return kNothing;
}

bool isAny(Differences differences, Differences kinds)
{
    return differences.without(kinds) != differences;
}

bool isWanted(const Comparison& comparison, const RowPair& row, const ComparedWish& wish)
{
    if ((wish.onlyChanged && row.own.isEmpty()) || (!wish.kinds.isEmpty() && !isAny(row.own, wish.kinds))) {
        return false;
    }
    if (!wish.isSearch()) {
        return true;
    }
    const std::string name = inSmallLetters(comparison.nameOf(row));
    return std::ranges::all_of(
        wish.words, [&name](const std::string& word) { return name.find(inSmallLetters(word)) != std::string::npos; });
}

double numberOf(const ValueDifference& found, ComparedOrder order)
{
    if (!isDifferent(found)) {
        return kNothing;
    }
    if (order == ComparedOrder::Differing) {
        return static_cast<double>(found.different);
    }
    if (found.notFinite != 0) { // there is no distance to infinity
        return std::numeric_limits<double>::infinity();
    }
    return order == ComparedOrder::Largest ? found.largest : found.largestRelative;
}

/// By which rows are ordered, of rows alone: those without have no number.
std::vector<double> numbersOf(const Comparison& comparison, std::span<const NumberRow> numbers, ComparedOrder order)
{
    std::vector<double> found(comparison.rows.size(), kNothing);
    if (order == ComparedOrder::Weight) {
        std::ranges::transform(comparison.rows, found.begin(), [](const RowPair& row) { return weightOf(row.own); });
    } else {
        for (const NumberRow& row : numbers) {
            found[row.row] = numberOf(row.difference, order);
        }
    }
    return found;
}

/// A tensor by its dtype, how large it is and where; then what is none, by its type.
auto sideOf(const Checkpoint& checkpoint, EntryId id)
{
    std::tuple<int, std::string_view, std::uint64_t, std::string_view> side{2, {}, 0, {}};
    if (id != kNoId) {
        const checkpoint::Entry& entry = checkpoint.entries()[id];
        if (entry.kind == EntryKind::Tensor) {
            const checkpoint::Tensor& tensor = checkpoint.tensors()[entry.payload];
            side = {0, formats::dtypeInfo(tensor.dtype).name, checkpoint.elementCount(tensor),
                    checkpoint.deviceTag(tensor.device)};
        } else {
            side = {1, checkpoint.typeName(entry), 0, {}};
        }
    }
    return side;
}

/// The end of its name: what orders neighbours.
std::string keyOf(const Comparison& comparison, const RowPair& row)
{
    const Checkpoint& checkpoint = row.a != kNoId ? *comparison.a : *comparison.b;
    return std::string(checkpoint.keyText(checkpoint.entries()[row.a != kNoId ? row.a : row.b]));
}

using Less = std::function<bool(std::uint32_t, std::uint32_t)>;

/// `numbers`: of groups those of the first of what they hold. No function: as they are in the file.
Less lessBy(const Comparison& comparison, const ComparedWish& wish, const std::vector<double>& numbers)
{
    const bool isDescending = wish.isDescending;
    const std::vector<RowPair>& rows = comparison.rows;
    switch (wish.order) {
    case ComparedOrder::File: return {};
    case ComparedOrder::Name:
        return [&comparison, &rows, isDescending](std::uint32_t a, std::uint32_t b) {
            const int found = compareNaturally(keyOf(comparison, rows[a]), keyOf(comparison, rows[b]));
            return isDescending ? found > 0 : found < 0;
        };
    case ComparedOrder::First:
        return [&comparison, &rows, isDescending](std::uint32_t a, std::uint32_t b) {
            const auto order = sideOf(*comparison.a, rows[a].a) <=> sideOf(*comparison.a, rows[b].a);
            return isDescending ? order > 0 : order < 0;
        };
    case ComparedOrder::Second:
        return [&comparison, &rows, isDescending](std::uint32_t a, std::uint32_t b) {
            const auto order = sideOf(*comparison.b, rows[a].b) <=> sideOf(*comparison.b, rows[b].b);
            return isDescending ? order > 0 : order < 0;
        };
    default:
        return [&numbers, isDescending](std::uint32_t a, std::uint32_t b) {
            if (std::isnan(numbers[a]) || std::isnan(numbers[b])) { // those without come last, whichever way
                return !std::isnan(numbers[a]);
            }
            return isDescending ? numbers[a] > numbers[b] : numbers[a] < numbers[b];
        };
    }
}

} // namespace

ComparedRows ComparedRows::make(const Comparison& comparison, std::span<const NumberRow> numbers,
                                const ComparedWish& wish, const Progress* progress)
{
    const std::vector<RowPair>& rows = comparison.rows;
    ComparedRows made;
    made.m_children.resize(rows.size());
    made.m_places.assign(rows.size(), kAway);
    std::vector<double> order = numbersOf(comparison, numbers, wish.order);
    std::vector<bool> isItself(rows.size());
    std::vector<bool> isThere(rows.size());
    const auto isStopped = [progress] { return progress != nullptr && progress->stopRequested(); };
    for (std::size_t row = rows.size(); row-- != 0 && !isStopped();) { // groups come before what they hold
        isItself[row] = !rows[row].isLeftOut && isWanted(comparison, rows[row], wish);
        isThere[row] = isThere[row] || isItself[row];
        const std::uint32_t parent = rows[row].parent;
        if (parent != kNoId && isThere[row]) {
            isThere[parent] = true;
            const bool isLess =
                wish.order == ComparedOrder::Weight ? order[row] < order[parent] : order[row] > order[parent];
            order[parent] = std::isnan(order[parent]) || isLess ? order[row] : order[parent];
        }
    }
    const Less less = lessBy(comparison, wish, order);
    for (std::uint32_t row = 0; row < rows.size() && !isStopped(); ++row) {
        const auto first = static_cast<std::uint32_t>(made.m_order.size());
        for (std::uint32_t child = rows[row].firstChild; child < rows[row].firstChild + rows[row].childCount; ++child) {
            if (isThere[child]) {
                made.m_order.push_back(child);
            }
        }
        const auto children = std::span(made.m_order).subspan(first);
        if (less) {
            stableSort(children, less);
        }
        for (std::uint32_t place = 0; place < children.size(); ++place) {
            made.m_places[children[place]] = place;
        }
        made.m_children[row] = {.first = first, .count = static_cast<std::uint32_t>(children.size())};
    }
    if (!rows.empty() && isThere[0]) {
        made.m_places[0] = 0;
        std::vector<std::uint32_t> left{0};
        while (!left.empty()) {
            const std::uint32_t row = left.back();
            left.pop_back();
            if (isItself[row]) {
                made.m_wanted.push_back(row);
            }
            for (const std::uint32_t child : std::views::reverse(made.childrenOf(row))) {
                left.push_back(child);
            }
        }
    }
    return made;
}

std::span<const std::uint32_t> ComparedRows::childrenOf(std::uint32_t row) const
{
    return std::span(m_order).subspan(m_children[row].first, m_children[row].count);
}

std::uint64_t rowsWith(const Comparison& comparison, Differences kinds)
{
    return static_cast<std::uint64_t>(
        std::ranges::count_if(comparison.rows, [kinds](const RowPair& row) { return isAny(row.own, kinds); }));
}

} // namespace cairn::values
