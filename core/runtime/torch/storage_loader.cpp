#include "core/runtime/torch/storage_loader.h"

#include "core/runtime/common/batches.h"
#include "core/runtime/torch/device_copier.h"
#include "core/runtime/torch/device_memory.h"

#include <c10/core/Allocator.h>
#include <c10/core/DeviceGuard.h>

#include <algorithm>
#include <chrono>

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
            fillDevice(index, device);
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
    Batches batches(m_order, index);
    batches.run(m_order.threads, [&] {
        while (const auto batch = batches.next()) {
            std::uint64_t bytes = 0;
            m_host.checkStop();
            for (const Piece* piece = batch->begin; piece != batch->end; ++piece) {
                auto* base = static_cast<std::uint8_t*>(
                    m_loaded.storages[piece->storage].unsafeGetStorageImpl()->data_ptr().get());
                m_host.read(piece->storage, piece->offset, base + piece->offset, piece->bytes);
                bytes += piece->bytes;
            }
            m_host.advance(bytes);
        }
    });
}

void StorageLoader::fillDevice(std::uint32_t index, c10::Device device)
{
    Batches batches(m_order, index);
    batches.run(m_order.threads, [&] {
        DeviceCopier copier(m_host, m_loaded, device);
        while (const auto batch = batches.next()) {
            m_host.checkStop();
            copier.copy(*batch);
        }
        copier.finish();
    });
}

} // namespace cairn::runtime
