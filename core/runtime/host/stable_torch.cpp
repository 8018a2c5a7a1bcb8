#include "core/runtime/host/stable_torch.h"

#include "core/runtime/host/message.h"

#include <dlfcn.h>

#include <array>
#include <filesystem>

namespace cairn::runtime {

namespace {

constexpr const char* kPrefix = "aoti_torch_";

std::string loadersWords()
{
    const char* words = ::dlerror(); // NOLINT(concurrency-mt-unsafe): there is one thread that asks
    return words == nullptr ? "no reason was given" : words;
}

/// Global, as torch's own libraries are to find each other's symbols.
void* openGlobally(const std::string& path)
{
    return ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
}

} // namespace

void* StableTorch::find(const std::string& name) const
{
    return ::dlsym(m_library, (kPrefix + name).c_str());
}

std::expected<StableTorch, std::string> StableTorch::open(const std::string& library, const std::string& deviceLibrary)
{
    StableTorch torch;
    const std::filesystem::path file(library);
    // As `import torch` does: it brings in what the others take for granted. Most builds work without it.
    if (const auto first = file.parent_path() / "libtorch_global_deps.so"; std::filesystem::exists(first)) {
        (void)openGlobally(first.string());
    }
    torch.m_library = openGlobally(library);
    if (torch.m_library == nullptr) {
        return std::unexpected(loadersWords());
    }
    if (!deviceLibrary.empty()) {
        torch.m_deviceLibrary = openGlobally(deviceLibrary);
        torch.m_deviceProblem = torch.m_deviceLibrary == nullptr ? loadersWords() : "";
    }
    std::string missing;
    const auto need = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(torch.find(name));
        if (function == nullptr) {
            missing += (missing.empty() ? "" : ", ") + std::string(kPrefix) + name;
        }
    };
    need(torch.emptyStrided, "empty_strided");
    need(torch.viewOfStorage, "_alloc_from_pool");
    need(torch.fromBlob, "create_tensor_from_blob");
    need(torch.copy, "copy_");
    need(torch.remove, "delete_tensor_object");
    need(torch.dataAddress, "get_data_ptr");
    need(torch.rank, "get_dim");
    need(torch.sizes, "get_sizes");
    need(torch.strides, "get_strides");
    need(torch.offset, "get_storage_offset");
    need(torch.dtypeOf, "get_dtype");
    need(torch.deviceTypeOf, "get_device_type");
    need(torch.deviceIndexOf, "get_device_index");
    need(torch.storageBytes, "get_storage_size");
    need(torch.setGradMode, "grad_mode_set_enabled");
    if (!missing.empty()) {
        return std::unexpected("its stable C interface lacks " + missing);
    }
    const auto take = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(torch.find(name));
    };
    take(torch.newHandle, "new_tensor_handle");
    take(torch.call, "call_dispatcher");
    torch.setGradMode(false);
    return torch;
}

bool StableTorch::apply(const char* name, Handle& tensor, bool argument) const
{
    Handle taken = nullptr;
    if (call == nullptr || newHandle == nullptr || newHandle(tensor, &taken) != 0) {
        return false;
    }
    // An operator without a second argument leaves that alone.
    std::array<std::uint64_t, 2> stack{reinterpret_cast<std::uint64_t>(taken), argument ? 1U : 0U};
    if (call(name, "", stack.data()) != 0) {
        return false;
    }
    (void)remove(tensor);
    tensor = reinterpret_cast<Handle>(stack[0]); // NOLINT(performance-no-int-to-ptr): so it is given
    return true;
}

std::optional<std::int32_t> StableTorch::dtype(const std::string& torchName) const
{
    const auto function = reinterpret_cast<std::int32_t (*)()>(find("dtype_" + torchName));
    return function == nullptr ? std::nullopt : std::optional(function());
}

std::optional<std::int32_t> StableTorch::deviceType(const std::string& backend) const
{
    if (const auto function = reinterpret_cast<std::int32_t (*)()>(find("device_type_" + backend));
        function != nullptr) {
        return function();
    }
    // Versions that do not show it have it all the same, since torch 1.12 and by this number.
    constexpr std::int32_t meta = 14;
    return backend == "meta" ? std::optional(meta) : std::nullopt;
}

int StableTorch::deviceCount(const std::string& backend) const
{
    if (backend == "cpu" || backend == "meta") {
        return 1;
    }
    const auto type = deviceType(backend);
    const auto byte = dtype("uint8");
    if (m_deviceLibrary == nullptr || !type || !byte) {
        return -1;
    }
    // Asking CUDA itself starts none of its devices.
    if (const auto ask = reinterpret_cast<int (*)(int*)>(::dlsym(m_deviceLibrary, "cudaGetDeviceCount"));
        ask != nullptr && backend == "cuda") {
        int count = 0;
        return ask(&count) == 0 ? count : 0;
    }
    int count = 0;
    constexpr std::int64_t none = 0;
    constexpr std::int64_t step = 1;
    for (Handle made = nullptr; count < kMostDevices && emptyStrided(1, &none, &step, *byte, *type, count, &made) == 0;
         ++count) {
        (void)remove(made);
    }
    return count;
}

} // namespace cairn::runtime
