#pragma once

#include <cstddef>

namespace cairn::test {

/// What operator new handed out since this began. Needs allocation_watch.cpp in the executable, which replaces it.
/// One at a time.
class AllocationWatch {
public:
    AllocationWatch();

    /// The largest single block.
    [[nodiscard]] std::size_t largestBytes() const;
    /// The most bytes that were in use at once, over what was in use at the beginning.
    [[nodiscard]] std::size_t peakBytes() const;

private:
    std::size_t m_startBytes;
};

} // namespace cairn::test
