#pragma once

#include <optional>
#include <string>

namespace cairn::runtime {

/// A PyTorch that lies on this machine, as far as its files tell without being run.
struct TorchInstallation {
    std::string place;         ///< the environment or folder that it belongs to: "/home/me/.venv"
    std::string foundBy;       ///< "VIRTUAL_ENV", "python3 on the PATH"
    std::string library;       ///< libtorch_cpu
    std::string deviceLibrary; ///< the one for GPUs; empty: none
    std::string version;       ///< "2.6.0+cu124"; empty: not known
    std::string devices;       ///< "CUDA 12.4", "ROCm 6.2", "XPU", "CPU"
    std::string problem;       ///< why it cannot be used; empty: it can, as far as one sees

    /// "PyTorch 2.6.0"
    [[nodiscard]] std::string name() const { return version.empty() ? "PyTorch" : "PyTorch " + version; }
};

/// The one in the packages of a Python: `packages` is what Python calls site-packages, `place` what people call the
/// whole. Nothing if there is none.
[[nodiscard]] std::optional<TorchInstallation> torchInPackages(const std::string& packages, const std::string& place);
/// The one whose library lies in a folder.
[[nodiscard]] std::optional<TorchInstallation> torchInFolder(const std::string& folder, const std::string& place);
/// The one that a library is of.
[[nodiscard]] TorchInstallation torchByLibrary(const std::string& library, const std::string& place);

} // namespace cairn::runtime
