#include "core/checkpoint/folders/zero_layout.h"

#include "core/base/checked.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace cairn::checkpoint {

namespace {

/// The sum; 2^64 - 1 where it is more.
std::uint64_t sum(std::uint64_t a, std::uint64_t b)
{
    return checkedAdd(a, b).value_or(UINT64_MAX);
}

/// The quotient, rounded up.
std::uint64_t dividedUp(std::uint64_t number, std::uint64_t by)
{
    return number / by + (number % by != 0 ? 1 : 0);
}

Error doesNotFit(std::uint64_t found, std::uint64_t wanted)
{
    return error(ErrorCode::PieceBroken, message("the parts of the ranks have %1 elements, and the parameters take %2",
                                                 groupedDigits(found), groupedDigits(wanted)))
        .because(message("They are of different saves, or the file says something wrong of itself"));
}

} // namespace

ZeroLayout::ZeroLayout(bool cutsParameters, std::vector<ZeroGroup> groups,
                       const std::vector<std::optional<ZeroPartition>>& partitions)
    : m_cutsParameters(cutsParameters), m_groups(std::move(groups)), m_partitions(partitions),
      m_failures(m_groups.size())
{
    m_begins.resize(m_groups.size());
    if (std::ranges::none_of(m_partitions, [](const auto& one) { return one.has_value(); })) {
        std::ranges::fill(m_failures, error(ErrorCode::ShardMissing, message("the files of all ranks are missing")));
        return;
    }
    measureParts();
    if (m_cutsParameters) {
        placeCut();
        return;
    }
    for (std::size_t group = 0; group < m_groups.size(); ++group) {
        place(group);
    }
}

/// All ranks have as many elements of a group; in stages 1 and 2 each is saved without what fills it up, which the
/// elements of small groups leave to do on several ranks.
void ZeroLayout::measureParts()
{
    m_parts.resize(m_groups.size());
    for (std::size_t group = 0; group < m_groups.size(); ++group) {
        std::optional<std::uint64_t> known;
        for (std::size_t rank = 0; rank < m_partitions.size(); ++rank) {
            const auto& partition = m_partitions[rank];
            if (!partition) {
                continue;
            }
            const auto& vectors = partition->vectors.find(kMasters)->second;
            std::uint64_t count = group < vectors.size() ? vectors[group].count : 0;
            if (rank + 1 == m_partitions.size() && !m_cutsParameters && known && count <= *known) {
                continue; // whatever it says of what fills it up
            }
            const bool isPadded = !m_cutsParameters && partition->stage && group < partition->paddings.size();
            const std::int64_t padding = isPadded ? partition->paddings[group] : 0;
            count = sum(count, padding < 0 ? 0 : static_cast<std::uint64_t>(padding));
            if (known && count != *known) {
                m_failures[group] =
                    error(ErrorCode::PieceBroken, message("the ranks have parts of different sizes: %1 and %2 elements",
                                                          groupedDigits(*known), groupedDigits(count)));
            }
            known = known.value_or(count);
        }
        m_parts[group] = known.value_or(0);
    }
}

/// Of stages 1 and 2.
void ZeroLayout::place(std::size_t group)
{
    const auto first = std::ranges::find_if(m_partitions, [](const auto& partition) { return partition.has_value(); });
    const bool isAligned =
        group < (*first)->alignments.size() && (*first)->alignments[group].size() == m_groups[group].size();
    std::uint64_t at = 0;
    for (std::size_t i = 0; i < m_groups[group].size(); ++i) {
        m_begins[group].push_back(at);
        at = sum(at, m_groups[group][i].count);
        if (isAligned) {
            at = sum(at, static_cast<std::uint64_t>(std::max<std::int64_t>((*first)->alignments[group][i], 0)));
        }
    }
    // What fills the last part up is less than two elements a rank; torch's optimizers align to that.
    const std::uint64_t there = checkedMultiply(m_parts[group], ranks()).value_or(UINT64_MAX);
    const std::uint64_t step = 2 * ranks();
    if (!m_failures[group] && dividedUp(at, step) != dividedUp(there, step)) {
        m_failures[group] = doesNotFit(there, at);
    }
}

/// Of stage 3. A parameter can begin in one group and end in the next.
void ZeroLayout::placeCut()
{
    std::uint64_t at = 0;
    std::uint64_t there = 0;
    for (std::size_t group = 0; group < m_groups.size(); ++group) {
        there = sum(there, m_parts[group]);
        for (const ZeroParameter& parameter : m_groups[group]) {
            m_begins[group].push_back(at);
            at = sum(at, dividedUp(parameter.count, ranks()));
        }
    }
    if (at != there) {
        for (auto& failure : m_failures) {
            failure = doesNotFit(checkedMultiply(there, ranks()).value_or(UINT64_MAX),
                                 checkedMultiply(at, ranks()).value_or(UINT64_MAX));
        }
    }
}

Result<std::vector<ZeroLayout::Run>> ZeroLayout::runsOf(std::size_t group, std::size_t parameter) const
{
    if (m_failures[group]) {
        return fail(Error(*m_failures[group]));
    }
    const ZeroParameter& wanted = m_groups[group][parameter];
    std::uint64_t at = m_begins[group][parameter];
    std::vector<Run> runs;
    if (!m_cutsParameters) {
        const std::uint64_t part = std::max<std::uint64_t>(m_parts[group], 1);
        for (std::uint64_t left = wanted.count; left != 0;) {
            const std::uint64_t count = std::min(left, part - at % part);
            runs.push_back({.rank = at / part, .group = group, .start = at % part, .count = count});
            at += count;
            left -= count;
        }
        CAIRN_TRY(checkSlices(group, wanted, runs));
        return runs;
    }
    const std::uint64_t part = dividedUp(wanted.count, ranks());
    std::uint64_t left = wanted.count;
    for (std::uint64_t rank = 0; rank < ranks() && left != 0; ++rank) {
        std::uint64_t start = at;
        std::size_t in = 0;
        for (std::uint64_t own = std::min(part, left); own != 0;) {
            while (in + 1 < m_parts.size() && start >= m_parts[in]) {
                start -= m_parts[in++];
            }
            const std::uint64_t count = std::min(own, m_parts[in] - std::min(m_parts[in], start));
            if (count == 0) {
                return fail(doesNotFit(m_parts[in], start + own));
            }
            runs.push_back({.rank = rank, .group = in, .start = start, .count = count});
            start += count;
            own -= count;
            left -= count;
        }
    }
    return runs;
}

/// Newer files say it themselves. Two answers are none.
Result<void> ZeroLayout::checkSlices(std::size_t group, const ZeroParameter& parameter,
                                     const std::vector<Run>& runs) const
{
    for (const Run& run : runs) {
        if (run.rank >= ranks() || !m_partitions[run.rank] || group >= m_partitions[run.rank]->slices.size()) {
            continue;
        }
        const auto& slices = m_partitions[run.rank]->slices[group];
        const auto told = std::ranges::find(slices, parameter.name, &ZeroPartition::Slice::parameter);
        const bool agrees = told != slices.end() && told->start == static_cast<std::int64_t>(run.start) &&
                            told->count == static_cast<std::int64_t>(run.count);
        if (!slices.empty() && !agrees) {
            return fail(error(ErrorCode::PieceBroken,
                              message("its place in the part of rank %1 is told in two ways", std::to_string(run.rank)))
                            .because(message("By the shapes before it and by the file's own list of what is where")));
        }
    }
    return {};
}

} // namespace cairn::checkpoint
