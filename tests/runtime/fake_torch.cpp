// A libtorch_cpu without torch: the part of its C interface that Cairn calls, with two CUDA devices whose memory is the
// machine's. CAIRN_FAKE_TORCH says what becomes of it, and where: "killed copy_", "hangs open", "rubbish copy_",
// "ends empty_strided", "full cuda", "refuses copy_", and several with ";" between. CAIRN_FAKE_WORDS is printed as soon
// as it is opened.

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#define EXPORTED extern "C" __attribute__((visibility("default")))

namespace {

constexpr std::int32_t kCuda = 1;
constexpr std::int32_t kMeta = 14;
constexpr std::int32_t kSparse = 1;
constexpr std::int32_t kCudaDevices = 2;
constexpr int kSocketOfTheProgram = 3;

/// By their codes, which are others than those of torch.
constexpr auto kBytes = std::to_array<std::int64_t>({1, 1, 2, 4, 8, 4, 8, 2, 1, 16});

struct Tensor {
    std::shared_ptr<std::vector<std::byte>> storage; ///< none over the memory of others, and on meta
    std::byte* memory = nullptr;
    std::int64_t storageBytes = 0;
    std::int64_t offset = 0; ///< in elements
    std::int32_t dtype = 0;
    std::int32_t device = 0;
    std::int32_t index = 0;
    std::vector<std::int64_t> sizes;
    std::vector<std::int64_t> strides;
    std::int32_t layout = 0;
    bool coalesced = false;

    [[nodiscard]] std::int64_t elementBytes() const { return kBytes.at(static_cast<std::size_t>(dtype)); }
    [[nodiscard]] std::byte* begin() const { return memory + offset * elementBytes(); }
};

std::string setting(const char* name)
{
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : value;
}

int refused(const char* why)
{
    std::fprintf(stderr, "Exception in aoti_torch: %s\nException raised from test at fake.cpp:1\nframe #0: ?\n", why);
    return 1;
}

/// What one wish asks for at this place. False: torch says no.
bool fulfil(std::string_view wish, std::string_view place)
{
    const std::size_t space = wish.find(' ');
    if (space == std::string::npos || wish.substr(space + 1) != place) {
        return true;
    }
    const std::string_view what = wish.substr(0, space);
    if (what == "killed") {
        (void)std::raise(SIGKILL);
    } else if (what == "crashes") {
        std::fputs("terminate called, says the test\n", stderr);
        std::abort();
    } else if (what == "ends") {
        ::_exit(3);
    } else if (what == "hangs") {
        while (true) {
            ::pause();
        }
    } else if (what == "rubbish") {
        const std::string words(4'000, '?');
        (void)!::write(kSocketOfTheProgram, words.data(), words.size());
    }
    return what != "refuses";
}

/// The same for all that is wished.
bool arrive(std::string_view place)
{
    const std::string wishes = setting("CAIRN_FAKE_TORCH");
    bool isFine = true;
    for (std::size_t begin = 0; begin <= wishes.size();) {
        const std::size_t end = std::min(wishes.find(';', begin), wishes.size());
        isFine = fulfil(std::string_view(wishes).substr(begin, end - begin), place) && isFine;
        begin = end + 1;
    }
    return isFine;
}

std::size_t countOf(std::int64_t rank, const std::int64_t* sizes)
{
    std::int64_t count = 1;
    for (std::int64_t i = 0; i < rank; ++i) {
        count *= sizes[i];
    }
    return static_cast<std::size_t>(count);
}

std::unique_ptr<Tensor> shaped(std::int64_t rank, const std::int64_t* sizes, const std::int64_t* strides,
                               std::int32_t dtype)
{
    auto made = std::make_unique<Tensor>();
    made->dtype = dtype;
    made->sizes.assign(sizes, sizes + rank);
    made->strides.assign(strides, strides + rank);
    return made;
}

/// Of one element after the other, by their numbers in row-major order.
std::int64_t placeOf(const Tensor& tensor, std::size_t element)
{
    std::int64_t place = 0;
    for (std::size_t i = tensor.sizes.size(); i-- > 0;) {
        const auto size = static_cast<std::size_t>(tensor.sizes[i]);
        place += static_cast<std::int64_t>(element % size) * tensor.strides[i];
        element /= size;
    }
    return place * tensor.elementBytes();
}

const Tensor& of(void* handle)
{
    return *static_cast<Tensor*>(handle);
}

[[maybe_unused]] const bool isOpened = [] {
    std::fputs(setting("CAIRN_FAKE_WORDS").c_str(), stdout);
    std::fflush(stdout);
    return arrive("open");
}();

} // namespace

#define DTYPE(name, code)                                                                                              \
    EXPORTED std::int32_t aoti_torch_dtype_##name()                                                                    \
    {                                                                                                                  \
        return code;                                                                                                   \
    }
DTYPE(uint8, 0)
DTYPE(int8, 1)
DTYPE(int16, 2)
DTYPE(int32, 3)
DTYPE(int64, 4)
DTYPE(float32, 5)
DTYPE(float64, 6)
DTYPE(float16, 7)
DTYPE(bool, 8)
DTYPE(complex128, 9)
#undef DTYPE

EXPORTED std::int32_t aoti_torch_device_type_cpu()
{
    return 0;
}
EXPORTED std::int32_t aoti_torch_device_type_cuda()
{
    return kCuda;
}

EXPORTED int aoti_torch_empty_strided(std::int64_t rank, const std::int64_t* sizes, const std::int64_t* strides,
                                      std::int32_t dtype, std::int32_t device, std::int32_t index, void** result)
{
    if (!arrive("empty_strided")) {
        return refused("not this one, says the test");
    }
    if (device == kCuda && index >= kCudaDevices) {
        return refused("CUDA error: invalid device ordinal");
    }
    const auto elements = static_cast<std::int64_t>(countOf(rank, sizes));
    const std::string wish = setting("CAIRN_FAKE_TORCH");
    constexpr std::int64_t mostElements = std::int64_t{1} << 40;
    if (device != kMeta && ((wish == "full cuda" && device == kCuda && elements > 1) || elements > mostElements)) {
        return refused("CUDA out of memory. Tried to allocate more, says the test");
    }
    auto made = shaped(rank, sizes, strides, dtype);
    made->device = device;
    made->index = index;
    std::int64_t last = elements == 0 ? -1 : 0;
    for (std::int64_t i = 0; i < rank && last >= 0; ++i) {
        last += (sizes[i] - 1) * strides[i];
    }
    made->storageBytes = (last + 1) * made->elementBytes();
    if (device != kMeta) {
        made->storage = std::make_shared<std::vector<std::byte>>(static_cast<std::size_t>(made->storageBytes));
        made->memory = made->storage->data();
    }
    *result = made.release();
    return 0;
}

EXPORTED int aoti_torch__alloc_from_pool(void* handle, std::int64_t offsetBytes, std::int32_t dtype, std::int64_t rank,
                                         const std::int64_t* sizes, const std::int64_t* strides, void** result)
{
    if (!arrive("view")) {
        return refused("no such view, says the test");
    }
    auto made = shaped(rank, sizes, strides, dtype);
    if (offsetBytes % made->elementBytes() != 0) {
        return refused("the offset must be a multiple of the element");
    }
    made->storage = of(handle).storage;
    made->memory = of(handle).memory;
    made->storageBytes = of(handle).storageBytes;
    made->device = of(handle).device;
    made->index = of(handle).index;
    made->offset = offsetBytes / made->elementBytes();
    *result = made.release();
    return 0;
}

EXPORTED int aoti_torch_create_tensor_from_blob(void* data, std::int64_t rank, const std::int64_t* sizes,
                                                const std::int64_t* strides, std::int64_t offset, std::int32_t dtype,
                                                std::int32_t device, std::int32_t index, void** result)
{
    auto made = shaped(rank, sizes, strides, dtype);
    made->memory = static_cast<std::byte*>(data);
    made->offset = offset;
    made->device = device;
    made->index = index;
    *result = made.release();
    return 0;
}

EXPORTED int aoti_torch_copy_(void* into, void* from, std::int32_t /*nonBlocking*/)
{
    if (!arrive("copy_")) {
        return refused("CUDA error: an illegal memory access was encountered, says the test");
    }
    if (of(into).sizes != of(from).sizes || of(into).elementBytes() != of(from).elementBytes()) {
        return refused("these are not alike");
    }
    const std::size_t count = countOf(static_cast<std::int64_t>(of(into).sizes.size()), of(into).sizes.data());
    const std::vector<std::int64_t> inARow{1};
    if (of(into).strides == inARow && of(from).strides == inARow) {
        std::memcpy(of(into).begin(), of(from).begin(), count * static_cast<std::size_t>(of(into).elementBytes()));
        return 0;
    }
    for (std::size_t i = 0; i < count; ++i) {
        std::memcpy(of(into).begin() + placeOf(of(into), i), of(from).begin() + placeOf(of(from), i),
                    static_cast<std::size_t>(of(into).elementBytes()));
    }
    return 0;
}

EXPORTED int aoti_torch_delete_tensor_object(void* handle)
{
    delete static_cast<Tensor*>(handle);
    return 0;
}
EXPORTED int aoti_torch_get_data_ptr(void* handle, void** data)
{
    *data = of(handle).begin();
    return 0;
}
EXPORTED int aoti_torch_get_dim(void* handle, std::int64_t* rank)
{
    *rank = static_cast<std::int64_t>(of(handle).sizes.size());
    return 0;
}
EXPORTED int aoti_torch_get_sizes(void* handle, std::int64_t** sizes)
{
    *sizes = static_cast<Tensor*>(handle)->sizes.data();
    return 0;
}
EXPORTED int aoti_torch_get_strides(void* handle, std::int64_t** strides)
{
    *strides = static_cast<Tensor*>(handle)->strides.data();
    return 0;
}
EXPORTED int aoti_torch_get_storage_offset(void* handle, std::int64_t* offset)
{
    *offset = of(handle).offset;
    return 0;
}
EXPORTED int aoti_torch_get_dtype(void* handle, std::int32_t* dtype)
{
    *dtype = of(handle).dtype;
    return 0;
}
EXPORTED int aoti_torch_get_device_type(void* handle, std::int32_t* device)
{
    *device = of(handle).device;
    return 0;
}
EXPORTED int aoti_torch_get_device_index(void* handle, std::int32_t* index)
{
    *index = of(handle).device == 0 ? -1 : of(handle).index;
    return 0;
}
EXPORTED int aoti_torch_get_storage_size(void* handle, std::int64_t* bytes)
{
    *bytes = of(handle).storageBytes;
    return 0;
}
EXPORTED int aoti_torch_new_tensor_handle(void* handle, void** result)
{
    *result = new Tensor(of(handle));
    return 0;
}
EXPORTED std::int32_t aoti_torch_layout_sparse_coo()
{
    return kSparse;
}
EXPORTED int aoti_torch_get_layout(void* handle, std::int32_t* layout)
{
    *layout = of(handle).layout;
    return 0;
}
EXPORTED int torch_new_list_reserve_size(std::size_t /*room*/, void** result)
{
    *result = new std::vector<std::int64_t>;
    return 0;
}
EXPORTED int torch_list_push_back(void* list, std::uint64_t value)
{
    static_cast<std::vector<std::int64_t>*>(list)->push_back(static_cast<std::int64_t>(value));
    return 0;
}
/// Knows some operators, so that both ways are there.
EXPORTED int aoti_torch_call_dispatcher(const char* name, const char* /*overload*/, std::uint64_t* stack)
{
    const std::string_view wanted = name;
    if (!arrive("call")) {
        return refused("there is no such operator");
    }
    if (wanted == "aten::requires_grad_") {
        return stack[1] == 1 ? 0 : refused("there is no such operator");
    }
    auto* first = reinterpret_cast<Tensor*>(stack[0]);
    if (wanted == "aten::is_coalesced") {
        stack[0] = first->coalesced ? 1 : 0;
        delete first;
        return 0;
    }
    if (wanted != "aten::sparse_coo_tensor") {
        return refused("there is no such operator");
    }
    const std::unique_ptr<Tensor> indices(first);
    std::unique_ptr<Tensor> values(reinterpret_cast<Tensor*>(stack[1]));
    const std::unique_ptr<std::vector<std::int64_t>> sizes(reinterpret_cast<std::vector<std::int64_t>*>(stack[2]));
    const std::unique_ptr<std::uint64_t> coalesced(reinterpret_cast<std::uint64_t*>(stack[7]));
    values->sizes = *sizes;
    values->layout = kSparse;
    values->coalesced = coalesced != nullptr && *coalesced == 1;
    stack[0] = reinterpret_cast<std::uint64_t>(values.release());
    return 0;
}
EXPORTED void aoti_torch_grad_mode_set_enabled(bool /*isOn*/) {}

// What libtorch_cuda is linked to, where this file lies in its place.

EXPORTED int cudaGetDeviceCount(int* count)
{
    constexpr int insufficientDriver = 35;
    *count = kCudaDevices;
    return setting("CAIRN_FAKE_TORCH") == "old driver" ? insufficientDriver : 0;
}
EXPORTED const char* cudaGetErrorString(int error)
{
    return error == 0 ? "no error" : "CUDA driver version is insufficient for CUDA runtime version";
}
EXPORTED int cudaDriverGetVersion(int* version)
{
    *version = 12'040;
    return 0;
}
EXPORTED int cudaRuntimeGetVersion(int* version)
{
    *version = 12'090;
    return 0;
}
EXPORTED int cudaGetDeviceProperties_v2(void* properties, int index)
{
    std::strcpy(static_cast<char*>(properties), ("Test GPU number " + std::to_string(index)).c_str());
    return 0;
}
EXPORTED int cudaDeviceGetAttribute(int* value, int attribute, int /*index*/)
{
    constexpr int major = 75;
    *value = attribute == major ? 9 : 5;
    return 0;
}
EXPORTED int cudaSetDevice(int index)
{
    constexpr int invalidDevice = 101;
    return arrive("cudaSetDevice " + std::to_string(index)) ? 0 : invalidDevice;
}
EXPORTED int cudaMemGetInfo(std::size_t* available, std::size_t* total)
{
    *available = std::size_t{20} << 30;
    *total = std::size_t{24} << 30;
    return 0;
}

// Copies arrive when their stream is waited for, and no sooner.

struct FakeCopy {
    void* into = nullptr;
    const void* from = nullptr;
    std::size_t bytes = 0;
};
using FakeStream = std::vector<FakeCopy>;

EXPORTED int cudaStreamCreateWithFlags(void** stream, unsigned /*flags*/)
{
    *stream = new FakeStream;
    return 0;
}
EXPORTED int cudaStreamSynchronize(void* stream)
{
    auto& copies = *static_cast<FakeStream*>(stream);
    for (const FakeCopy& copy : copies) {
        std::memcpy(copy.into, copy.from, copy.bytes);
    }
    constexpr int illegalAddress = 700;
    const bool isFine = copies.empty() || arrive("cudaStreamSynchronize");
    copies.clear();
    return isFine ? 0 : illegalAddress;
}
EXPORTED int cudaDeviceSynchronize()
{
    return 0;
}
EXPORTED int cudaStreamDestroy(void* stream)
{
    delete static_cast<FakeStream*>(stream);
    return 0;
}
EXPORTED int cudaHostRegister(void* /*memory*/, std::size_t /*bytes*/, unsigned /*flags*/)
{
    constexpr int invalidValue = 1;
    return arrive("cudaHostRegister") ? 0 : invalidValue;
}
EXPORTED int cudaHostUnregister(void* /*memory*/)
{
    return 0;
}
EXPORTED int cudaMemcpyAsync(void* into, const void* from, std::size_t bytes, int kind, void* stream)
{
    constexpr int hostToDevice = 1;
    constexpr int invalidValue = 1;
    if (kind != hostToDevice || !arrive("cudaMemcpyAsync")) {
        return invalidValue;
    }
    static_cast<FakeStream*>(stream)->push_back({into, from, bytes});
    return 0;
}
