#include "core/values/number_comparison.h"

#include "core/base/progress.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace cairn::values {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryKind;
using checkpoint::kNoId;
using checkpoint::Tensor;

namespace {

/// Both reach alike into storages of one size.
bool lieAlike(const Checkpoint& a, const Tensor& x, const Checkpoint& b, const Tensor& y)
{
    return x.dtype == y.dtype && x.offset == y.offset && x.conj == y.conj && x.neg == y.neg &&
           std::ranges::equal(a.shape(x), b.shape(y)) && std::ranges::equal(a.stride(x), b.stride(y)) &&
           a.storages()[x.storage].bytes == b.storages()[y.storage].bytes;
}

/// Whether storages have the same bytes, each pair looked at once: many tensors can share them.
class SameStorages {
public:
    std::optional<ValueDifference> find(const Checkpoint& a, checkpoint::StorageId x, const Checkpoint& b,
                                        checkpoint::StorageId y)
    {
        const auto [known, isNew] = m_known.try_emplace({x, y});
        if (isNew) {
            const auto bytes = compareStorageBytes(a, x, b, y, nullptr);
            known->second = bytes && bytes->otherBytes == 0 ? std::optional(*bytes) : std::nullopt;
        }
        return known->second;
    }

private:
    std::map<std::pair<checkpoint::StorageId, checkpoint::StorageId>, std::optional<ValueDifference>> m_known;
};

/// Tensors whose numbers cannot be told (they leave their storage, their dtype is not known) are the same where all
/// that they are made of is the same.
Result<ValueDifference> compareTensors(const Checkpoint& a, const Entry& first, const Checkpoint& b,
                                       const Entry& second, Progress* progress, Tolerance tolerance,
                                       SameStorages& storages)
{
    const Tensor& x = a.tensors()[first.payload];
    const Tensor& y = b.tensors()[second.payload];
    auto difference = compareValues(a, static_cast<checkpoint::TensorId>(first.payload), b,
                                    static_cast<checkpoint::TensorId>(second.payload), progress, tolerance);
    if (difference || difference.error().code == ErrorCode::Cancelled || !lieAlike(a, x, b, y)) {
        return difference;
    }
    const auto same = storages.find(a, x.storage, b, y.storage);
    return same ? Result<ValueDifference>(*same) : std::move(difference);
}

} // namespace

const NumberRow* findRow(std::span<const NumberRow> rows, std::uint32_t row)
{
    const auto found = std::ranges::lower_bound(rows, row, {}, &NumberRow::row);
    return found != rows.end() && found->row == row ? &*found : nullptr;
}

Result<NumberRows> compareNumbers(Comparison& comparison, Progress* progress,
                                  const std::function<void(std::uint32_t)>& before, Tolerance tolerance)
{
    const Checkpoint& a = *comparison.a;
    const Checkpoint& b = *comparison.b;
    std::vector<std::uint32_t> rows = comparison.tensorRows();
    const std::vector<std::uint32_t> bare = comparison.storageRows();
    rows.insert(rows.end(), bare.begin(), bare.end());
    std::ranges::sort(rows);
    std::uint64_t bytes = 0;
    for (const std::uint32_t row : rows) {
        const Entry& entry = a.entries()[comparison.rows[row].a];
        bytes += entry.kind == EntryKind::Storage ? a.storages()[entry.payload].bytes
                                                  : a.logicalBytes(a.tensors()[entry.payload]);
    }
    beginStage(progress, "comparing", bytes);
    NumberRows found;
    SameStorages same;
    for (const std::uint32_t row : rows) {
        if (before) {
            before(row);
        }
        NumberRow& result = found.emplace_back();
        result.row = row;
        const Entry& first = a.entries()[comparison.rows[row].a];
        const Entry& second = b.entries()[comparison.rows[row].b];
        auto difference = first.kind == EntryKind::Storage
                              ? compareStorageBytes(a, static_cast<checkpoint::StorageId>(first.payload), b,
                                                    static_cast<checkpoint::StorageId>(second.payload), progress)
                              : compareTensors(a, first, b, second, progress, tolerance, same);
        if (!difference && difference.error().code == ErrorCode::Cancelled) {
            return std::unexpected(std::move(difference).error());
        }
        if (difference) {
            result.difference = *difference;
        } else {
            result.error = difference.error().what.text();
        }
        if (!result.error.empty() || isDifferent(result.difference)) {
            comparison.addNumbers(row);
        }
    }
    return found;
}

} // namespace cairn::values
