#pragma once

#include "core/base/file_sink.h"
#include "core/convert/retag.h"
#include "core/convert/safetensors_plan.h"
#include "core/convert/to_torch_zip.h"
#include "core/devices/map_location.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace cairn::convert {

enum class TensorFormat : std::uint8_t { Safetensors, TorchZip };

/// How a set of tensors is to be written.
struct OutputRules {
    TensorFormat format = TensorFormat::Safetensors;
    std::string target;
    std::uint64_t shardBytes = 0; ///< most of one file; 0: one file for all
    /// What becomes of the tags, where the format has any.
    devices::MapLocation map = devices::MapLocation::everythingTo("cpu");
};

/// One of the files.
struct OutputPart {
    std::string path;
    std::variant<SafetensorsPlan, TorchZipPlan> plan;
};

/// The files that a set will become: one, or several and an index.
struct OutputPlan {
    std::vector<OutputPart> parts;
    std::string indexPath; ///< empty: no index
    std::string index;
    std::uint64_t dataBytes = 0;
    std::uint64_t fileBytes = 0; ///< of all files; an upper bound for those of torch.save
    RetagReport tags;            ///< of the storages, where the format has tags
    std::vector<std::string> warnings;
};

/// Unsupported if the map would give one storage two tags.
[[nodiscard]] Result<OutputPlan> planOutput(const checkpoint::Checkpoint& source, const TensorSet& set,
                                            const OutputRules& rules);

enum class Verify : std::uint8_t { No, Yes };

/// What was written.
struct OutputReport {
    std::uint64_t bytes = 0;
    Overflows overflows;
    std::string difference; ///< what Verify::Yes found; then nothing was left behind
};

/// Writes the files of a plan. They get their names only when all of them are complete, and the index is the last; a
/// failure, a stop or a difference leaves nothing behind. Memory stays at a few megabytes.
[[nodiscard]] Result<OutputReport> writeOutput(const checkpoint::Checkpoint& source, const OutputPlan& plan,
                                               FileSink::Existing existing, Verify verify, Progress* progress);

} // namespace cairn::convert
