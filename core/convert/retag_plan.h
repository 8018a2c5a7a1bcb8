#pragma once

#include "core/base/file_stamp.h"
#include "core/convert/retag.h"
#include "core/convert/storage_targets.h"
#include "core/formats/edited_source.h"

#include <cstddef>
#include <memory>
#include <unordered_map>

namespace cairn::convert {

/// The edits of a file, found before anything is written: those of zip records by their place in the archive, those of
/// a pickle stream as one.
struct RetagPlan {
    RetagReport report;
    std::shared_ptr<const FileSource> file;
    FileStamp stamp; ///< of the file before its pickles were read again
    std::unordered_map<std::size_t, std::shared_ptr<const formats::EditedSource>> records;
    std::shared_ptr<const formats::EditedSource> stream;
};

[[nodiscard]] Result<RetagPlan> makeRetagPlan(const checkpoint::Checkpoint& source, const TagMap& map,
                                              const Progress* progress);

/// Adds what the edits of one pickle say beyond the storages.
void addTagEdits(const TagEdits& edits, const StorageTargets& targets, RetagReport& report);

/// FileChanged, for a plan whose stamp does not fit its file any more.
[[nodiscard]] Error fileChanged(const checkpoint::Checkpoint& source);

/// The checksum of everything a source holds.
[[nodiscard]] Result<std::uint32_t> checksum(const ByteSource& source);

/// The alignment torch was told to use, so that what the record `.storage_alignment` says stays true.
[[nodiscard]] std::uint32_t alignmentOf(const formats::ZipArchive& archive);

} // namespace cairn::convert
