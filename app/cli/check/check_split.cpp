#include "app/cli/check/check_views.h"
#include "core/base/text/text.h"
#include "core/devices/map/map_edit.h"
#include "core/devices/map/placement.h"
#include "core/devices/map/training_memory.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace cairn::cli {

namespace {

/// Whether there was something to split, and no GPU got any of it.
bool isNothingOnGpus(const CheckReport& report)
{
    std::uint64_t bytes = 0;
    for (const devices::DeviceUse& use : report.preflight.devices) {
        if (use.device != "cpu" && use.device != "meta" && use.bytes != 0) {
            return false;
        }
        bytes += use.device == "cpu" ? use.bytes : 0;
    }
    return bytes != 0;
}

/// Why no GPU got any of a split.
std::string noteOnIdleGpus(const CheckReport& report)
{
    std::uint64_t most = 0;
    for (const devices::Backend& backend : report.machine.backends) {
        for (const devices::Device& device : backend.devices) {
            most = std::max(most, device.freeBytes);
        }
    }
    const std::uint64_t least = devices::smallestShare(report.checkpoint, report.plan);
    return "The GPUs got nothing, and the cpu everything: the smallest part of it that stays together takes " +
           humanBytes(least) + ", and no GPU has more than " + humanBytes(most) + " free.";
}

/// What of the bytes that were to be split the GPUs had no room for.
struct Spilled {
    std::uint64_t bytes = 0;
    std::uint64_t onCpu = 0;
};

Spilled spilledBytes(const CheckReport& report)
{
    Spilled spilled;
    const checkpoint::Checkpoint& checkpoint = report.checkpoint;
    const std::vector<bool> planned = devices::plannedStorages(checkpoint, report.plan);
    const devices::Placement placement = devices::placeStorages(checkpoint, report.map);
    for (checkpoint::StorageId id = 0; id < checkpoint.storages().size(); ++id) {
        if (planned[id]) {
            const std::uint64_t bytes = devices::bytesInDtype(checkpoint, id, devices::dtypeOf(report.plan));
            spilled.bytes += bytes;
            spilled.onCpu += placement.target(id) == "cpu" ? bytes : 0;
        }
    }
    return spilled;
}

/// What a split was made by, and what of it the GPUs had no room for.
std::string noteOnSplit(const CheckReport& report, const Spilled& spilled)
{
    const std::optional<formats::Dtype> dtype = devices::dtypeOf(report.plan);
    if (isNothingOnGpus(report)) {
        return noteOnIdleGpus(report);
    }
    std::string note =
        dtype ? "Split by what it takes in " + std::string(formats::dtypeInfo(*dtype).name) + "." : std::string();
    if (spilled.onCpu != 0) {
        note += (note.empty() ? "" : " ") + ("The GPUs have too little room: " + humanBytes(spilled.onCpu)) + " of " +
                humanBytes(spilled.bytes) + " go to the cpu.";
    }
    return note;
}

} // namespace

void tellSplit(CheckReport& report, bool isForGpusAlone)
{
    const Spilled spilled = spilledBytes(report);
    report.note = noteOnSplit(report, spilled);
    report.isUnmet = isNothingOnGpus(report) || (isForGpusAlone && spilled.onCpu != 0);
}

} // namespace cairn::cli
