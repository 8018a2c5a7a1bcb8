#pragma once

#include "core/runtime/common/module.h"
#include "core/runtime/host/host_process.h"

#include <mutex>

namespace cairn::runtime {

/// A PyTorch that somebody else installed, through its C interface and in a process of its own. The process is there
/// while there are tensors in it, and a little longer.
class HostedTorch final : public Module {
public:
    [[nodiscard]] static Result<std::unique_ptr<Module>> open(const TorchInstallation& torch,
                                                              const std::function<bool()>& isStopped);

    [[nodiscard]] int deviceCount(const std::string& backend) const override;
    [[nodiscard]] std::optional<devices::CudaFacts> askCuda() const override;
    [[nodiscard]] std::string deviceProblem() const override { return m_deviceProblem; }
    [[nodiscard]] std::unique_ptr<HeldTensors> load(const LoadOrder& order) const override;
    [[nodiscard]] std::unique_ptr<HeldTensors> loadScript(const ScriptOrder& order) const override;

    /// For the next load, if it still can do one.
    void takeBack(std::unique_ptr<HostProcess> process) const;

private:
    HostedTorch(const TorchInstallation& torch, std::unique_ptr<HostProcess> process);
    /// One that waits, or a new one.
    [[nodiscard]] Result<std::unique_ptr<HostProcess>> process(const std::function<bool()>& isStopped) const;

    TorchInstallation m_torch;
    std::array<int, kHostBackends.size()> m_deviceCounts{};
    std::string m_deviceProblem;
    mutable std::mutex m_mutex;
    mutable std::unique_ptr<HostProcess> m_waiting;
};

} // namespace cairn::runtime
