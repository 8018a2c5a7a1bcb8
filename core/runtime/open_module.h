#pragma once

#include "core/base/error.h"
#include "core/runtime/common/module.h"

#include <functional>

namespace cairn::runtime {

struct ModuleRequest {
    bool runsScripts = false;        ///< the module, or a PyTorch that has its python
    std::function<bool()> isStopped; ///< asked while it opens; empty: never
};

/// Opens what there is, or says why that cannot be: the PyTorch that is named (see TorchPlaces); else the module,
/// where it is installed; else the first PyTorch of findTorch() that opens. The same one each time, until another
/// is named; a failure is tried again. Any thread.
[[nodiscard]] Result<const Module*> openModule(const ModuleRequest& request = {});

/// Whether code of TorchScript would run in this process, as it does in the module, and not in one of a python.
[[nodiscard]] bool runsScriptsHere();

/// True once one is open.
[[nodiscard]] bool isModuleOpen();

} // namespace cairn::runtime
