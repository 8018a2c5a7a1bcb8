#pragma once

#include "core/runtime/common/runtime.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
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

    [[nodiscard]] std::uint64_t bytes() const;
};

/// How the storages of one device are filled.
struct FillPace {
    std::uint64_t batchBytes = 0;
    unsigned threads = 1; ///< at most
};
inline constexpr FillPace kMemoryPace{std::uint64_t{8} << 20, 8};
inline constexpr FillPace kGpuPace{std::uint64_t{4} << 20, 8}; // as fast as any on an H200 with 16 cores

/// The storages of one device, cut where they are large and put together where they are small, so that every batch is
/// about as much work. Threads take one after the other.
class Batches {
public:
    static constexpr std::uint64_t kAlignment = 64;

    Batches(const LoadOrder& order, std::uint32_t device, FillPace pace);

    /// Room that a batch needs in a buffer: pieces begin at multiples of kAlignment.
    [[nodiscard]] std::uint64_t room() const { return std::min(m_pace.batchBytes, m_bytes); }
    [[nodiscard]] std::size_t count() const { return m_begins.size(); }
    /// Nothing after the last one, or when another thread has failed.
    [[nodiscard]] std::optional<Batch> next();

    /// Runs `work` on the threads of the order, this one among them, until all are done; throws what the first one
    /// threw. Nothing is run where there is no batch.
    void run(const std::function<void()>& work);

private:
    FillPace m_pace;
    std::uint64_t m_bytes = 0; ///< of all, with what aligns them
    std::vector<Piece> m_pieces;
    std::vector<std::size_t> m_begins;
    std::atomic<std::size_t> m_next{0};
    std::atomic<bool> m_hasFailed{false};
};

/// Tells the program what of a device is filled: each byte once, though some may be filled anew after a failure.
class FillProgress {
public:
    explicit FillProgress(const Host& host) : m_host(host) {}

    void add(std::uint64_t bytes);
    [[nodiscard]] std::uint64_t filled() const { return m_filled; }
    /// What came after that many bytes is filled once more.
    void goBackTo(std::uint64_t filled) { m_filled = filled; }

private:
    Host m_host;
    std::mutex m_mutex;
    std::uint64_t m_filled = 0;
    std::uint64_t m_told = 0;
};

/// `bytes` up to a multiple of kAlignment.
[[nodiscard]] constexpr std::uint64_t alignedBytes(std::uint64_t bytes)
{
    return (bytes + Batches::kAlignment - 1) / Batches::kAlignment * Batches::kAlignment;
}

} // namespace cairn::runtime
