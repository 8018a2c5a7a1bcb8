#include "core/checkpoint/salvage/mended_file.h"

#include "core/base/progress.h"

#include <algorithm>
#include <ranges>

namespace cairn::checkpoint {

void ByteStates::add(std::uint64_t begin, std::uint64_t end, ByteState state)
{
    if (begin != end) {
        m_stretches.push_back({begin, end, state});
    }
}

std::size_t ByteStates::firstAfter(std::uint64_t begin) const
{
    const auto found = std::ranges::upper_bound(m_stretches, begin, {}, &Stretch::end);
    return static_cast<std::size_t>(found - m_stretches.begin());
}

ByteState ByteStates::worstOf(std::uint64_t begin, std::uint64_t end) const
{
    ByteState worst = ByteState::Checked; // as nothing at all is
    std::uint64_t reached = begin;
    for (std::size_t i = firstAfter(begin); reached < end; ++i) {
        if (i == m_stretches.size() || m_stretches[i].begin > reached) {
            worst = std::max(worst, ByteState::Present);
        }
        if (i == m_stretches.size() || m_stretches[i].begin >= end) {
            break;
        }
        worst = std::max(worst, m_stretches[i].state);
        reached = m_stretches[i].end;
    }
    return worst;
}

std::vector<ByteStates::Stretch> ByteStates::badIn(std::uint64_t begin, std::uint64_t end) const
{
    std::vector<Stretch> bad;
    for (std::size_t i = firstAfter(begin); i < m_stretches.size() && m_stretches[i].begin < end; ++i) {
        if (m_stretches[i].state >= ByteState::Changed) {
            bad.push_back(
                {std::max(begin, m_stretches[i].begin), std::min(end, m_stretches[i].end), m_stretches[i].state});
        }
    }
    return bad;
}

Result<std::uint64_t> endWithoutZeros(const ByteSource& source, const Progress* progress)
{
    constexpr std::uint64_t blockBytes = std::uint64_t{1} << 20;
    for (std::uint64_t end = source.sizeBytes(); end != 0;) {
        CAIRN_TRY(checkStop(progress));
        const std::uint64_t bytes = std::min(end, blockBytes);
        CAIRN_ASSIGN(block, source.readBytes(end - bytes, bytes));
        const auto backwards = block | std::views::reverse;
        const auto last = std::ranges::find_if(backwards, [](std::byte one) { return one != std::byte(0); });
        if (last != backwards.end()) {
            return end - static_cast<std::uint64_t>(last - backwards.begin());
        }
        end -= bytes;
    }
    return std::uint64_t{0};
}

} // namespace cairn::checkpoint
