#pragma once

#include "core/base/files/byte_source.h"

#include <atomic>
#include <string_view>

/// Bytes in memory whose reads fail from the n-th on, to see that every read is checked.
/// Counts the reads, so a test can run once through and then again with each of them failing.
class FailingSource final : public cairn::ByteSource {
public:
    static constexpr int kNever = -1;

    explicit FailingSource(std::string_view text, int failAtRead = kNever) : m_bytes(text), m_failAt(failAtRead) {}

    [[nodiscard]] std::uint64_t sizeBytes() const noexcept override { return m_bytes.sizeBytes(); }
    [[nodiscard]] int reads() const { return m_reads; }

private:
    [[nodiscard]] cairn::Result<void> doRead(std::uint64_t offset, std::span<std::byte> into) const override
    {
        const int read = m_reads++;
        if (m_failAt != kNever && read >= m_failAt) {
            return cairn::fail(
                cairn::error(cairn::ErrorCode::ReadFailed, cairn::verbatim("reading failed on purpose")).at(offset));
        }
        return m_bytes.readAt(offset, into);
    }

    cairn::MemorySource m_bytes;
    int m_failAt;
    mutable std::atomic<int> m_reads = 0;
};
