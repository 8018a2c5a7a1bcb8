#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/devices/machine/inventory.h"
#include "core/devices/machine/torch_restore.h"
#include "core/devices/map/map_location.h"
#include "core/devices/map/placement.h"

#include <optional>
#include <string>
#include <vector>

namespace cairn::devices {

/// A way out of a problem: another map. Only maps that load are offered.
struct MapFix {
    Message text;
    MapLocation map;
    bool isSplit = false; ///< layers over the devices, as balanceByMemory() makes it

    bool operator==(const MapFix&) const = default;
};

// What can stand in the way of loading, and its name in JSON. Names are stable.
// clang-format off
#define CAIRN_PROBLEM_CODES(X) \
    X(FileDamaged,         "file.damaged") \
    X(FileUnreadable,      "file.unreadable") \
    X(FileOtherTorch,      "file.other-torch") \
    X(FileOtherSystem,     "file.other-system") \
    X(FileAmbiguous,       "file.ambiguous") \
    X(FileDangerous,       "file.dangerous") \
    X(FileTrust,           "file.trust") \
    X(FileCode,            "file.code") \
    X(FileLoader,          "file.loader") \
    X(FilePart,            "file.part") \
    X(DeviceUnknown,       "device.unknown") \
    X(DeviceMalformed,     "device.malformed") \
    X(DeviceNoModule,      "device.no-module") \
    X(DeviceNotAvailable,  "device.not-available") \
    X(DeviceNoSuchIndex,   "device.no-such-index") \
    X(DeviceMemory,        "device.memory") \
    X(MapIgnored,          "map.ignored") \
    X(MapFunction,         "map.function") \
    X(MapConflict,         "map.conflict") \
    X(MapScript,           "map.script") \
    X(MetaUnsupported,     "meta.unsupported")
// clang-format on

enum class ProblemCode : std::uint8_t {
#define X(name, text) name,
    CAIRN_PROBLEM_CODES(X)
#undef X
};

[[nodiscard]] std::string_view problemCodeText(ProblemCode code);
/// Whether it is the file that does not load, whatever device it goes to.
[[nodiscard]] bool isOfFile(ProblemCode code);
/// Whether it is about a device that a storage goes to.
[[nodiscard]] bool isOfDevice(ProblemCode code);

/// Something that stands in the way of loading, or a warning.
struct LoadProblem {
    ProblemCode code = ProblemCode::FileUnreadable;
    Severity severity = Severity::Error;
    Message what;
    std::vector<std::string> targets; ///< the locations it is about
    std::vector<checkpoint::StorageId> storages;
    std::uint64_t bytes = 0;
    bool isSolvedInCode = false; ///< pythonSnippet() has what is needed
    std::string torchError;      ///< what torch would raise, word for word; empty where it would not
    Message cause;               ///< on this machine
    Message advice;              ///< what to do besides changing the map
    std::vector<MapFix> fixes;   ///< best first
};

/// What one device gets.
struct DeviceUse {
    std::string device;
    bool isThere = true;
    std::uint64_t storages = 0;
    std::uint64_t bytes = 0;
    std::uint64_t peakBytes = 0; ///< while loading
    std::optional<std::uint64_t> freeBytes;
    std::optional<std::uint64_t> totalBytes;
};

/// Bytes on their way, in one step of a load.
struct Transfer {
    std::string from; ///< "disk", or a device
    std::string to;
    std::uint64_t bytes = 0;
    bool fails = false; ///< here torch raises its error
};

/// One way to get a checkpoint onto its devices.
struct LoadPath {
    std::string python;
    std::vector<std::string> steps;
    bool works = true;
    std::string failure;                ///< the step that fails, and why
    std::uint64_t transferredBytes = 0; ///< to and between devices other than the cpu
    std::vector<Transfer> transfers;
    std::vector<DeviceUse> peaks;
};

/// The answer to: does this file load with this map on that machine? Everything at once, without loading anything.
struct Preflight {
    bool loads = true;
    std::vector<DeviceUse> devices;
    std::vector<LoadProblem> problems; ///< errors first
    Placement placement;
};

/// How far whoever loads the file trusts it.
enum class FileTrust : std::uint8_t {
    Trusted,  ///< weights_only=False: what runs code is a warning
    Default,  ///< a plain torch.load, which has weights_only=True since 2.6: what that refuses does not load
    DataOnly, ///< nothing may run that the file chooses, and weights_only=True must take it
};

/// Whether trusting the file would make this problem a warning.
[[nodiscard]] bool isOfTrust(const LoadProblem& problem);
/// Whether it loads, or would for somebody who trusts the file, as the code does that pythonSnippet() gives.
[[nodiscard]] bool loadsIfTrusted(const Preflight& preflight);

/// Whether memory alone stands in the way, or nearly does, and need not: torch.load(mmap=True) leaves what goes to the
/// cpu in the file, and reads it as it is used.
[[nodiscard]] bool loadsIfMapped(const checkpoint::Checkpoint& checkpoint, const Preflight& preflight);

/// Whether memory alone stands in the way, or nearly does, and a copy with bfloat16 in place of float32 would have
/// room.
[[nodiscard]] bool loadsAsBFloat16(const checkpoint::Checkpoint& checkpoint, const Preflight& preflight);

[[nodiscard]] Preflight preflight(const checkpoint::Checkpoint& checkpoint, const MapLocation& map,
                                  const DeviceInventory& machine, TorchLine line = TorchLine::Latest,
                                  FileTrust trust = FileTrust::Trusted);

/// torch.load(file).to(device) beside torch.load(file, map_location=device). Empty for formats that torch.load does not
/// restore by their tags.
[[nodiscard]] std::vector<LoadPath> compareLoadPaths(const checkpoint::Checkpoint& checkpoint,
                                                     const std::string& device, const DeviceInventory& machine,
                                                     TorchLine line);
/// The same for a map: what it sends elsewhere is moved there after the load, or is loaded there.
[[nodiscard]] std::vector<LoadPath> compareLoadPaths(const checkpoint::Checkpoint& checkpoint, const MapLocation& map,
                                                     const DeviceInventory& machine, TorchLine line);

} // namespace cairn::devices
