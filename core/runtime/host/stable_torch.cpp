#include "core/runtime/host/stable_torch.h"

#include "core/runtime/host/message.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <type_traits>

namespace cairn::runtime {

namespace {

constexpr const char* kPrefix = "aoti_torch_";

struct UnshownDtype {
    std::string_view name;
    std::int32_t code;
};
/// Every torch has these by the same numbers, which archives of TorchScript hold; a torch that is too old for one
/// refuses it.
constexpr auto kUnshownDtypes = std::to_array<UnshownDtype>({
    {"qint8", 12}, {"quint8", 13}, {"qint32", 14}, {"bits1x8", 18}, {"bits2x4", 19}, {"bits4x2", 20},
    {"bits8", 21}, {"bits16", 22}, {"uint1", 30},  {"uint2", 31},   {"uint3", 32},   {"uint4", 33},
    {"uint5", 34}, {"uint6", 35},  {"uint7", 36},  {"int1", 37},    {"int2", 38},    {"int3", 39},
    {"int4", 40},  {"int5", 41},   {"int6", 42},   {"int7", 43},
});

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
    take(torch.layoutOf, "get_layout");
    const auto takeNewer = [&](auto& function, const char* name) { // they have another beginning
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(torch.m_library, name));
    };
    takeNewer(torch.newList, "torch_new_list_reserve_size");
    takeNewer(torch.pushBack, "torch_list_push_back");
    takeNewer(torch.newValue, "torch_new_stable_ivalue");
    takeNewer(torch.lastProblem, "torch_exception_get_what_without_backtrace");
    torch.setGradMode(false);
    return torch;
}

std::optional<std::int32_t> StableTorch::constant(const std::string& name) const
{
    const auto function = reinterpret_cast<std::int32_t (*)()>(find(name));
    return function == nullptr ? std::nullopt : std::optional(function());
}

std::optional<std::int32_t> StableTorch::dtype(const std::string& torchName) const
{
    if (const auto shown = constant("dtype_" + torchName)) {
        return shown;
    }
    const auto* known = std::ranges::find(kUnshownDtypes, torchName, &UnshownDtype::name);
    return known == kUnshownDtypes.end() ? std::nullopt : std::optional(known->code);
}

std::optional<std::int32_t> StableTorch::layout(const std::string& torchName) const
{
    return constant("layout_" + torchName);
}

std::optional<std::int32_t> StableTorch::deviceType(const std::string& backend) const
{
    if (const auto shown = constant("device_type_" + backend)) {
        return shown;
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
