#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/convert/common/source_file.h"
#include "core/convert/common/tag_map.h"
#include "core/convert/retag/storage_targets.h"
#include "core/formats/sources/edited_source.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::convert {

struct RetagReport {
    std::uint64_t bytes = 0;                         ///< of the file that was written
    bool changesTags = false;                        ///< false: a copy would be the same file again
    std::map<std::string, std::uint64_t> tagsBefore; ///< by tag: storages, and tensors that a call moves to a device
    std::map<std::string, std::uint64_t> tagsAfter;
    std::map<std::string, std::uint64_t> devices;    ///< torch.device objects that change: "cuda:3 -> cpu"
    std::map<std::string, std::uint64_t> lookalikes; ///< ordinary strings that read like a device; left as they are
    std::vector<std::string> notes;                  ///< devices in TorchScript code, by file and line
};

/// What retag() will do: the edits of a file, found before anything is written: those of zip records by their place in
/// the archive, those of a pickle stream as one.
struct RetagPlan {
    RetagReport report;
    SourceFile file; ///< opened before its pickles were read again
    std::unordered_map<std::size_t, std::shared_ptr<const formats::EditedSource>> records;
    std::shared_ptr<const formats::EditedSource> stream;
};

/// Unsupported for containers whose tags Cairn cannot change.
[[nodiscard]] Result<RetagPlan> planRetag(const checkpoint::Checkpoint& source, const TagMap& map,
                                          const Progress* progress);

/// Adds what the edits of one pickle say beyond the storages.
void addTagEdits(const TagEdits& edits, const StorageTargets& targets, RetagReport& report);

/// The alignment torch was told to use, so that what the record `.storage_alignment` says stays true.
[[nodiscard]] std::uint32_t alignmentOf(const formats::ZipArchive& archive);

} // namespace cairn::convert
