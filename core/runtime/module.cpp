#include "core/runtime/module.h"

#include "core/base/text.h"
#include "core/runtime/library_file.h"
#include "core/runtime/module_search.h"

#include <dlfcn.h>

#include <atomic>
#include <mutex>

namespace cairn::runtime {

namespace {

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): LibTorch is one for the process, too
std::atomic<const Module*> s_module = nullptr;

constexpr const char* kAllElseWorks = "Everything but loading through LibTorch works without it";

Error missing(const ModuleSearch& search)
{
    std::string places;
    for (const std::string& place : search.lookedAt) {
        places += (places.empty() ? "" : ", ") + inQuotes(place);
    }
    if (search.isNamed) {
        return error(ErrorCode::RuntimeMissing, "the LibTorch module is not where CAIRN_RUNTIME says: " + places)
            .because(kAllElseWorks)
            .fix("Set CAIRN_RUNTIME to cairn_torch.so or to its folder, or unset it");
    }
    return error(ErrorCode::RuntimeMissing, "the LibTorch module, cairn_torch.so, is not installed")
        .because("It is not at " + places + ". " + kAllElseWorks)
        .fix(
            "Install the package cairn-runtime-torch, build Cairn where LibTorch is installed, or set CAIRN_RUNTIME to "
            "the module");
}

std::string loaderWords()
{
    const char* words = ::dlerror(); // NOLINT(concurrency-mt-unsafe): each thread has its own
    return words == nullptr ? "no reason was given" : words;
}

} // namespace

Result<const Interface*> Module::openFile(const std::string& path)
{
    CAIRN_TRY(checkLibraryFile(path));
    void* handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        return fail(error(ErrorCode::RuntimeBroken, "the LibTorch module cannot be opened")
                        .in(path)
                        .because("The loader says: " + printable(loaderWords()))
                        .fix("Install the LibTorch that it was built with, or build Cairn again with the one that is "
                             "installed"));
    }
    const auto* interface = static_cast<const Interface*>(::dlsym(handle, kInterfaceSymbol));
    if (interface == nullptr) {
        return fail(error(ErrorCode::RuntimeBroken, "this is a library, but not the LibTorch module of Cairn")
                        .in(path)
                        .because("The loader says: " + printable(loaderWords()))
                        .fix("Set CAIRN_RUNTIME to cairn_torch.so, or unset it"));
    }
    if (interface->version != kInterfaceVersion) {
        return fail(error(ErrorCode::RuntimeVersion, "the LibTorch module was built for another version of Cairn")
                        .in(path)
                        .because("It speaks version " + std::to_string(interface->version) +
                                 " of their interface, this program version " + std::to_string(kInterfaceVersion))
                        .fix("Install the module that was built with this program"));
    }
    return interface;
}

Result<const Module*> Module::open()
{
    static std::mutex opening;
    const std::lock_guard lock(opening);
    if (s_module == nullptr) {
        const ModuleSearch search = findModule();
        if (search.found.empty()) {
            return fail(missing(search));
        }
        CAIRN_ASSIGN(interface, openFile(search.found));
        s_module = new Module(search.found, interface); // NOLINT(cppcoreguidelines-owning-memory): never closed
    }
    return s_module.load();
}

bool isModuleOpen()
{
    return s_module != nullptr;
}

} // namespace cairn::runtime
