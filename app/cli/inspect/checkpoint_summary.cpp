#include "app/cli/inspect/checkpoint_summary.h"

#include "core/checkpoint/own_elements.h"
#include "core/checkpoint/parameter_count.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace cairn::cli {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::Tensor;

namespace {

class SummaryMaker {
public:
    explicit SummaryMaker(const Checkpoint& checkpoint)
        : m_checkpoint(checkpoint), m_own(checkpoint), m_ofOptimizer(checkpoint::optimizerRows(checkpoint)),
          m_averaged(checkpoint::averagedWeights(checkpoint))
    {
    }

    CheckpointSummary make()
    {
        m_checkpoint.walk([&](EntryId id, std::size_t depth) { visit(id, depth); });
        endOptimizer();
        for (std::size_t i = 0; i < m_checkpoint.storages().size(); ++i) {
            const auto id = static_cast<checkpoint::StorageId>(i);
            m_summary.storageBytes += m_checkpoint.storages()[i].bytes;
            m_summary.usedBytes += m_checkpoint.usedBytes(id);
            m_summary.sharedStorages += m_checkpoint.tensorsOf(id).size() > 1 ? 1U : 0U;
        }
        return std::move(m_summary);
    }

private:
    void visit(EntryId id, std::size_t depth)
    {
        const Entry& entry = m_checkpoint.entries()[id];
        if (depth <= m_optimizerDepth) {
            endOptimizer();
            if (entry.kind == EntryKind::Group && id != 0 && m_ofOptimizer[id] != 0) {
                m_optimizerDepth = depth;
                m_optimizer = id;
            }
        }
        if (entry.kind == EntryKind::Tensor) {
            visitTensor(id, m_checkpoint.tensors()[entry.payload]);
        } else if (entry.kind == EntryKind::Value) {
            ++m_summary.values;
        }
    }

    void visitTensor(EntryId id, const Tensor& tensor)
    {
        const bool ofOptimizer = m_ofOptimizer[id] != 0;
        const bool isInGroup = m_optimizerDepth != kNowhere; // else it has a row, as it stands under its whole name
        if (!isInGroup) {
            addRow({.entry = id, .optimizer = std::nullopt});
        }
        if (tensor.part) {
            return;
        }
        const std::uint64_t elements = m_checkpoint.elementCount(tensor);
        ++m_summary.tensors;
        if (!ofOptimizer && !checkpoint::isBuffer(m_checkpoint, tensor)) {
            (m_averaged.rows[id] != 0 ? m_summary.averagedElements : m_summary.parameters) += m_own.of(tensor);
        }
        if (ofOptimizer) {
            m_summary.optimizerElements += m_own.of(tensor);
        }
        if (isInGroup) {
            m_state.severalDevices =
                m_state.severalDevices || (m_state.tensors != 0 && m_state.device != tensor.device);
            m_state.device = tensor.device;
            m_state.bytes += m_checkpoint.logicalBytes(tensor);
            ++m_state.tensors;
        }
        countKind(tensor, elements);
    }

    /// The walk has left an optimizer's group, if it was in one.
    void endOptimizer()
    {
        if (m_optimizerDepth != kNowhere && m_state.tensors != 0) {
            addRow({.entry = m_optimizer, .optimizer = m_state});
        }
        m_optimizerDepth = kNowhere;
        m_state = {};
    }

    void addRow(const CheckpointSummary::Row& row)
    {
        if (m_summary.rows.size() < CheckpointSummary::kMostRows) {
            m_summary.rows.push_back(row);
        }
        ++m_summary.rowCount;
    }

    void countKind(const Tensor& tensor, std::uint64_t elements)
    {
        const auto [place, isNew] = m_kindIndex.try_emplace({tensor.device, tensor.dtype}, m_summary.kinds.size());
        if (isNew) {
            m_summary.kinds.push_back({.device = tensor.device, .dtype = tensor.dtype});
        }
        CheckpointSummary::Kind& kind = m_summary.kinds[place->second];
        ++kind.tensors;
        kind.elements += elements;
        kind.bytes += m_checkpoint.logicalBytes(tensor);
    }

    static constexpr std::size_t kNowhere = ~std::size_t(0);

    const Checkpoint& m_checkpoint;
    checkpoint::OwnElements m_own;
    LargeVector<std::uint8_t> m_ofOptimizer; ///< by entry
    checkpoint::AveragedWeights m_averaged;
    CheckpointSummary m_summary;
    std::size_t m_optimizerDepth = kNowhere; ///< of the optimizer's group, while the walk is inside it
    EntryId m_optimizer = 0;                 ///< that group
    CheckpointSummary::Optimizer m_state;    ///< what it holds so far
    std::map<std::pair<std::uint16_t, formats::Dtype>, std::size_t> m_kindIndex;
};

} // namespace

CheckpointSummary summarize(const Checkpoint& checkpoint)
{
    CheckpointSummary result = SummaryMaker(checkpoint).make();
    result.devices = checkpoint.usageByDevice();
    std::ranges::sort(result.kinds, [](const CheckpointSummary::Kind& a, const CheckpointSummary::Kind& b) {
        return std::tuple(a.device, b.bytes, a.dtype) < std::tuple(b.device, a.bytes, b.dtype);
    });
    return result;
}

} // namespace cairn::cli
