#pragma once

#include "core/base/text/message.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::devices {

/// Something that holds tensors. Memory of 0 bytes: not known.
struct Device {
    std::string tag;  ///< "cuda:0"
    std::string name; ///< "NVIDIA H100 80GB HBM3"
    std::string capability;
    std::string pciId;
    std::string uuid;
    std::uint64_t totalBytes = 0;
    std::uint64_t freeBytes = 0;
};

/// Why a backend has the devices it has, or none.
enum class BackendState : std::uint8_t {
    Ready,        ///< it has devices
    NoDriver,     ///< the vendor's driver is not installed
    NoDevice,     ///< the driver is there, a device is not
    Hidden,       ///< devices are there, an environment variable hides them
    DriverTooOld, ///< for the runtime of this build
    Failed,       ///< the driver answers with an error
    NotAsked,     ///< this build was made without what asks for them
    NotServed,    ///< a backend that this build cannot ask for
    NotThere,     ///< a described machine does not have it
};

/// "ready", "no-driver", ...: the word in JSON output.
[[nodiscard]] std::string_view backendStateName(BackendState state);
/// Whether people have such devices although Cairn does not load onto them, some of them through an extension of torch.
[[nodiscard]] bool isBackendOfOthers(std::string_view name);
[[nodiscard]] std::optional<BackendState> backendStateByName(std::string_view name);

struct Backend {
    std::string name; ///< "cuda"
    BackendState state = BackendState::NotServed;
    Message reason; ///< a sentence; empty when ready
    Message advice;
    std::vector<Device> devices;
    bool mayHaveUnseen = false; ///< this build cannot tell, and something says that there may be some
    std::string driver;         ///< versions, as far as they are known
    std::string runtime;
};

/// Names of machines: the one Cairn runs on, and one of a file that says no name.
inline constexpr std::string_view kThisMachine = "this machine";
inline constexpr std::string_view kDescribedMachine = "the described machine";

/// A PyTorch or LibTorch that is installed.
struct InstalledTorch {
    std::string place;   ///< "/home/me/.venv"
    std::string version; ///< "2.6.0+cu124"; empty: not known
    std::string devices; ///< "CUDA 12.4", "CPU"
    std::string foundBy; ///< "VIRTUAL_ENV"
    std::string problem; ///< why it cannot be used; empty: it can
};

/// What a machine has to put tensors on: the one Cairn runs on, or one that a person describes. Plain value.
class DeviceInventory {
public:
    std::string machine; ///< kThisMachine, `the machine "8 x 80 GB"`, kDescribedMachine, or a name out of a file
    Device cpu;
    unsigned cores = 0;
    std::string described{};  ///< the words of a person that it is made of: "8 x 80 GB"; empty: of none
    std::string libtorch{};   ///< what `cairn-cli load` has there: "1.13.0, built without CUDA"; empty: not known
    std::string libtorchAt{}; ///< the environment or file that it is in
    std::vector<InstalledTorch> torches{}; ///< that `load` may choose from, in the order of preference
    std::vector<Backend> backends;

    /// The same for a sentence.
    [[nodiscard]] Message name() const;

    /// cpu and meta are everywhere; "cuda" is "cuda:0". Null if the machine does not have it.
    [[nodiscard]] const Device* find(std::string_view tag) const;
    [[nodiscard]] const Backend* backend(std::string_view name) const;
    [[nodiscard]] std::size_t count(std::string_view backendName) const;
    [[nodiscard]] bool has(std::string_view tag) const { return tag == "meta" || find(tag) != nullptr; }
    /// Why `tag` is not there, and what to do.
    [[nodiscard]] Message whyAbsent(std::string_view tag) const;
    [[nodiscard]] Message adviceFor(std::string_view tag) const;
};

/// Backends that torch knows or that extensions add, other than cpu, meta and cuda, as this build sees them.
[[nodiscard]] std::vector<Backend> backendsNotServed();

/// Asks this machine. Takes some milliseconds, much longer where a CUDA driver has to wake up.
[[nodiscard]] DeviceInventory thisMachine();

} // namespace cairn::devices
