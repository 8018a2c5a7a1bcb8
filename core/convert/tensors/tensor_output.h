#pragma once

#include "core/base/files/file_sink.h"
#include "core/convert/common/changed_records.h"
#include "core/convert/common/difference.h"
#include "core/convert/retag/retag.h"
#include "core/convert/tensors/safetensors_plan.h"
#include "core/convert/tensors/to_dcp.h"
#include "core/convert/tensors/to_torch_zip.h"
#include "core/devices/map/map_location.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace cairn::convert {

/// How a set of tensors is to be written.
struct OutputRules {
    TensorFormat format = TensorFormat::Safetensors;
    std::string target;
    std::uint64_t shardBytes = 0; ///< most of one file; 0: one file for all
    std::size_t files = 1;        ///< of a folder
    /// What becomes of the tags, where the format has any.
    devices::MapLocation map = devices::MapLocation::everythingTo("cpu");
};

/// One of the files, or the folder.
struct OutputPart {
    std::string path;
    std::variant<SafetensorsPlan, TorchZipPlan, DcpPlan> plan;
};

/// The files that a set will become: one, or several and an index.
struct OutputPlan {
    std::string target; ///< as it was asked for; a set of files is named after it
    std::vector<OutputPart> parts;
    std::string indexPath; ///< empty: no index
    std::string index;
    std::uint64_t dataBytes = 0;
    std::uint64_t fileBytes = 0; ///< of all files; an upper bound for those of torch.save
    RetagReport tags;            ///< of the storages, where the format has tags
    std::vector<Message> warnings;
    bool isNested = false;    ///< as the source, or says in its metadata how that was
    bool mayBeShards = false; ///< an earlier set of the same name may have had other files

    /// Their paths, that of the index last.
    [[nodiscard]] std::vector<std::string> files() const;
};

/// The same with one of its files alone, and the index with the last: what others write is no older set.
[[nodiscard]] OutputPlan onlyPart(OutputPlan plan, std::size_t part);

/// Unsupported if the map would give one storage two tags.
[[nodiscard]] Result<OutputPlan> planOutput(const checkpoint::Checkpoint& source, const TensorSet& set,
                                            const OutputRules& rules);

/// TargetExists if a file of an earlier set with the same name would lie among the new ones, unless it is to go.
[[nodiscard]] Result<void> checkOlderFiles(const checkpoint::Checkpoint& source, const OutputPlan& plan,
                                           FileSink::Existing existing);

/// What writing would say to the names of its files.
[[nodiscard]] Result<void> checkTargets(const checkpoint::Checkpoint& source, const OutputPlan& plan,
                                        FileSink::Existing existing);

enum class Verify : std::uint8_t {
    No,
    Records,       ///< no values are compared, but what is copied with the checksums that it was saved with
    IntactRecords, ///< and it must have them
    Yes,           ///< everything is compared, values and checksums
    Intact         ///< and the checksums must be right
};

/// What was written.
struct OutputReport {
    std::uint64_t bytes = 0;
    Overflows overflows;
    std::vector<Message> warnings;
    Message difference;               ///< what the look at it found; then nothing was left behind
    std::vector<std::string> removed; ///< files of an earlier set, which would lie among the new ones
    /// recordText() of the records that do not have their checksum, if there was a look at them. Where they must be
    /// right nothing was left behind if there are any.
    std::vector<std::string> changedRecords;
};

/// The first difference of any of these files, which are those of the plan in its order; nothing if there is none.
[[nodiscard]] Result<Difference> firstDifference(const checkpoint::Checkpoint& source, const OutputPlan& plan,
                                                 const std::vector<std::string>& files, Progress* progress);

/// What is said of the source's records that go into these files and do not have their checksum: see recordText().
[[nodiscard]] Result<std::vector<std::string>> findChangedRecords(const checkpoint::Checkpoint& source,
                                                                  const OutputPlan& plan, Progress* progress,
                                                                  const StorageSums& known = {});

/// Writes the files of a plan. They get their names only when all of them are complete, and the index is the last; a
/// failure, a stop or a difference leaves nothing behind. A set takes the place of an earlier one as a whole, however
/// many files that had, and otherwise none may be there. Memory stays at a few megabytes.
[[nodiscard]] Result<OutputReport> writeOutput(const checkpoint::Checkpoint& source, const OutputPlan& plan,
                                               FileSink::Existing existing, Verify verify, Progress* progress);

} // namespace cairn::convert
