#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/devices/machine/inventory.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cairn::devices {

/// Lines of PyTorch that answer differently.
enum class TorchLine : std::uint8_t {
    Torch113, ///< 1.13
    Torch25,  ///< 2.0 to 2.5: as 2.6, but weights_only=True was not the default yet
    Torch26,
    Torch214, ///< 2.7 to 2.14
    Latest,
};

/// "1.13", "2.5", "2.6", "2.14", "latest"
[[nodiscard]] std::string_view torchLineName(TorchLine line);
/// Where verdicts of that line are: &GlobalUse::latest.
[[nodiscard]] checkpoint::Verdict checkpoint::GlobalUse::* fieldOf(TorchLine line);
/// Whether a plain torch.load of that line has weights_only=True.
[[nodiscard]] bool loadsWeightsOnly(TorchLine line);
/// In a sentence: "torch 2.6", "the latest torch"
[[nodiscard]] Message spokenTorchLine(TorchLine line);
/// The line that a version belongs to: "1.13", "2.4", "2.11.0", "latest".
[[nodiscard]] std::optional<TorchLine> torchLineByName(std::string_view name);

/// What torch.serialization.default_restore_location makes of a location on a machine.
struct Restored {
    enum class Problem : std::uint8_t {
        None,
        UnknownTag,   ///< no deserializer takes it
        Malformed,    ///< not a device string, or an index out of range
        NoModule,     ///< the backend comes with an extension that is not there
        NotAvailable, ///< the backend has no device
        NoSuchIndex,  ///< it has fewer
    };

    Problem problem = Problem::None;
    std::string device;  ///< where the storage is then: "cuda:0" for "cuda" too; empty when it fails
    std::string message; ///< of what torch raises
    std::string_view raises = "RuntimeError";
};

/// What the parser of device strings says to a text that it does not take; empty if it takes it.
[[nodiscard]] std::string deviceStringError(std::string_view text, TorchLine line);

[[nodiscard]] Restored restoreLocation(std::string_view location, TorchLine line, const DeviceInventory& machine);

/// What the latest torch makes of a tag on a machine that has nothing but a CPU.
[[nodiscard]] Restored::Problem problemWithoutDevices(std::string_view tag);

} // namespace cairn::devices
