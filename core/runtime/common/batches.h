#pragma once

#include "core/runtime/common/runtime.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace cairn::runtime {

/// A range of one storage, read in one go.
struct Piece {
    std::uint32_t storage = 0;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};

/// Neighbouring pieces.
struct Batch {
    const Piece* begin = nullptr;
    const Piece* end = nullptr;
};

/// The storages of one device, cut where they are large and put together where they are small, so that every batch is
/// about as much work. Threads take one after the other.
class Batches {
public:
    /// Room that a batch needs in a buffer: pieces begin at multiples of kAlignment.
    static constexpr std::uint64_t kBytes = std::uint64_t{8} << 20;
    static constexpr std::uint64_t kAlignment = 64;

    Batches(const LoadOrder& order, std::uint32_t device);

    [[nodiscard]] std::size_t count() const { return m_begins.size(); }
    /// Nothing after the last one, or when another thread has failed.
    [[nodiscard]] std::optional<Batch> next();

    /// Runs `work` on up to `threads` threads, this one among them, until all are done; throws what the first one
    /// threw.
    void run(unsigned threads, const std::function<void()>& work);

private:
    std::vector<Piece> m_pieces;
    std::vector<std::size_t> m_begins;
    std::atomic<std::size_t> m_next{0};
    std::atomic<bool> m_hasFailed{false};
};

/// `bytes` up to a multiple of kAlignment.
[[nodiscard]] constexpr std::uint64_t alignedBytes(std::uint64_t bytes)
{
    return (bytes + Batches::kAlignment - 1) / Batches::kAlignment * Batches::kAlignment;
}

} // namespace cairn::runtime
