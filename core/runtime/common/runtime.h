#pragma once

#include "core/devices/map/load_order.h"

#include <cstdint>

// What the program and the LibTorch module say to each other, in plain data: numbers, addresses and texts that end with
// a zero, no class and no exception. So the module may be built with another compiler, standard library or language
// version than the program, as the LibTorch inside a Python environment may ask for. This header is C++17.

namespace cairn::runtime {

/// Changes with everything below. A module of another version is refused by name.
inline constexpr std::uint32_t kInterfaceVersion = 6;
/// The one symbol that the module exports: an Interface.
inline constexpr const char* kInterfaceSymbol = "cairn_torch_interface";

using devices::kNoIndex;
using devices::QuantizerKind;
using devices::StorageOrder;
using devices::TensorOrder;
using devices::TensorShape;

/// Ended: the process that held torch is no more.
enum class FailureKind : std::uint8_t { Stopped, Reading, Memory, Torch, Ended };

/// Why nothing was loaded. The texts live as long as the call that gets them.
struct Failure {
    FailureKind kind = FailureKind::Torch;
    std::uint32_t device = kNoIndex;
    std::uint32_t storage = kNoIndex;
    std::uint64_t placedBytes = 0; ///< Memory: what this load had put on the device before
    const char* text = "";         ///< torch's own words
};

struct DeviceReport {
    std::uint32_t device = 0;
    std::uint64_t storages = 0;
    std::uint64_t bytes = 0;
    std::uint64_t peakBytes = 0; ///< with buffers
    double seconds = 0;
};

/// The program's side. Every function gets `self`; `read`, `isStopped` and `advance` may run on several threads at
/// once.
struct Host {
    void* self = nullptr;
    bool (*read)(void* self, std::uint32_t storage, std::uint64_t offset, void* into, std::uint64_t bytes) = nullptr;
    /// Where the same bytes lie in a file that is open, for another process; false where they lie in none.
    bool (*fileOf)(void* self, std::uint32_t storage, int* descriptor, std::uint64_t* offset) = nullptr;
    bool (*isStopped)(void* self) = nullptr;
    void (*advance)(void* self, std::uint64_t bytes) = nullptr;
    void (*onDevice)(void* self, const DeviceReport* report) = nullptr;
    /// A tensor that could not be made; the others are.
    void (*onProblem)(void* self, std::uint32_t tensor, const char* text) = nullptr;
    /// What all of the load lacks.
    void (*onNote)(void* self, const char* text) = nullptr;
    /// Called before anything is released, so that free memory can still be asked for.
    void (*onFailure)(void* self, const Failure* failure) = nullptr;
};

struct LoadOrder {
    Host host;
    const char* const* devices = nullptr; ///< "cpu", "cuda:0", "meta"
    std::uint32_t deviceCount = 0;
    const StorageOrder* storages = nullptr; ///< in the order of the file
    std::uint32_t storageCount = 0;
    const TensorOrder* tensors = nullptr;
    std::uint32_t tensorCount = 0;
    std::uint32_t threads = 1; ///< at most
};

/// For torch::jit::load, which gets bytes through Host::read with storage 0. The module runs it in this process.
struct ScriptOrder {
    Host host;
    int archive = -1;             ///< the same bytes, for another process
    bool mayBeUnconfined = false; ///< run it there even if the system cannot keep it from writing
    const char* device = nullptr; ///< null: as saved
    std::uint64_t bytes = 0;
    const char* const* names = nullptr; ///< of the tensors to find, their keys joined by dots
    std::uint32_t tensorCount = 0;
};

/// A tensor as LibTorch describes it. The addresses live until the next call.
struct TensorFacts {
    const char* dtype = "";
    const char* device = "";
    const char* layout = "";
    const std::int64_t* sizes = nullptr;
    const std::int64_t* strides = nullptr; ///< null for layouts that have none
    std::int64_t offset = 0;
    std::uint64_t storageAddress = 0; ///< equal for tensors over one storage; 0: none
    std::uint32_t rank = 0;
    bool requiresGrad = false;
    bool conj = false;
    bool neg = false;
    bool coalesced = false; ///< of sparse tensors
    QuantizerKind quantizer = QuantizerKind::None;
    double scale = 0;
    std::int64_t zeroPoint = 0;
    std::int64_t axis = 0;
};

/// Tensors in LibTorch's hands, held by the program through this alone.
struct Loaded;

struct Interface {
    std::uint32_t version = kInterfaceVersion;
    const char* torchVersion = "";
    /// How many devices LibTorch itself can use; -1: it was built without that backend.
    int (*deviceCount)(const char* backend) = nullptr;
    /// Null after onFailure.
    Loaded* (*load)(const LoadOrder* order) = nullptr;
    Loaded* (*loadScript)(const ScriptOrder* order) = nullptr;
    /// Gives the memory back to the system and the devices.
    void (*release)(Loaded* loaded) = nullptr;
    /// False if there is no such tensor.
    bool (*describe)(Loaded* loaded, std::uint32_t tensor, TensorFacts* facts) = nullptr;
    /// The bytes of its elements in row-major order, piece by piece, as they are stored: conj and neg are not applied.
    /// False if the tensor has none, if `sink` says so, or after onFailure.
    bool (*values)(Loaded* loaded, std::uint32_t tensor, const Host* host,
                   bool (*sink)(void* self, const void* bytes, std::uint64_t count)) = nullptr;
};

} // namespace cairn::runtime
