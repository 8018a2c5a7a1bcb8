#include "core/runtime/torch/storage_loader.h"

#include "core/runtime/common/gpu_copier.h"
#include "core/runtime/torch/device_memory.h"

#include <c10/core/Allocator.h>
#include <c10/core/DeviceGuard.h>

#include <algorithm>
#include <chrono>
#include <dlfcn.h>
#include <optional>

namespace cairn::runtime {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin)
{
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

c10::Storage makeStorage(std::uint64_t bytes, c10::Device device)
{
    if (device.is_cpu()) {
        // Usual pages: where the cache has filled the memory, the kernel takes longer to clear 2 MB than to read them.
        const auto count = static_cast<std::size_t>(bytes);
        c10::Allocator* allocator = c10::GetAllocator(device.type());
        return {c10::Storage::use_byte_size_t(), count, allocator->allocate(count), allocator, false};
    }
    const auto options = at::TensorOptions().dtype(at::kByte).device(device);
    return at::empty({static_cast<std::int64_t>(bytes)}, options).storage();
}

/// The bytes of a piece of a storage, as a tensor.
at::Tensor bytesOf(const c10::Storage& storage, const Piece& piece)
{
    at::Tensor bytes = at::empty({0}, at::TensorOptions().dtype(at::kByte).device(storage.device()));
    bytes.set_(storage, static_cast<std::int64_t>(piece.offset), {static_cast<std::int64_t>(piece.bytes)}, {1});
    return bytes;
}

/// Of the CUDA, or the ROCm, that LibTorch has opened; nothing where it shows none.
std::optional<CudaFunctions> cudaOfTorch()
{
    for (const char* library : {"libtorch_cuda.so", "libtorch_hip.so"}) {
        if (auto found = CudaFunctions::of(::dlopen(library, RTLD_LAZY | RTLD_NOLOAD))) {
            return found;
        }
    }
    return std::nullopt;
}

} // namespace

void StorageLoader::run()
{
    m_loaded.storages.resize(m_order.storageCount);
    for (std::uint32_t device = 0; device < m_order.deviceCount; ++device) {
        loadDevice(device);
    }
}

void StorageLoader::loadDevice(std::uint32_t index)
{
    const Clock::time_point begin = Clock::now();
    const c10::Device device{std::string(m_order.devices[index])};
    DeviceReport report;
    report.device = index;
    try {
        // Says in LibTorch's words if it cannot use the device at all; the allocators below would not.
        (void)at::empty({0}, at::TensorOptions().dtype(at::kByte).device(device));
        const c10::DeviceGuard guard(device);
        forgetPeak(device);
        allocate(index, device, report);
        if (device.is_cpu()) {
            fillMemory(index);
        } else if (!device.is_meta()) {
            const auto cuda = device.is_cuda() ? cudaOfTorch() : std::nullopt;
            FillProgress progress(m_order.host);
            if (!cuda || !fillGpu(index, device, *cuda, progress)) {
                progress.goBackTo(0);
                fillThroughTorch(index, progress); // torch says what is wrong with the device, if that is it
            }
        }
    } catch (...) {
        LoadFailed failure = currentFailure();
        failure.device = index;
        throw failure;
    }
    report.peakBytes = std::max(peakBytes(device), report.bytes);
    report.seconds = secondsSince(begin);
    m_host.report(report);
}

void StorageLoader::allocate(std::uint32_t index, c10::Device device, DeviceReport& report)
{
    for (std::uint32_t id = 0; id < m_order.storageCount; ++id) {
        const StorageOrder& storage = m_order.storages[id];
        if (storage.device != index) {
            continue;
        }
        try {
            m_loaded.storages[id] = makeStorage(storage.bytes, device);
        } catch (...) {
            LoadFailed failure = currentFailure();
            if (device.is_cpu()) { // its allocator throws a plain error, and for no other reason
                failure.kind = FailureKind::Memory;
            }
            failure.storage = id;
            failure.placedBytes = report.bytes;
            throw failure;
        }
        ++report.storages;
        report.bytes += device.is_meta() ? 0 : storage.bytes;
    }
}

void StorageLoader::fillMemory(std::uint32_t index)
{
    Batches batches(m_order, index, kMemoryPace);
    batches.run([&] {
        while (const auto batch = batches.next()) {
            m_host.checkStop();
            for (const Piece* piece = batch->begin; piece != batch->end; ++piece) {
                m_host.read(piece->storage, piece->offset, placeOf(*piece), piece->bytes);
            }
            m_host.advance(batch->bytes());
        }
    });
}

bool StorageLoader::fillGpu(std::uint32_t index, c10::Device device, const CudaFunctions& cuda, FillProgress& progress)
{
    const auto read = [&](const Piece& piece, std::byte* into) {
        m_host.read(piece.storage, piece.offset, into, piece.bytes);
        return true;
    };
    const auto place = [&](const Piece& piece) { return placeOf(piece); };
    Batches batches(m_order, index, kGpuPace);
    return copyToGpu(batches, cuda, std::max<int>(device.index(), 0), read, place, [&](const Batch& batch) {
        progress.add(batch.bytes());
        m_host.checkStop();
    });
}

void StorageLoader::fillThroughTorch(std::uint32_t index, FillProgress& progress)
{
    Batches batches(m_order, index, kMemoryPace);
    const at::Tensor buffer = at::empty({static_cast<std::int64_t>(batches.room())}, at::kByte);
    while (const auto batch = batches.next()) {
        m_host.checkStop();
        for (const Piece* piece = batch->begin; piece != batch->end; ++piece) {
            const auto count = static_cast<std::int64_t>(piece->bytes);
            m_host.read(piece->storage, piece->offset, buffer.data_ptr(), piece->bytes);
            bytesOf(m_loaded.storages[piece->storage], *piece).copy_(buffer.narrow(0, 0, count));
        }
        progress.add(batch->bytes());
    }
}

std::byte* StorageLoader::placeOf(const Piece& piece) const
{
    auto* begin = m_loaded.storages[piece.storage].unsafeGetStorageImpl()->data_ptr().get();
    return static_cast<std::byte*>(begin) + piece.offset;
}

} // namespace cairn::runtime
