#pragma once

#include "app/version.h"
#include "core/runtime/module_search.h"

#include <string>

namespace cairn {

/// "0.1.0 (9c59b4b1a2d3)"
inline std::string versionText()
{
    const std::string version(kVersion);
    return kCommit.empty() ? version : version + " (" + std::string(kCommit) + ')';
}

/// What the program stands on, a line each: for --version, and so for reports of errors. `qt` is empty without a
/// window. LibTorch is only looked for, since opening it takes half a second.
inline std::string buildText(const std::string& qt = {})
{
    const runtime::ModuleSearch search = runtime::findModule();
    std::string text = "build     " + std::string(kBuild) + '\n';
    if (!qt.empty()) {
        text += "Qt        " + qt + '\n';
    }
    text += "CUDA      " + (kCudaRuntime.empty() ? "not built in" : "runtime " + std::string(kCudaRuntime)) + '\n';
    text += "LibTorch  " + (search.found.empty() ? "no module" : "module " + search.found + ", opened when needed");
    return text;
}

} // namespace cairn
