#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/devices/machine/inventory.h"
#include "core/devices/map/load_order.h"
#include "core/devices/map/placement.h"

#include <cstddef>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cairn::devices {

/// A checkpoint and a map as orders for LibTorch: one for each storage and tensor, with their ids. What the bytes of
/// the file cannot give is a tensor with a problem, so the others still load. Holds the checkpoint; read() may run on
/// any thread.
class LoadPlan {
public:
    LoadPlan(checkpoint::CheckpointPtr checkpoint, const Placement& placement);

    [[nodiscard]] const checkpoint::Checkpoint& checkpoint() const noexcept { return *m_checkpoint; }
    [[nodiscard]] std::span<const std::string> devices() const noexcept { return m_devices; }
    [[nodiscard]] std::span<const StorageOrder> storages() const noexcept { return m_storages; }
    [[nodiscard]] std::span<const TensorOrder> tensors() const noexcept { return m_tensors; }
    /// Of all storages that go to a device other than meta.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return m_bytes; }

    /// Bytes of a storage in this machine's byte order. `offset` is a multiple of 16.
    [[nodiscard]] Result<void> read(std::uint32_t storage, std::uint64_t offset, std::span<std::byte> into) const;

    /// Where a storage lies as read() gives it, in a file that is open. Nothing where its bytes are made while they are
    /// read.
    struct FileRange {
        int descriptor = -1;
        std::uint64_t offset = 0;
    };
    [[nodiscard]] std::optional<FileRange> fileRange(std::uint32_t storage) const;

    /// `storage "3" of "layer1.weight"`
    [[nodiscard]] Message storageName(std::uint32_t storage) const;
    [[nodiscard]] std::string tensorName(std::uint32_t tensor) const;

private:
    [[nodiscard]] std::uint32_t deviceIndex(const std::string& device);
    void addStorages(const Placement& placement);
    void addTensors();
    void addView(TensorOrder& order, const checkpoint::Tensor& tensor);
    void addParts(TensorOrder& order, const checkpoint::Tensor& tensor);
    void setProblem(TensorOrder& order, std::string text);

    checkpoint::CheckpointPtr m_checkpoint;
    std::vector<std::string> m_devices;
    std::vector<StorageOrder> m_storages;
    std::vector<std::uint8_t> m_swapBytes; ///< per storage: numbers of so many bytes are turned round; 1: none
    std::vector<TensorOrder> m_tensors;
    std::deque<std::string> m_problems; ///< texts that orders point to
    std::uint64_t m_bytes = 0;
};

/// "cpu" for "cpu:0" and "cuda:0" for "cuda": what LibTorch and Cairn call a device that people write in two ways.
[[nodiscard]] std::string canonicalDevice(std::string_view tag);

} // namespace cairn::devices
