#pragma once

#include "app/cli/check/strict.h"
#include "app/cli/common/screen.h"
#include "core/checkpoint/checkpoint.h"
#include "core/devices/map/training_memory.h"
#include "core/devices/preflight.h"
#include "core/devices/python/python_snippet.h"

#include <optional>
#include <string>
#include <vector>

namespace cairn::cli {

/// Everything `check` found out about one file.
struct CheckReport {
    const checkpoint::Checkpoint& checkpoint;
    const devices::MapLocation& map;
    const devices::DeviceInventory& machine;
    devices::TorchLine line;
    devices::Preflight preflight;
    std::vector<std::string> mapWarnings; ///< parts of the map that match nothing
    std::vector<devices::LoadPath> paths; ///< empty unless the map names one device
    std::string python{};
    std::string fix; ///< a way out when the map does not load, and the Python for it
    std::string fixPython;
    std::string cpp;            ///< TorchScript alone
    std::string otherTorches{}; ///< that another torch answers otherwise; empty: none does
    std::string otherCode{};    ///< that another torch wants other Python; empty: none does
    std::string note{};         ///< what may be good to know; empty: nothing
    bool isUnmet = false;       ///< no GPU got any of a split, or has no room though it was named, as the note says
    bool isCodeOfPlan = false; ///< `python` does what --dtype or --train asks, also where the file as it is has no room
    std::string writtenMap{};  ///< the file that the map was written to
    std::optional<devices::TrainingPlan> plan{};
    std::optional<devices::TrainingEstimate> training{};
    std::optional<StrictReport> strict{};

    [[nodiscard]] devices::SnippetOptions snippet() const { return {.line = line, .dtype = devices::dtypeOf(plan)}; }
};

/// Whether the devices have room in the dtype that was asked for, and nothing but memory is in the way of the file as
/// it was saved.
[[nodiscard]] bool fitsInDtypeAlone(const CheckReport& report);

/// What `check` and `load` say of a map besides how it ends.
void printMapWarnings(Screen& screen, const std::vector<std::string>& warnings);
void printCheck(Screen& screen, const CheckReport& report, bool withPython);
/// What came of a split over GPUs, as a note, and whether that is what was asked for.
void tellSplit(CheckReport& report, bool isForGpusAlone);
/// The memory that training takes, by device, and what the file holds.
void printTraining(Screen& screen, const CheckReport& report);
/// Which groups of a file it counts, and which not: empty where there is no choice.
[[nodiscard]] std::string countedText(const devices::TrainingEstimate& training);
/// What fits on the machine where the plan does not with this map, as options: another dtype, an optimizer of eight
/// bits, a split over the GPUs, which it may be already.
[[nodiscard]] std::string waysToFit(const CheckReport& report, const devices::MapLocation& map, bool isSplit);
/// "to train it with adamw in bfloat16"
[[nodiscard]] std::string purposeOf(const devices::TrainingPlan& plan);
void writeCheckJson(Output& output, const CheckReport& report);

/// A fix as options of cairn-cli; empty if only a file can say it.
[[nodiscard]] std::string fixOptions(const devices::MapFix& fix);

/// What to do about a problem, also by which command.
[[nodiscard]] std::string adviceFor(const devices::LoadProblem& problem);

/// Names of the first tensors in a problem's storages.
[[nodiscard]] std::vector<std::string> exampleEntries(const checkpoint::Checkpoint& checkpoint,
                                                      const devices::LoadProblem& problem, std::size_t most);

} // namespace cairn::cli
