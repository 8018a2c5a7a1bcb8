#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/formats/zip/zip_archive.h"

#include <cstdint>
#include <unordered_map>

namespace cairn::checkpoint {

/// Finds the record of a zip that a storage's bytes are. The rows may be another view of the file than the one that was
/// opened, so the archive comes by itself; there may be none. Both must live on.
class StorageRecords {
public:
    explicit StorageRecords(const Checkpoint& rows) : StorageRecords(rows, rows.archive()) {}
    StorageRecords(const Checkpoint& rows, const formats::ZipArchive* archive);

    /// Nothing for storages that lie inside of other values, or have no bytes. The record may be longer than the
    /// storage.
    [[nodiscard]] const formats::ZipEntry* of(StorageId id) const;

private:
    const Checkpoint& m_rows;
    const formats::ZipArchive* m_archive;
    std::unordered_map<std::uint64_t, const formats::ZipEntry*> m_stored; ///< by where their bytes begin
};

} // namespace cairn::checkpoint
