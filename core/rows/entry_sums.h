#pragma once

#include "core/checkpoint/checkpoint.h"

#include <cstdint>
#include <vector>

namespace cairn::rows {

/// What lies at and below a row. A set holds one bit for each number below 63; the last bit stands for all others.
struct EntrySum {
    std::uint64_t tensors = 0;
    std::uint64_t elements = 0;
    std::uint64_t bytes = 0; ///< logical ones
    std::uint64_t devices = 0;
    std::uint64_t dtypes = 0;

    EntrySum& operator+=(const EntrySum& other);
};

/// The sums of every row that has rows below it, in which tensors that are one in memory count once. Made once, bottom
/// up, on the thread that opens; then only read.
class EntrySums {
public:
    EntrySums() = default;
    explicit EntrySums(const checkpoint::Checkpoint& checkpoint);

    [[nodiscard]] EntrySum of(const checkpoint::Checkpoint& checkpoint, checkpoint::EntryId id) const;

private:
    void countOnce(const checkpoint::Checkpoint& checkpoint);

    std::vector<std::uint32_t> m_groupOf; ///< by entry, into m_sums; kNoId for leaves
    std::vector<EntrySum> m_sums;
};

} // namespace cairn::rows
