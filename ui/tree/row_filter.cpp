#include "ui/tree/row_filter.h"

#include "ui/tree/row_matcher.h"

#include <algorithm>
#include <thread>

namespace cairn::ui {

using checkpoint::EntryId;
using checkpoint::kNoId;

namespace {

constexpr EntryId kRowsBetweenStops = 4096;

enum Mark : std::uint8_t { Kept = 1, Hit = 2, AboveHit = 4 };

/// What each entry says by itself: the bits of its names, and the highest one where the conditions hold.
LargeVector<std::uint32_t> lookAtEach(const Document& document, const RowQuery& query, const Progress& progress)
{
    constexpr std::size_t kWorthAThread = 50'000;
    const std::size_t count = document.checkpoint->entries().size();
    LargeVector<std::uint32_t> bits(count);
    const auto look = [&](std::size_t begin, std::size_t end) {
        RowMatcher matcher(*document.checkpoint, query);
        for (std::size_t i = begin; i < end; ++i) {
            if (i % kRowsBetweenStops == 0 && progress.stopRequested()) {
                return;
            }
            const auto id = static_cast<EntryId>(i);
            bits[i] = matcher.nameBits(id) | (matcher.meetsConditions(id) ? 1U << 31 : 0);
        }
    };
    const std::size_t threads =
        std::clamp<std::size_t>(count / kWorthAThread, 1, std::clamp(std::thread::hardware_concurrency(), 1U, 8U));
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < threads; ++i) {
        others.emplace_back(look, count * i / threads, count * (i + 1) / threads);
    }
    look(0, count / threads);
    others.clear();
    return bits;
}

/// By entry. Terms of names hold for all that is below a row.
LargeVector<std::uint8_t> markEntries(const Document& document, const RowQuery& query, const Progress& progress)
{
    const auto entries = document.checkpoint->entries();
    const RowMatcher matcher(*document.checkpoint, query);
    const std::uint32_t all = matcher.allNameBits();
    LargeVector<std::uint32_t> bits = lookAtEach(document, query, progress);
    LargeVector<std::uint8_t> marks(entries.size());
    for (EntryId id = 0; id < entries.size(); ++id) {
        const std::uint32_t own = bits[id] & all;
        const std::uint32_t inherited = id == 0 ? 0 : bits[entries[id].parent] & all;
        const bool meets = (bits[id] >> 31) != 0;
        bits[id] = own | inherited;
        if (bits[id] == all && meets) {
            const bool isHit = matcher.hasConditions() || own != 0;
            marks[id] = isHit ? Kept | Hit : Kept;
        }
    }
    return marks;
}

} // namespace

RowFilterPtr filterRows(const Document& document, const RowTree& tree, const RowQuery& query, const Progress& progress)
{
    const LargeVector<std::uint8_t> marks = markEntries(document, query, progress);
    LargeVector<std::uint8_t> kept(tree.size());
    for (auto id = static_cast<NodeId>(tree.size()); id-- > 1;) {
        const RowNode& node = tree[id];
        if (!tree.isLevel(id)) {
            kept[id] |= marks[node.entry];
        }
        if (kept[id] != 0) {
            kept[node.parent] |= Kept;
        }
        if ((kept[id] & (Hit | AboveHit)) != 0) {
            kept[node.parent] |= AboveHit;
        }
    }
    kept[0] |= marks[0];
    auto filter = std::make_shared<RowFilter>();
    filter->rows.reserve(kept.size() - static_cast<std::size_t>(std::ranges::count(kept, 0)));
    for (NodeId id = 0; id < tree.size(); ++id) {
        if (kept[id] == 0) {
            continue;
        }
        filter->rows.push_back(id);
        if ((kept[id] & Hit) != 0 && filter->hits++ == 0) {
            filter->firstHit = id;
        }
        if (id != 0 && (kept[id] & AboveHit) != 0) {
            filter->hitAncestors.push_back(id);
        }
    }
    return progress.stopRequested() ? nullptr : filter;
}

} // namespace cairn::ui
