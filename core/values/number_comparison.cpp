#include "core/values/number_comparison.h"

#include "core/base/progress.h"

#include <algorithm>

namespace cairn::values {

const NumberRow* findRow(std::span<const NumberRow> rows, std::uint32_t row)
{
    const auto found = std::ranges::lower_bound(rows, row, {}, &NumberRow::row);
    return found != rows.end() && found->row == row ? &*found : nullptr;
}

Result<NumberRows> compareNumbers(Comparison& comparison, Progress* progress,
                                  const std::function<void(std::uint32_t)>& before)
{
    const auto tensorOf = [](const checkpoint::Checkpoint& checkpoint, checkpoint::EntryId id) {
        return static_cast<checkpoint::TensorId>(checkpoint.entries()[id].payload);
    };
    const std::vector<std::uint32_t> rows = comparison.tensorRows();
    if (progress != nullptr) {
        std::uint64_t bytes = 0;
        for (const std::uint32_t row : rows) {
            const auto tensor = tensorOf(*comparison.a, comparison.rows[row].a);
            bytes += comparison.a->logicalBytes(comparison.a->tensors()[tensor]);
        }
        progress->beginStage("comparing", bytes);
    }
    NumberRows found;
    for (const std::uint32_t row : rows) {
        if (before) {
            before(row);
        }
        NumberRow& result = found.emplace_back();
        result.row = row;
        auto difference = compareValues(*comparison.a, tensorOf(*comparison.a, comparison.rows[row].a), *comparison.b,
                                        tensorOf(*comparison.b, comparison.rows[row].b), progress);
        if (!difference && difference.error().code == ErrorCode::Cancelled) {
            return std::unexpected(std::move(difference).error());
        }
        if (difference) {
            result.difference = *difference;
        } else {
            result.error = difference.error().what;
        }
        if (!result.error.empty() || result.difference.different != 0) {
            comparison.addNumbers(row);
        }
    }
    return found;
}

} // namespace cairn::values
