#pragma once

#include "core/checkpoint/checkpoint.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace cairn {
class Progress;
}
namespace cairn::formats {
class ZipArchive;
struct ZipEntry;
} // namespace cairn::formats

namespace cairn::convert {

// PyTorch never compares the bytes of a storage with the checksum that came with them. A copy that is checked does.

/// Which records that go into a copy are looked at.
enum class Looked : std::uint8_t {
    All,
    Changed, ///< those of which the copy gets other bytes or a part: what their checksum says would be lost
};

/// The checksums of the bytes of whole storages, taken while those were read.
using StorageSums = std::unordered_map<checkpoint::StorageId, std::uint32_t>;

/// What is told of a record that holds a storage: "archive/data/3 (layer.weight and 2 more)".
[[nodiscard]] std::string recordText(const formats::ZipArchive& archive, const formats::ZipEntry& record,
                                     const checkpoint::Checkpoint& rows, checkpoint::StorageId storage);

/// recordText() of the records that hold these storages and do not have their checksum. Reads all of them, but for
/// those of which `known` has the sums, if they are the storage and no more. `rows`: the source, or another view of it.
/// Without an archive these are records of the zips that the checkpoint consists of, if there are any.
[[nodiscard]] Result<std::vector<std::string>> findChangedRecords(const checkpoint::Checkpoint& source,
                                                                  const checkpoint::Checkpoint& rows,
                                                                  const std::vector<checkpoint::StorageId>& storages,
                                                                  Progress* progress, const StorageSums& known = {});

/// The same of all storages of a checkpoint.
[[nodiscard]] Result<std::vector<std::string>> findChangedRecords(const checkpoint::Checkpoint& source,
                                                                  Progress* progress);

/// The same of all records of an archive that hold no storage: pickles, source code, the order of bytes.
[[nodiscard]] Result<std::vector<std::string>> findChangedBesideStorages(const checkpoint::Checkpoint& source,
                                                                         Progress* progress);

/// That the copy has bytes that are not those that were saved: a line for each record, up to a few.
[[nodiscard]] std::vector<Message> changedRecordWarnings(const std::vector<std::string>& records);

/// That records of a source, which is this file, do not have their checksums, so that no copy is made of it.
[[nodiscard]] Error recordsChanged(const std::vector<std::string>& records, const std::string& file);
/// The same of a file that would be written anew in its own place: nothing would tell of the damage any more.
[[nodiscard]] Error damageHidden(const std::vector<std::string>& records, const std::string& file);
/// The same of those that hold no storage, which cannot be left out.
[[nodiscard]] Error otherRecordsChanged(const std::vector<std::string>& records, const std::string& file);

} // namespace cairn::convert
