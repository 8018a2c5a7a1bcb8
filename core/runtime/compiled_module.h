#pragma once

#include "core/base/error.h"
#include "core/runtime/common/module.h"

namespace cairn::runtime {

/// The module that LibTorch was linked to. It stays open as long as the process, for LibTorch cannot be unloaded.
class CompiledModule final : public Module {
public:
    [[nodiscard]] static Result<std::unique_ptr<Module>> open(const std::string& path);

    [[nodiscard]] int deviceCount(const std::string& backend) const override;
    [[nodiscard]] std::unique_ptr<HeldTensors> load(const LoadOrder& order) const override;
    [[nodiscard]] std::unique_ptr<HeldTensors> loadScript(const ScriptOrder& order) const override;

private:
    CompiledModule(std::string path, const Interface& interface)
        : Module(std::move(path), interface.torchVersion, std::string("LibTorch ") + interface.torchVersion),
          m_interface(interface)
    {
    }

    const Interface& m_interface;
};

} // namespace cairn::runtime
