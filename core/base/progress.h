#pragma once

#include <atomic>
#include <cstdint>

namespace cairn {

/// Shared between a worker that counts and an observer that polls. The observer may ask for a stop;
/// the worker looks at stopRequested() often and returns Error{Cancelled}.
class Progress {
public:
    void setTotal(std::uint64_t units) noexcept { m_total.store(units, std::memory_order_relaxed); }
    void add(std::uint64_t units) noexcept { m_done.fetch_add(units, std::memory_order_relaxed); }
    void requestStop() noexcept { m_stop.store(true, std::memory_order_relaxed); }

    [[nodiscard]] std::uint64_t total() const noexcept { return m_total.load(std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t done() const noexcept { return m_done.load(std::memory_order_relaxed); }
    [[nodiscard]] bool stopRequested() const noexcept { return m_stop.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> m_total{0};
    std::atomic<std::uint64_t> m_done{0};
    std::atomic<bool> m_stop{false};
};

} // namespace cairn
