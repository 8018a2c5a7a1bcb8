#include "core/checkpoint/readers/zip_locator.h"

#include "core/base/text/text.h"

namespace cairn::checkpoint {

using formats::ZipArchive;
using formats::ZipEntry;

ZipStorageNumbers::ZipStorageNumbers(const ZipArchive& archive, const ZipStorageFolder& folder) : m_archive(archive)
{
    const std::span<const ZipEntry> entries = archive.entries();
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
        std::string_view name = archive.recordName(entries[i]);
        if (!name.starts_with(folder.before) || !name.ends_with(folder.after) ||
            name.size() < folder.before.size() + folder.after.size()) {
            continue;
        }
        name.remove_prefix(folder.before.size());
        name.remove_suffix(folder.after.size());
        if (const auto number = NumberTable::numberIn(name)) {
            // One that does not fit is found by its name.
            [[maybe_unused]] const bool fits = m_entries.insert(*number, i, entries.size());
        }
    }
}

const ZipEntry* ZipStorageNumbers::find(std::string_view key) const
{
    const auto number = NumberTable::numberIn(key);
    const std::uint32_t entry = number ? m_entries.find(*number) : NumberTable::kNotFound;
    return entry == NumberTable::kNotFound ? nullptr : &m_archive.entries()[entry];
}

const ZipEntry* ZipLocator::find(std::string_view key)
{
    if (const ZipEntry* record = m_numbers ? m_numbers->find(key) : nullptr) {
        return record;
    }
    m_name.assign(m_folder.before).append(key).append(m_folder.after);
    return m_archive.findRecord(m_name);
}

Result<StorageBytes> ZipLocator::locate(std::string_view key)
{
    const ZipEntry* record = find(key);
    if (record == nullptr) {
        return fail(ErrorCode::RecordMissing, message("the archive has no record %1", inQuotes(m_name)));
    }
    CAIRN_TRY(formats::checkReadable(*record, m_archive.name(*record)));
    if (record->method == ZipArchive::kStored) {
        return StorageBytes{m_file, record->dataOffset, record->plainBytes};
    }
    CAIRN_ASSIGN(inflated, m_archive.recordSource(*record));
    return StorageBytes{m_builder.addSource({inflated, std::string(m_archive.recordName(*record)), false}), 0,
                        record->plainBytes};
}

} // namespace cairn::checkpoint
