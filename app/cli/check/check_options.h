#pragma once

#include "app/cli/common/command.h"
#include "app/cli/common/file_inputs.h"
#include "app/cli/common/map_options.h"
#include "core/devices/map/training_memory.h"
#include "core/devices/preflight.h"
#include "core/formats/dtype_names.h"

#include <optional>
#include <string>
#include <vector>

namespace cairn::cli {

class SarifLog;

struct CheckOptions {
    FileInputs inputs;
    MapOptions map;
    std::string machine = "this";
    std::string torch = "latest";
    bool python = false;
    bool json = false;
    bool quiet = false;
    bool trusted = false;
    bool strict = false;
    bool sarif = false; ///< strict, too
    std::vector<std::string> allowances;
    bool lenient = false;
    bool split = false;
    bool gpusOnly = false;
    std::string mapFile;   ///< to write
    bool force = false;    ///< even over a file that is there
    std::string optimizer; ///< empty: it is not to be trained, but may have another dtype
    std::string dtype;
    std::string stateDtype;

    [[nodiscard]] std::optional<devices::TrainingPlan> plan() const
    {
        if (optimizer.empty() && dtype.empty()) {
            return std::nullopt;
        }
        return devices::TrainingPlan{
            .optimizer = optimizer, .dtype = formats::dtypeNamed(dtype), .stateDtype = formats::dtypeNamed(stateDtype)};
    }

    [[nodiscard]] bool isStrict() const { return strict || sarif; }

    [[nodiscard]] devices::FileTrust trust() const
    {
        return isStrict() ? devices::FileTrust::DataOnly
               : trusted  ? devices::FileTrust::Trusted
                          : devices::FileTrust::Default;
    }
};

/// Asks about one file and says what came of it; with a log, there.
[[nodiscard]] ExitCode checkFile(Session& session, const CheckOptions& options, const std::string& file,
                                 const devices::MapLocation& given, const devices::DeviceInventory& machine,
                                 SarifLog* log);

} // namespace cairn::cli
