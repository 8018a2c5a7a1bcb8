#pragma once

#include "core/devices/map/load_order.h"
#include "core/runtime/common/cuda_functions.h"
#include "core/runtime/host/stable_torch.h"

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace cairn::runtime {

/// One load in the process that holds a PyTorch: storages, filled piece by piece, and the tensors over them.
class HostTensors {
public:
    /// A TensorOrder that holds what it says; its requiresGrad is false where torch cannot set that.
    struct Order {
        devices::TensorOrder order;
        std::string dtype;
        std::string problem; ///< of orders that have one
        std::vector<std::int64_t> sizes;
        std::vector<std::int64_t> strides;
    };
    struct Range {
        std::uint32_t storage = 0;
        std::uint64_t offset = 0;
        std::uint64_t bytes = 0;
    };
    struct Facts {
        std::string dtype;
        std::string device;
        std::string layout; ///< "Strided", "SparseCsr"; the others have no strides, and nested ones no sizes
        std::vector<std::int64_t> sizes;
        std::vector<std::int64_t> strides;
        std::int64_t offset = 0;
        std::uint64_t storage = 0; ///< equal for tensors over one storage
        bool requiresGrad = false;
        bool conj = false;
        bool neg = false;
        bool coalesced = false;
        devices::QuantizerKind quantizer = devices::QuantizerKind::None;
        double scale = 0;
        std::int64_t zeroPoint = 0;
        std::int64_t axis = 0;
    };
    enum class Given { All, None, Failed };

    /// `version`: what this torch is called in sentences.
    HostTensors(const StableTorch& torch, std::string version, std::vector<std::string> devices,
                std::vector<devices::StorageOrder> storages, std::vector<Order> orders);
    ~HostTensors();
    HostTensors(const HostTensors&) = delete;
    HostTensors& operator=(const HostTensors&) = delete;

    [[nodiscard]] std::size_t deviceCount() const { return m_devices.size(); }
    /// Makes the storages of one device. The first that cannot be made; kNoIndex: all were.
    [[nodiscard]] std::uint32_t allocate(std::uint32_t device, std::uint64_t& placedBytes);
    /// A whole storage in a file.
    struct FilePlace {
        std::uint32_t storage = 0;
        std::uint64_t offset = 0;
    };
    /// Fills storages that are in memory or on one GPU; `onBytes` gets how many more there are, one call at a time.
    /// False if one is elsewhere, if the file cannot be read, or if the GPU says no.
    [[nodiscard]] bool readFile(int file, std::span<const FilePlace> places, unsigned threads,
                                const std::function<void(std::uint64_t)>& onBytes) const;
    /// False if torch says no, or if there is no such place.
    [[nodiscard]] bool fill(const Range& range, std::byte* from);
    /// Why each tensor cannot be made; empty for those that are. `lastWords` gives what torch has just printed.
    [[nodiscard]] std::vector<std::string> make(const std::function<std::string()>& lastWords);
    [[nodiscard]] bool describe(std::uint32_t tensor, Facts& facts) const;
    /// The elements in row-major order, in pieces of at most `buffer`. False of `sink`: enough.
    [[nodiscard]] Given values(std::uint32_t tensor, std::span<std::byte> buffer,
                               const std::function<bool(std::uint64_t bytes)>& sink) const;

private:
    using Handle = StableTorch::Handle;
    struct Device {
        std::string name;
        std::optional<std::int32_t> type; ///< nothing: this torch knows no such backend
        std::int32_t index = 0;
    };

    struct Dtype {
        std::int32_t code = 0;
        std::int64_t bytes = 0; ///< of an element; 0: torch has no such dtype
    };
    /// Elements somewhere in a storage.
    struct Part {
        Handle storage = nullptr; ///< a tensor over it, from its begin
        std::int64_t offset = 0;
        std::span<const std::int64_t> sizes;
        std::span<const std::int64_t> strides;
    };

    // Why a tensor cannot be made; empty: it was. kTorchSays: torch has printed that.
    static constexpr const char* kTorchSays = "torch says";
    [[nodiscard]] std::string makeOne(std::uint32_t id);
    [[nodiscard]] std::string view(const Order& order, Handle& made);
    [[nodiscard]] std::string onMeta(const Order& order, Handle& made);
    [[nodiscard]] std::string copyOf(const Order& order, Handle& made);
    [[nodiscard]] std::string quantised(const Order& order, Handle& made);
    [[nodiscard]] std::string ofParts(const Order& order, Handle& made);
    [[nodiscard]] std::string partsOf(const Order& order, std::vector<Handle>& parts) const;
    [[nodiscard]] std::string setFlags(Order& order, Handle& made);
    /// Puts what an operator gives in the place of the tensor. False if this torch cannot.
    [[nodiscard]] bool apply(const char* name, Handle& tensor) const;
    [[nodiscard]] std::string hasNothingFor(const std::string& what) const;
    [[nodiscard]] Dtype dtype(const std::string& name);
    [[nodiscard]] bool describeSizes(Handle handle, Facts& facts) const;
    [[nodiscard]] bool describePlaces(Handle handle, Facts& facts) const;
    [[nodiscard]] bool describeStorage(std::uint32_t tensor, Facts& facts) const;
    [[nodiscard]] bool copyOut(const Part& part, std::int64_t elementBytes, std::span<std::byte> into) const;
    /// Where `place` begins: an address of this process or of the GPU. Null if it has none that bytes can be copied to.
    [[nodiscard]] std::byte* addressOf(const FilePlace& place) const;

    const StableTorch& m_torch;
    std::optional<CudaFunctions> m_cuda;
    std::string m_version;
    std::vector<Device> m_devices;
    std::vector<devices::StorageOrder> m_storageOrders;
    std::vector<Order> m_orders;
    std::int32_t m_byte = 0; ///< dtype of storages
    std::int32_t m_cpu = 0;
    std::map<std::string, Dtype> m_dtypes;
    std::vector<Handle> m_storages;
    std::vector<std::byte*> m_memory; ///< of storages on the CPU
    std::vector<Handle> m_tensors;
};

} // namespace cairn::runtime
