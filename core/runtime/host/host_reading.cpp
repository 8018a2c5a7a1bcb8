// What HostTensors reads by itself.

#include "core/runtime/common/batches.h"
#include "core/runtime/common/gpu_copier.h"
#include "core/runtime/host/host_tensors.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <unistd.h>

namespace cairn::runtime {

using devices::StorageOrder;

namespace {

bool readAll(int file, std::byte* into, std::uint64_t bytes, std::uint64_t offset)
{
    for (std::uint64_t done = 0; done < bytes;) {
        const ssize_t got =
            ::pread(file, into + done, static_cast<std::size_t>(bytes - done), static_cast<off_t>(offset + done));
        if (got == 0 || (got < 0 && errno != EINTR)) {
            return false; // the file is shorter than it was
        }
        done += static_cast<std::uint64_t>(got > 0 ? got : 0);
    }
    return true;
}

} // namespace

std::byte* HostTensors::addressOf(const FilePlace& place) const
{
    if (m_memory[place.storage] != nullptr) {
        return m_memory[place.storage];
    }
    void* address = nullptr;
    const Device& device = m_devices[m_storageOrders[place.storage].device];
    const bool isOnGpu = m_cuda && device.type == m_torch.deviceType("cuda");
    return isOnGpu && m_torch.dataAddress(m_storages[place.storage], &address) == 0 ? static_cast<std::byte*>(address)
                                                                                    : nullptr;
}

bool HostTensors::readFile(int file, std::span<const FilePlace> places, unsigned threads,
                           const std::function<void(std::uint64_t)>& onBytes) const
{
    std::vector<StorageOrder> storages;
    std::vector<std::byte*> addresses;
    for (const FilePlace& place : places) {
        if (place.storage >= m_storages.size() || m_storages[place.storage] == nullptr ||
            m_storageOrders[place.storage].device != m_storageOrders[places.front().storage].device) {
            return false;
        }
        storages.push_back({.bytes = m_storageOrders[place.storage].bytes, .device = 0});
        addresses.push_back(addressOf(place));
        if (storages.back().bytes != 0 && addresses.back() == nullptr) {
            return false;
        }
    }
    if (places.empty()) {
        return true;
    }
    const Device& device = m_devices[m_storageOrders[places.front().storage].device];
    const bool isMemory = device.type == m_cpu;
    LoadOrder order;
    order.storages = storages.data();
    order.storageCount = static_cast<std::uint32_t>(storages.size());
    order.threads = threads;
    Batches batches(order, 0, isMemory ? kMemoryPace : kGpuPace);

    const auto read = [&](const Piece& piece, std::byte* into) {
        return readAll(file, into, piece.bytes, places[piece.storage].offset + piece.offset);
    };
    const auto placeOf = [&](const Piece& piece) { return addresses[piece.storage] + piece.offset; };
    std::mutex telling;
    const auto tell = [&](const Batch& batch) {
        const std::lock_guard lock(telling);
        onBytes(batch.bytes());
    };
    if (!isMemory) {
        return copyToGpu(batches, *m_cuda, device.index, read, placeOf, tell);
    }
    std::atomic<bool> isFine = true;
    batches.run([&] {
        while (isFine) {
            const auto batch = batches.next();
            if (!batch) {
                return;
            }
            if (!std::all_of(batch->begin, batch->end,
                             [&](const Piece& piece) { return read(piece, placeOf(piece)); })) {
                isFine = false;
                return;
            }
            tell(*batch);
        }
    });
    return isFine;
}

} // namespace cairn::runtime
