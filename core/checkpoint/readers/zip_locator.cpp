#include "core/checkpoint/readers/zip_locator.h"

#include "core/base/text/text.h"

#include <algorithm>

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

const ZipEntry* ZipLocator::findByName(std::string_view key)
{
    m_name.assign(m_folder.before).append(key).append(m_folder.after);
    return m_archive.findRecord(m_name);
}

Result<StorageBytes> ZipLocator::locate(std::string_view key)
{
    const ZipEntry* record = m_numbers ? m_numbers->find(key) : nullptr;
    const bool isNumber = record != nullptr;
    if (!isNumber) {
        record = findByName(key);
    }
    if (record == nullptr) {
        return fail(ErrorCode::RecordMissing, message("the archive has no record %1", inQuotes(m_name)));
    }
    CAIRN_TRY(formats::checkReadable(*record, m_archive.name(*record)));
    const std::string_view name = isNumber ? std::string_view() : m_archive.recordName(*record);
    if (!isNumber && !name.substr(std::min(m_folder.before.size(), name.size())).starts_with(key)) {
        m_builder.addTrustFinding({Trust::Dangerous, phrase("a key that is not written as its record is"),
                                   phrase("torch does not tell upper from lower case there, and so reads one "
                                          "record into memory again and again")});
        return fail(ErrorCode::StorageKey,
                    message("storage %1 is the record %2 in other letters, which torch takes for "
                            "the same",
                            inQuotes(key), inQuotes(name)));
    }
    if (record->method == ZipArchive::kStored) {
        return StorageBytes{m_file, record->dataOffset, record->plainBytes};
    }
    m_builder.takeInflated(record->plainBytes);
    CAIRN_ASSIGN(inflated, m_archive.recordSource(*record));
    return StorageBytes{m_builder.addSource({inflated, std::string(m_archive.recordName(*record)), false}), 0,
                        record->plainBytes};
}

} // namespace cairn::checkpoint
