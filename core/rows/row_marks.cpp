#include "core/rows/row_marks.h"

#include "core/rows/row_matcher.h"

#include <algorithm>
#include <thread>
#include <vector>

namespace cairn::rows {

using checkpoint::Checkpoint;
using checkpoint::EntryId;

namespace {

constexpr EntryId kRowsBetweenStops = 4096;

/// What each entry says by itself: the bits of its names, and the highest one where the conditions hold.
LargeVector<std::uint32_t> lookAtEach(const Checkpoint& checkpoint, const RowQuery& query, const Progress& progress)
{
    constexpr std::size_t kWorthAThread = 50'000;
    const std::size_t count = checkpoint.entries().size();
    LargeVector<std::uint32_t> bits(count);
    const auto look = [&](std::size_t begin, std::size_t end) {
        RowMatcher matcher(checkpoint, query);
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

} // namespace

LargeVector<std::uint8_t> markRows(const Checkpoint& checkpoint, const RowQuery& query, const Progress& progress)
{
    const auto entries = checkpoint.entries();
    const RowMatcher matcher(checkpoint, query);
    const std::uint32_t all = matcher.allNameBits();
    LargeVector<std::uint32_t> bits = lookAtEach(checkpoint, query, progress);
    if (progress.stopRequested()) {
        return {};
    }
    LargeVector<std::uint8_t> marks(entries.size());
    for (EntryId id = 0; id < entries.size(); ++id) {
        const std::uint32_t own = bits[id] & all;
        const std::uint32_t inherited = id == 0 ? 0 : bits[entries[id].parent] & all;
        const bool meets = (bits[id] >> 31) != 0;
        bits[id] = own | inherited; // terms of names hold for all that is below a row
        if (bits[id] == all && meets) {
            const bool isHit = matcher.hasConditions() || own != 0;
            marks[id] = isHit ? Kept | Hit : Kept;
        }
    }
    return marks;
}

} // namespace cairn::rows
