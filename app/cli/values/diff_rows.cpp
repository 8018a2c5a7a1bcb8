#include "app/cli/values/diff_rows.h"

#include "core/base/stable_sort.h"

#include <algorithm>
#include <functional>
#include <type_traits>
#include <utility>

namespace cairn::cli {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::kNoId;
using values::Comparison;
using values::RowPair;

namespace {

/// Bytes of the tensors at and below each row of a checkpoint.
std::vector<std::uint64_t> bytesBelow(const Checkpoint& checkpoint)
{
    std::vector<std::uint64_t> bytes(checkpoint.entries().size());
    for (EntryId id = static_cast<EntryId>(bytes.size()); id-- > 0;) { // parents come first
        const Entry& entry = checkpoint.entries()[id];
        if (entry.kind == EntryKind::Tensor) {
            bytes[id] = checkpoint.logicalBytes(checkpoint.tensors()[entry.payload]);
        }
        if (entry.parent != kNoId) {
            bytes[entry.parent] += bytes[id];
        }
    }
    return bytes;
}

/// How far the numbers of a row are apart; -1 where that cannot be said.
double distanceBy(std::string_view order, const values::NumberRow* numbers)
{
    if (numbers == nullptr || !numbers->error.empty()) {
        return -1;
    }
    return order == "max"        ? numbers->difference.largest
           : order == "relative" ? numbers->difference.largestRelative
                                 : numbers->difference.squares;
}

/// Sorts rows by what `keyOf` says of each, which is asked once.
template <typename KeyOf, typename Less>
void sortBy(std::vector<std::uint32_t>& rows, const KeyOf& keyOf, const Less& less)
{
    std::vector<std::pair<std::invoke_result_t<KeyOf, std::uint32_t>, std::uint32_t>> keyed;
    keyed.reserve(rows.size());
    for (const std::uint32_t row : rows) {
        keyed.emplace_back(keyOf(row), row);
    }
    stableSort(keyed, [&less](const auto& a, const auto& b) { return less(a.first, b.first); });
    std::ranges::transform(keyed, rows.begin(), [](const auto& one) { return one.second; });
}

} // namespace

std::vector<std::string> rowOrders()
{
    return {"file", "name", "size", "max", "relative", "l2"};
}

bool ordersByNumbers(std::string_view order)
{
    return order == "max" || order == "relative" || order == "l2";
}

std::vector<std::uint32_t> differingRows(const DiffReport& report)
{
    const Comparison& comparison = report.comparison;
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < comparison.rows.size(); ++row) {
        if (!comparison.rows[row].own.isEmpty()) {
            rows.push_back(row);
        }
    }
    if (report.order == "name") {
        const auto nameOf = [&](std::uint32_t row) { return comparison.nameOf(comparison.rows[row]); };
        sortBy(rows, nameOf, std::less());
    } else if (report.order == "size") {
        const std::vector<std::uint64_t> a = bytesBelow(*comparison.a);
        const std::vector<std::uint64_t> b = bytesBelow(*comparison.b);
        const auto bytesOf = [&](std::uint32_t row) {
            const RowPair& pair = comparison.rows[row];
            return pair.a != kNoId ? a[pair.a] : b[pair.b];
        };
        sortBy(rows, bytesOf, std::greater());
    } else if (ordersByNumbers(report.order)) {
        const auto distanceOf = [&](std::uint32_t row) {
            return distanceBy(report.order, values::findRow(report.numbers, row));
        };
        sortBy(rows, distanceOf, std::greater());
    }
    return rows;
}

std::size_t shownOf(std::size_t rows, std::optional<std::uint64_t> most)
{
    return most.value_or(0) == 0 ? rows : std::min<std::size_t>(rows, *most);
}

} // namespace cairn::cli
