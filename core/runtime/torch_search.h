#pragma once

#include "core/runtime/common/torch_installation.h"

#include <chrono>
#include <string>
#include <vector>

namespace cairn::runtime {

/// Where this process looks for a PyTorch.
struct TorchPlaces {
    std::string named;      ///< --torch-at or CAIRN_TORCH_AT: a folder, a library, a python; "none": nowhere
    std::string virtualEnv; ///< the active environments
    std::string condaPrefix;
    std::string home;
    std::vector<std::string> programFolders; ///< PATH, where a python may be
    std::vector<std::string> systemFolders;  ///< of libraries
    std::vector<std::string> systemPrefixes; ///< with environments for everybody
    /// For a python that has to be asked where it lies, as those of pyenv: it is a script.
    std::chrono::milliseconds patience{5'000};

    /// Of this process and machine.
    [[nodiscard]] static TorchPlaces here();
    [[nodiscard]] bool isNone() const { return named == "none"; }
};

/// `--torch-at`, which goes before CAIRN_TORCH_AT, for the whole process.
void nameTorch(std::string place);

/// Every PyTorch that lies there, once, in the order in which they are preferred: where `named` is set, that one alone.
/// Files are read, and nothing of torch is run.
[[nodiscard]] std::vector<TorchInstallation> findTorch(const TorchPlaces& places);

} // namespace cairn::runtime
