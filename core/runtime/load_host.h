#pragma once

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/devices/load_plan.h"
#include "core/runtime/load.h"

#include <functional>
#include <mutex>
#include <optional>

namespace cairn::runtime {

/// The program's side of one load: gives bytes to the module, counts them, and keeps what it reports.
class LoadHost {
public:
    using Read = std::function<Result<void>(std::uint32_t storage, std::uint64_t offset, std::span<std::byte> into)>;

    LoadHost(const devices::LoadPlan& plan, Read read, Progress& progress);
    LoadHost(const LoadHost&) = delete;
    LoadHost& operator=(const LoadHost&) = delete;

    [[nodiscard]] Host callbacks();

    [[nodiscard]] std::vector<DeviceLoad> takeDevices() { return std::move(m_devices); }
    [[nodiscard]] std::vector<NotLoaded> takeProblems() { return std::move(m_problems); }
    [[nodiscard]] std::vector<std::string> takeNotes() { return std::move(m_notes); }
    /// Why the module returned nothing.
    [[nodiscard]] Error failure();

private:
    bool read(std::uint32_t storage, std::uint64_t offset, std::span<std::byte> into);
    void onFailure(const Failure& failure);
    [[nodiscard]] Error noMemory(const Failure& failure) const;

    const devices::LoadPlan& m_plan;
    Read m_read;
    Progress& m_progress;
    std::vector<DeviceLoad> m_devices;
    std::vector<NotLoaded> m_problems;
    std::vector<std::string> m_notes;
    std::mutex m_mutex; ///< of m_readError, as reading happens on several threads
    std::optional<Error> m_readError;
    std::optional<Error> m_failure;
};

/// The process that held torch is no more; how that came.
[[nodiscard]] Error processEnded(const std::string& how);

/// `device` has no space for a storage: how large that is, what is there already, how much is free.
[[nodiscard]] Error noSpace(const devices::LoadPlan& plan, std::uint32_t storage, const std::string& device,
                            std::uint64_t placedBytes, const devices::DeviceInventory& machine);

} // namespace cairn::runtime
