#pragma once

#include "core/base/error.h"

#include <atomic>
#include <cstdint>

namespace cairn {

/// Shared between a worker that counts and an observer that polls. The observer may ask for a stop;
/// the worker looks at stopRequested() often and returns Error{Cancelled}. A stop of `parent`, which must live longer,
/// is a stop of this one too.
class Progress {
public:
    Progress() = default;
    explicit Progress(const Progress& parent) : m_parent(&parent) {}
    Progress& operator=(const Progress&) = delete;

    /// Begins a stage of the work and counts from zero. `name` is a literal: "writing".
    void beginStage(const char* name, std::uint64_t units) noexcept
    {
        m_done.store(0, std::memory_order_relaxed);
        m_total.store(units, std::memory_order_relaxed);
        m_stage.store(name, std::memory_order_relaxed);
    }
    /// What still has to be done when all units are.
    void setStage(const char* name) noexcept { m_stage.store(name, std::memory_order_relaxed); }
    void add(std::uint64_t units) noexcept { m_done.fetch_add(units, std::memory_order_relaxed); }
    void requestStop() noexcept { m_stop.store(true, std::memory_order_relaxed); }

    [[nodiscard]] std::uint64_t total() const noexcept { return m_total.load(std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t done() const noexcept { return m_done.load(std::memory_order_relaxed); }
    [[nodiscard]] const char* stage() const noexcept { return m_stage.load(std::memory_order_relaxed); }
    [[nodiscard]] bool stopRequested() const noexcept
    {
        return m_stop.load(std::memory_order_relaxed) || (m_parent != nullptr && m_parent->stopRequested());
    }

private:
    std::atomic<std::uint64_t> m_total{0};
    std::atomic<std::uint64_t> m_done{0};
    std::atomic<const char*> m_stage{""};
    std::atomic<bool> m_stop{false};
    const Progress* m_parent = nullptr;
};

/// What a worker tries at every step: `CAIRN_TRY(checkStop(progress));`
[[nodiscard]] inline Result<void> checkStop(const Progress& progress)
{
    return progress.stopRequested() ? fail(ErrorCode::Cancelled, message("cancelled")) : Result<void>();
}
/// Null: nobody can ask for a stop.
[[nodiscard]] inline Result<void> checkStop(const Progress* progress)
{
    return progress != nullptr ? checkStop(*progress) : Result<void>();
}

// The same of one that may be null: nobody looks.

inline void beginStage(Progress* progress, const char* name, std::uint64_t units) noexcept
{
    if (progress != nullptr) {
        progress->beginStage(name, units);
    }
}
inline void setStage(Progress* progress, const char* name) noexcept
{
    if (progress != nullptr) {
        progress->setStage(name);
    }
}
inline void addDone(Progress* progress, std::uint64_t units) noexcept
{
    if (progress != nullptr) {
        progress->add(units);
    }
}

} // namespace cairn
