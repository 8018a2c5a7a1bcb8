// What HostTensors reads by itself.

#include "core/runtime/common/batches.h"
#include "core/runtime/host/host_tensors.h"

#include <atomic>
#include <cerrno>
#include <mutex>
#include <unistd.h>

namespace cairn::runtime {

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

bool HostTensors::readFile(int file, std::span<const FilePlace> places, unsigned threads,
                           const std::function<void(std::uint64_t)>& onBytes) const
{
    std::vector<devices::StorageOrder> storages;
    for (const FilePlace& place : places) {
        if (place.storage >= m_memory.size()) {
            return false;
        }
        storages.push_back({.bytes = m_storageOrders[place.storage].bytes, .device = 0});
        if (storages.back().bytes != 0 && m_memory[place.storage] == nullptr) {
            return false;
        }
    }
    LoadOrder order;
    order.storages = storages.data();
    order.storageCount = static_cast<std::uint32_t>(storages.size());
    Batches batches(order, 0);
    std::atomic<bool> isFine = true;
    std::mutex telling;
    batches.run(threads, [&] {
        for (auto batch = batches.next(); batch && isFine; batch = batches.next()) {
            std::uint64_t bytes = 0;
            for (const Piece* piece = batch->begin; piece != batch->end; ++piece) {
                const FilePlace& place = places[piece->storage];
                if (!readAll(file, m_memory[place.storage] + piece->offset, piece->bytes,
                             place.offset + piece->offset)) {
                    isFine = false;
                    return;
                }
                bytes += piece->bytes;
            }
            const std::lock_guard lock(telling);
            onBytes(bytes);
        }
    });
    return isFine;
}

} // namespace cairn::runtime
