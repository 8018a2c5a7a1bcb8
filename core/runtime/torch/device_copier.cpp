#include "core/runtime/torch/device_copier.h"

#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

namespace cairn::runtime {

namespace {

/// The bytes of a range of a storage, as a tensor.
at::Tensor bytesOf(const c10::Storage& storage, std::uint64_t offset, std::uint64_t count)
{
    at::Tensor bytes = at::empty({0}, at::TensorOptions().dtype(at::kByte).device(storage.device()));
    bytes.set_(storage, static_cast<std::int64_t>(offset), {static_cast<std::int64_t>(count)}, {1});
    return bytes;
}

} // namespace

DeviceCopier::DeviceCopier(const HostCalls& host, Loaded& loaded, c10::Device device)
    : m_host(host), m_loaded(loaded), m_guard(device)
{
    constexpr int slots = 2; // one is filled while the other is copied
    const c10::impl::VirtualGuardImpl backend(device.type());
    const auto pinned = at::TensorOptions().dtype(at::kByte).pinned_memory(true);
    for (int i = 0; i < slots; ++i) {
        m_slots.push_back({at::empty({static_cast<std::int64_t>(Batches::kBytes)}, pinned),
                           backend.getStreamFromGlobalPool(device), 0});
    }
}

DeviceCopier::~DeviceCopier()
{
    for (Slot& slot : m_slots) { // no buffer and no storage may go while it is being copied
        try {
            slot.stream.synchronize();
        } catch (...) { // NOLINT(bugprone-empty-catch): the device is lost; so is what was on its way
        }
    }
}

void DeviceCopier::copy(const Batch& batch)
{
    Slot& slot = m_slots[m_next];
    m_next = (m_next + 1) % m_slots.size();
    wait(slot);
    auto* buffer = static_cast<std::uint8_t*>(slot.buffer.data_ptr());
    std::uint64_t at = 0;
    for (const Piece* piece = batch.begin; piece != batch.end; ++piece) {
        m_host.read(piece->storage, piece->offset, buffer + at, piece->bytes);
        at += alignedBytes(piece->bytes);
    }
    const c10::StreamGuard guard(slot.stream);
    at = 0;
    for (const Piece* piece = batch.begin; piece != batch.end; ++piece) {
        const at::Tensor from =
            slot.buffer.narrow(0, static_cast<std::int64_t>(at), static_cast<std::int64_t>(piece->bytes));
        bytesOf(m_loaded.storages[piece->storage], piece->offset, piece->bytes).copy_(from, /*non_blocking=*/true);
        slot.bytes += piece->bytes;
        at += alignedBytes(piece->bytes);
    }
}

void DeviceCopier::wait(Slot& slot)
{
    slot.stream.synchronize();
    m_host.advance(slot.bytes);
    slot.bytes = 0;
}

void DeviceCopier::finish()
{
    for (Slot& slot : m_slots) {
        wait(slot);
    }
}

} // namespace cairn::runtime
