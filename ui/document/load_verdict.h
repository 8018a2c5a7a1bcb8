#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/devices/preflight.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace cairn::ui {

/// What a verdict comes to.
enum class Answer : std::uint8_t {
    Waiting, ///< not known yet
    Loads,
    Caution, ///< it loads, but there is something to read first
    Fails,
    Harmful, ///< loading it would run what can do harm
};

[[nodiscard]] Answer answerOf(const devices::Preflight& preflight);

/// Will the file load on a machine with a map? In words for the header.
struct LoadVerdict {
    bool loads = true;
    bool loadsIfTrusted = true;
    Answer answer = Answer::Waiting;
    bool asksForTrust = false;     ///< torch.load wants weights_only=False for it
    bool isTrusted = false;        ///< and it is judged for somebody who gives that
    bool isMapped = false;         ///< the map is not the one of a plain torch.load
    bool becomesOneFile = false;   ///< a folder that is whole, and runs nothing that does harm
    bool isSalvageable = false;    ///< a folder of which something is lost, and perhaps not all
    bool helpedByCpuCopy = false;  ///< a copy with every tag on the cpu would load, if need be mapped from the file
    bool helpedByTensors = false;  ///< loading it would do harm, and its tensors alone can be had without that
    bool helpedByBFloat16 = false; ///< memory is short, and a copy of half the size has room
    QString headline;
    QString detail;                             ///< why not, and what helps
    std::vector<devices::LoadProblem> problems; ///< all of them
    std::vector<devices::MapFix> fixes;         ///< maps that load, best first
    QString mappedPython;                       ///< loads it where memory is short; empty where it is not
};

/// Looks at every storage: for worker threads.
[[nodiscard]] LoadVerdict judgeLoading(const checkpoint::Checkpoint& checkpoint, const devices::MapLocation& map,
                                       const devices::DeviceInventory& machine, devices::FileTrust trust);

/// What a map that helps does, as a sentence without its end: "Everything to cpu".
[[nodiscard]] QString fixText(const devices::MapFix& fix);

} // namespace cairn::ui
