#include "core/checkpoint/zip_locator.h"

#include "core/base/text.h"

namespace cairn::checkpoint {

Result<StorageBytes> ZipLocator::locate(std::string_view key)
{
    m_name.assign(m_folder.before).append(key).append(m_folder.after);
    const formats::ZipEntry* record = m_archive.findRecord(m_name);
    if (record == nullptr) {
        return fail(ErrorCode::RecordMissing, "the archive has no record " + quoted(m_name));
    }
    if (record->method == formats::ZipArchive::kStored) {
        return StorageBytes{m_file, record->dataOffset, record->plainBytes};
    }
    CAIRN_ASSIGN(inflated, m_archive.recordSource(*record));
    return StorageBytes{m_builder.addSource({inflated, m_name, false}), 0, record->plainBytes};
}

} // namespace cairn::checkpoint
