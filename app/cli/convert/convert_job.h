#pragma once

#include "app/cli/common/exit_code.h"
#include "app/cli/convert/convert_options.h"
#include "core/checkpoint/trust.h"
#include "core/devices/map/map_location.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cairn {
class Progress;
}
namespace cairn::convert {
class TargetNames;
}

namespace cairn::cli {

/// A rule of the options that matches nothing in a file, as it was given.
struct UnusedRule {
    std::string text;
    bool isNearName = false; ///< something in the file has a name much like it
};

/// One input of `convert`. Made by the batch; may run on any thread, so it prints nothing: what is to be said goes into
/// `report`, which the batch prints in the order of the inputs.
struct ConvertJob {
    const ConvertOptions& options;
    const devices::MapLocation& map;
    std::string file;
    std::string target;
    convert::TargetNames* names = nullptr; ///< gives the copy a name that is free; null: it gets that of the target
    std::string& report;
    std::vector<std::string>& warnings; ///< those in the report, for --quiet
    std::uint64_t& bytesWritten;        ///< for the summary of all; with --dry-run those that would be
    bool& isSkipped;                    ///< there is no copy, and that is fine
    checkpoint::TrustVerdict& trust;    ///< of the source
    std::string& danger;                ///< what is said of code in the copy, on standard error
    Progress& progress;
    bool isFound = false;                      ///< in a folder, and not named
    std::optional<std::size_t> part = {};      ///< of a set of shards the one file that is written; nothing: all
    std::vector<std::string>* files = nullptr; ///< gets the paths of what is there now of the copy
    /// Gets the rules that match nothing in the file, if it is lenient to go on with them; null: nobody asks.
    std::optional<std::vector<UnusedRule>>* unusedRules = nullptr;
};

/// Does what the options ask for with one input. An error has not been reported yet.
[[nodiscard]] Result<ExitCode> runConvertJob(const ConvertJob& job);

} // namespace cairn::cli
