#pragma once

#include "core/runtime/common/module.h"
#include "core/runtime/common/torch_installation.h"

namespace cairn::runtime {

/// Why nothing was loaded, of no storage in particular.
void tellFailure(const Host& host, FailureKind kind, const std::string& text);

/// The python that a PyTorch was installed for; empty if none lies beside it.
[[nodiscard]] std::string pythonOf(const TorchInstallation& torch);

/// torch.jit.load in that python, which runs code of the file: in a process that may not write, start programs or open
/// connections by then. Null after onFailure.
[[nodiscard]] std::unique_ptr<HeldTensors> loadScriptInPython(const TorchInstallation& torch, const ScriptOrder& order);

} // namespace cairn::runtime
