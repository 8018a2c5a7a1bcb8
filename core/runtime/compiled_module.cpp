#include "core/runtime/compiled_module.h"

#include "core/base/text/text.h"
#include "core/runtime/common/library_file.h"

#include <dlfcn.h>

namespace cairn::runtime {

namespace {

class CompiledTensors final : public HeldTensors {
public:
    CompiledTensors(const Interface& interface, Loaded* loaded) : m_interface(interface), m_loaded(loaded) {}
    ~CompiledTensors() override { m_interface.release(m_loaded); }
    CompiledTensors(const CompiledTensors&) = delete;
    CompiledTensors& operator=(const CompiledTensors&) = delete;

    bool describe(std::uint32_t tensor, TensorFacts& facts) override
    {
        return m_interface.describe(m_loaded, tensor, &facts);
    }
    bool values(std::uint32_t tensor, const Host& host, Sink sink) override
    {
        return m_interface.values(m_loaded, tensor, &host, sink);
    }

private:
    const Interface& m_interface;
    Loaded* m_loaded;
};

std::unique_ptr<HeldTensors> held(const Interface& interface, Loaded* loaded)
{
    return loaded == nullptr ? nullptr : std::make_unique<CompiledTensors>(interface, loaded);
}

std::string loaderWords()
{
    const char* words = ::dlerror(); // NOLINT(concurrency-mt-unsafe): each thread has its own
    return words == nullptr ? "no reason was given" : words;
}

Result<const Interface*> interfaceOf(const std::string& path)
{
    CAIRN_TRY(checkLibraryFile(path));
    void* handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        return fail(error(ErrorCode::RuntimeBroken, message("the LibTorch module cannot be opened"))
                        .in(path)
                        .because(message("The loader says: %1", printable(loaderWords())))
                        .fix(message("Install the LibTorch that it was built with, or build Cairn again with the one "
                                     "that is installed")));
    }
    const auto* interface = static_cast<const Interface*>(::dlsym(handle, kInterfaceSymbol));
    if (interface == nullptr) {
        return fail(error(ErrorCode::RuntimeBroken, message("this is a library, but not the LibTorch module of Cairn"))
                        .in(path)
                        .because(message("The loader says: %1", printable(loaderWords())))
                        .fix(message("Set CAIRN_RUNTIME to cairn_torch.so, or unset it")));
    }
    if (interface->version != kInterfaceVersion) {
        return fail(
            error(ErrorCode::RuntimeVersion, message("the LibTorch module was built for another version of Cairn"))
                .in(path)
                .because(message("It speaks version %1 of their interface, this program version %2",
                                 std::to_string(interface->version), std::to_string(kInterfaceVersion)))
                .fix(message("Install the module that was built with this program")));
    }
    return interface;
}

} // namespace

Result<std::unique_ptr<Module>> CompiledModule::open(const std::string& path)
{
    CAIRN_ASSIGN(interface, interfaceOf(path));
    return std::unique_ptr<Module>(new CompiledModule(path, *interface));
}

int CompiledModule::deviceCount(const std::string& backend) const
{
    return m_interface.deviceCount(backend.c_str());
}

std::unique_ptr<HeldTensors> CompiledModule::load(const LoadOrder& order) const
{
    return held(m_interface, m_interface.load(&order));
}

std::unique_ptr<HeldTensors> CompiledModule::loadScript(const ScriptOrder& order) const
{
    return held(m_interface, m_interface.loadScript(&order));
}

} // namespace cairn::runtime
