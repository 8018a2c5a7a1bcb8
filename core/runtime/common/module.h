#pragma once

#include "core/base/text/message.h"
#include "core/devices/machine/cuda_facts.h"
#include "core/runtime/common/runtime.h"
#include "core/runtime/common/torch_installation.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cairn::runtime {

/// What one load made, in LibTorch's hands. The memory is free when this is gone. One thread at a time.
class HeldTensors {
public:
    HeldTensors() = default;
    virtual ~HeldTensors() = default;
    HeldTensors(const HeldTensors&) = delete;
    HeldTensors& operator=(const HeldTensors&) = delete;

    using Sink = bool (*)(void* self, const void* bytes, std::uint64_t count);
    /// As Interface's.
    [[nodiscard]] virtual bool describe(std::uint32_t tensor, TensorFacts& facts) = 0;
    [[nodiscard]] virtual bool values(std::uint32_t tensor, const Host& host, Sink sink) = 0;
    /// The most memory that another process had for it.
    [[nodiscard]] virtual std::uint64_t peakElsewhere() const { return 0; }
};

/// A LibTorch that is ready to load: the module that Cairn was built with, or a PyTorch that somebody else installed.
/// Who loads need not know which. Opening takes half a second and 160 MB, so it happens on first need, on a worker
/// thread.
class Module {
public:
    /// Why it is this one.
    struct Choice {
        Message why;                          ///< "it is the first that can be used"
        std::vector<TorchInstallation> found; ///< where a PyTorch was looked for: all, with what is wrong with each
    };
    virtual ~Module() = default;
    Module(const Module&) = delete;
    Module& operator=(const Module&) = delete;

    /// How many devices this LibTorch itself can use; -1: it was built without that backend.
    [[nodiscard]] virtual int deviceCount(const std::string& backend) const = 0;
    /// What its own CUDA says, asked anew: free memory changes. Nothing if that cannot be asked.
    [[nodiscard]] virtual std::optional<devices::CudaFacts> askCuda() const { return std::nullopt; }
    /// Why it can use none, where there is more to say than that.
    [[nodiscard]] virtual std::string deviceProblem() const { return {}; }
    /// Null after onFailure.
    [[nodiscard]] virtual std::unique_ptr<HeldTensors> load(const LoadOrder& order) const = 0;
    [[nodiscard]] virtual std::unique_ptr<HeldTensors> loadScript(const ScriptOrder& order) const = 0;

    /// The file, or the environment.
    [[nodiscard]] const std::string& path() const noexcept { return m_path; }
    [[nodiscard]] const std::string& torchVersion() const noexcept { return m_torchVersion; }
    /// "LibTorch 2.11.0", "PyTorch 2.6.0 in /home/me/.venv"
    [[nodiscard]] const std::string& text() const noexcept { return m_text; }
    [[nodiscard]] const Choice& choice() const noexcept { return m_choice; }
    void setChoice(Choice choice) { m_choice = std::move(choice); }

protected:
    Module(std::string path, std::string torchVersion, std::string text)
        : m_path(std::move(path)), m_torchVersion(std::move(torchVersion)), m_text(std::move(text))
    {
    }

private:
    std::string m_path;
    std::string m_torchVersion;
    std::string m_text;
    Choice m_choice;
};

} // namespace cairn::runtime
