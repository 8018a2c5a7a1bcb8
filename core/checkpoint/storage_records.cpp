#include "core/checkpoint/storage_records.h"

namespace cairn::checkpoint {

using formats::ZipEntry;

StorageRecords::StorageRecords(const Checkpoint& rows, const formats::ZipArchive* archive)
    : m_rows(rows), m_archive(archive)
{
    if (m_archive == nullptr || m_rows.storages().empty()) {
        return;
    }
    m_stored.reserve(m_archive->entries().size());
    for (const ZipEntry& entry : m_archive->entries()) {
        if (entry.method == ZipEntry::kStored) {
            m_stored.emplace(entry.dataOffset, &entry);
        }
    }
}

const ZipEntry* StorageRecords::of(StorageId id) const
{
    const Storage& storage = m_rows.storages()[id];
    if (m_archive == nullptr || storage.source == kNoId) {
        return nullptr;
    }
    const StorageSource& source = m_rows.sources()[storage.source];
    if (source.isFile) {
        const auto found = m_stored.find(storage.offset);
        return found == m_stored.end() ? nullptr : found->second;
    }
    const ZipEntry* packed = m_archive->findRecord(source.name);
    return packed != nullptr && packed->method != ZipEntry::kStored ? packed : nullptr;
}

} // namespace cairn::checkpoint
