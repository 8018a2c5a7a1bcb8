#pragma once

#include "core/base/error.h"
#include "core/runtime/runtime.h"

#include <string>

namespace cairn::runtime {

/// The LibTorch module, open. Opening takes half a second and 160 MB, so it happens on first need, on a worker thread.
/// It stays open as long as the process, for LibTorch cannot be unloaded.
class Module {
public:
    /// Opens the module that findModule() finds, or says why that cannot be. The same one each time; a failure is tried
    /// again. Any thread.
    [[nodiscard]] static Result<const Module*> open();

    [[nodiscard]] const Interface& interface() const noexcept { return *m_interface; }
    [[nodiscard]] const std::string& path() const noexcept { return m_path; }
    [[nodiscard]] std::string torchVersion() const { return m_interface->torchVersion; }

    Module(const Module&) = delete;
    Module& operator=(const Module&) = delete;

private:
    Module(std::string path, const Interface* interface) : m_path(std::move(path)), m_interface(interface) {}
    [[nodiscard]] static Result<const Interface*> openFile(const std::string& path);

    std::string m_path;
    const Interface* m_interface;
};

/// True once a module is open.
[[nodiscard]] bool isModuleOpen();

} // namespace cairn::runtime
