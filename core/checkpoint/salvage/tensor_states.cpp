#include "core/checkpoint/salvage/tensor_states.h"

#include "core/base/checked.h"
#include "core/checkpoint/extent.h"
#include "core/checkpoint/storage_records.h"
#include "core/formats/zip/zip_archive.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>

namespace cairn::checkpoint {

namespace {

TensorState tensorState(ByteState bytes)
{
    switch (bytes) {
    case ByteState::Checked: return TensorState::Whole;
    case ByteState::Present: return TensorState::Complete;
    case ByteState::Changed: return TensorState::Changed;
    case ByteState::Lost: return TensorState::Missing;
    }
    return TensorState::Missing;
}

class StateFinder {
public:
    StateFinder(const Checkpoint& checkpoint, const MendedFile& mended)
        : m_checkpoint(checkpoint), m_mended(mended), m_records(checkpoint)
    {
        for (const Issue& issue : checkpoint.issues()) {
            if (issue.severity == Severity::Error && !issue.path.empty()) {
                m_broken.insert(issue.path);
            }
        }
    }

    [[nodiscard]] SalvagedTensor find(TensorId id)
    {
        const Tensor& tensor = m_checkpoint.tensors()[id];
        SalvagedTensor found;
        found.tensor = id;
        found.state = tensorState(m_mended.description);
        if (m_broken.contains(m_checkpoint.entryName(tensor.entry))) {
            found.state = TensorState::Missing;
            return found;
        }
        look(tensor, found);
        // A sparse tensor is its indices and its values.
        const Entry& entry = m_checkpoint.entries()[tensor.entry];
        for (EntryId child = entry.firstChild; child < entry.firstChild + entry.childCount; ++child) {
            const Entry& part = m_checkpoint.entries()[child];
            if (part.kind == EntryKind::Tensor && m_checkpoint.tensors()[part.payload].part) {
                SalvagedTensor piece = find(static_cast<TensorId>(part.payload));
                found.bytes += piece.bytes;
                found.bytesLost += piece.bytesLost;
                // What part of the whole its rows are, nobody knows.
                found.state = std::max(found.state, piece.state);
            }
        }
        return found;
    }

private:
    /// Takes the state of the bytes of one tensor into account.
    void look(const Tensor& tensor, SalvagedTensor& found)
    {
        const auto shape = m_checkpoint.shape(tensor);
        found.rows = shape.empty() ? 1 : static_cast<std::uint64_t>(std::max<std::int64_t>(shape[0], 0));
        if (tensor.storage == kNoId) {
            return; // meta, or the shell of a sparse one
        }
        const Storage& storage = m_checkpoint.storages()[tensor.storage];
        const auto extent = extentOf(shape, m_checkpoint.stride(tensor));
        if (!extent || tensor.offset < 0) {
            found.state = TensorState::Missing;
            return;
        }
        if (*extent == 0) {
            return;
        }
        if (storage.source == kNoId) {
            found.state = TensorState::Missing;
            found.bytes = bytesFor(*extent, tensor.dtype).value_or(0);
            found.bytesLost = found.bytes;
            return;
        }
        // Of very many issues some are not kept, so that a tensor outside of its storage may have none.
        const auto last = checkedAdd(*extent, static_cast<std::uint64_t>(tensor.offset));
        const auto lastByte = last ? bytesFor(*last, tensor.dtype) : std::nullopt;
        if (!lastByte || *lastByte > storage.bytes) {
            found.state = TensorState::Missing;
            return;
        }
        const std::uint64_t bits = formats::dtypeInfo(tensor.dtype).bits;
        const Range range = bitsToBytes(static_cast<std::uint64_t>(tensor.offset) * bits, *extent * bits);
        found.bytes = range.end - range.begin;
        if (!m_checkpoint.sources()[storage.source].isFile) {
            found.state = std::max(found.state, tensorState(packedState(tensor.storage)));
            return;
        }
        const std::uint64_t begin = storage.offset + range.begin;
        const ByteState bytes = m_mended.states.worstOf(begin, begin + found.bytes);
        found.state = std::max(found.state, tensorState(bytes));
        if (bytes == ByteState::Lost) {
            findRows(tensor, storage.offset, bits, found);
        }
    }

    struct Range {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
    };

    static Range bitsToBytes(std::uint64_t begin, std::uint64_t count) { return {begin / 8, (begin + count + 7) / 8}; }

    /// Of storages in compressed records, and of those inside of values of a pickle.
    [[nodiscard]] ByteState packedState(StorageId storage) const
    {
        const formats::ZipEntry* record = m_records.of(storage);
        return record == nullptr
                   ? m_mended.description
                   : m_mended.states.worstOf(record->dataOffset, record->dataOffset + record->storedBytes);
    }

    /// Which rows have none of the bytes that are lost.
    void findRows(const Tensor& tensor, std::uint64_t storageAt, std::uint64_t bits, SalvagedTensor& found) const
    {
        const auto shape = m_checkpoint.shape(tensor);
        const auto stride = m_checkpoint.stride(tensor);
        const std::uint64_t step = shape.empty() ? 0 : static_cast<std::uint64_t>(stride[0]);
        const auto rest =
            shape.empty() ? std::optional<std::uint64_t>(1) : extentOf(shape.subspan(1), stride.subspan(1));
        const auto rowBytes = [&](std::uint64_t row) {
            const Range range =
                bitsToBytes((static_cast<std::uint64_t>(tensor.offset) + row * step) * bits, *rest * bits);
            return Range{storageAt + range.begin, storageAt + range.end};
        };
        const std::uint64_t all = rowBytes(0).begin;
        const std::uint64_t end = rowBytes(found.rows - 1).end;
        std::uint64_t next = 0; // row that is not yet known to be there
        for (const ByteStates::Stretch& bad : m_mended.states.badIn(all, end)) {
            found.bytesLost += bad.state == ByteState::Lost ? bad.end - bad.begin : 0;
            // Rows begin in ascending order, so those that touch the stretch are neighbours.
            const std::uint64_t first =
                firstRow(next, found.rows, [&](std::uint64_t row) { return rowBytes(row).end > bad.begin; });
            const std::uint64_t last =
                firstRow(first, found.rows, [&](std::uint64_t row) { return rowBytes(row).begin >= bad.end; });
            if (first > next) {
                found.rowsLeft.emplace_back(next, first);
            }
            next = std::max(next, last);
        }
        if (next < found.rows) {
            found.rowsLeft.emplace_back(next, found.rows);
        }
        // What is left of a tensor whose description is in doubt is no better than that.
        const bool isKnown = m_mended.description != ByteState::Changed;
        found.state = found.rowsLeft.empty() || !isKnown ? TensorState::Missing : TensorState::Partial;
        if (found.state == TensorState::Missing) {
            found.rowsLeft.clear();
        }
    }

    /// The first row from `from` on for which a condition holds that holds for all behind it; `rows` if there is none.
    template <typename Holds>
    static std::uint64_t firstRow(std::uint64_t from, std::uint64_t rows, const Holds& holds)
    {
        while (from < rows) {
            const std::uint64_t middle = from + (rows - from) / 2;
            if (holds(middle)) {
                rows = middle;
            } else {
                from = middle + 1;
            }
        }
        return from;
    }

    const Checkpoint& m_checkpoint;
    const MendedFile& m_mended;
    StorageRecords m_records;
    std::unordered_set<std::string> m_broken; ///< names of rows that make no sense
};

} // namespace

std::vector<SalvagedTensor> tensorStates(const Checkpoint& checkpoint, const MendedFile& mended)
{
    StateFinder finder(checkpoint, mended);
    std::vector<SalvagedTensor> states;
    checkpoint.walk([&](EntryId id, std::size_t) {
        const Entry& entry = checkpoint.entries()[id];
        if (entry.kind == EntryKind::Tensor && !checkpoint.tensors()[entry.payload].part) {
            states.push_back(finder.find(static_cast<TensorId>(entry.payload)));
        }
    });
    return states;
}

} // namespace cairn::checkpoint
