#include "ui/document/group_summary.h"

#include "core/base/stable_sort.h"

#include <algorithm>

namespace cairn::ui {

using checkpoint::Checkpoint;
using checkpoint::EntryKind;

namespace {

/// Adds up shares by a small number; keeps those that got something, the largest first.
class Shares {
public:
    GroupSummary::Share& operator[](std::size_t number)
    {
        if (number >= m_shares.size()) {
            m_shares.resize(number + 1);
        }
        return m_shares[number];
    }

    template <typename NameOf>
    [[nodiscard]] std::vector<GroupSummary::Share> take(const NameOf& nameOf)
    {
        std::vector<GroupSummary::Share> kept;
        for (std::size_t number = 0; number < m_shares.size(); ++number) {
            if (m_shares[number].tensors != 0) {
                m_shares[number].name = nameOf(number);
                kept.push_back(std::move(m_shares[number]));
            }
        }
        stableSort(kept, [](const auto& a, const auto& b) { return a.bytes > b.bytes; });
        return kept;
    }

private:
    std::vector<GroupSummary::Share> m_shares;
};

} // namespace

GroupSummaryPtr summarise(const Document& document, const RowTree& tree, NodeId group, std::size_t mostParts,
                          const Progress& progress)
{
    const Checkpoint& checkpoint = *document.checkpoint;
    auto summary = std::make_shared<GroupSummary>();
    Shares dtypes;
    Shares devices;
    std::vector<bool> isCounted(checkpoint.storages().size());
    std::vector<NodeId> waiting{group};
    std::size_t seen = 0;
    while (!waiting.empty()) {
        if ((++seen & 0xFFFU) == 0 && progress.stopRequested()) {
            return nullptr;
        }
        const RowNode& node = tree[waiting.back()];
        const bool isLevel = tree.isLevel(waiting.back());
        const checkpoint::Entry& entry = checkpoint.entries()[node.entry];
        waiting.pop_back();
        if (!isLevel && entry.kind == EntryKind::Tensor) {
            const checkpoint::Tensor& tensor = checkpoint.tensors()[entry.payload];
            const std::uint64_t elements = checkpoint.elementCount(tensor);
            const std::uint64_t bytes = checkpoint.logicalBytes(tensor);
            for (GroupSummary::Share* share :
                 {&dtypes[static_cast<std::size_t>(tensor.dtype)], &devices[tensor.device]}) {
                ++share->tensors;
                share->elements += elements;
                share->bytes += bytes;
            }
            ++summary->tensors;
            summary->elements += elements;
            summary->bytes += bytes;
            if (tensor.storage != checkpoint::kNoId && !isCounted[tensor.storage]) {
                isCounted[tensor.storage] = true;
                summary->storageBytes += checkpoint.storages()[tensor.storage].bytes;
            }
            summary->largest.push_back({node.entry, bytes});
            continue; // what is below a tensor are its parts
        }
        summary->values += !isLevel && entry.kind == EntryKind::Value ? 1 : 0;
        for (std::uint32_t child = node.childCount; child-- > 0;) {
            waiting.push_back(node.firstChild + child);
        }
    }
    const std::size_t kept = std::min(mostParts, summary->largest.size());
    const auto middle = summary->largest.begin() + static_cast<std::ptrdiff_t>(kept);
    std::ranges::partial_sort(summary->largest, middle, std::ranges::greater(), &GroupSummary::Part::bytes);
    for (auto part = middle; part != summary->largest.end(); ++part) {
        summary->otherBytes += part->bytes;
    }
    summary->largest.erase(middle, summary->largest.end());
    summary->dtypes = dtypes.take([](std::size_t n) { return std::string(formats::allDtypes()[n].name); });
    summary->devices =
        devices.take([&](std::size_t n) { return std::string(checkpoint.deviceTag(static_cast<std::uint16_t>(n))); });
    return summary;
}

} // namespace cairn::ui
