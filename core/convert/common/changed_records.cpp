#include "core/convert/common/changed_records.h"

#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/checkpoint/storage_records.h"
#include "core/formats/zip/record_check.h"

#include <unordered_set>
#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::StorageId;
using formats::RecordState;
using formats::ZipArchive;
using formats::ZipEntry;

std::string recordText(const ZipArchive& archive, const ZipEntry& record, const Checkpoint& rows, StorageId storage)
{
    std::string text(archive.name(record));
    if (const auto tensors = rows.tensorsOf(storage); !tensors.empty()) {
        text += " (" + rows.entryName(rows.tensors()[tensors.front()].entry);
        text += (tensors.size() == 1 ? "" : " and " + groupedDigits(tensors.size() - 1) + " more") + ")";
    }
    return text;
}

Result<std::vector<std::string>> findChangedRecords(const Checkpoint& rows, const ZipArchive* archive,
                                                    const std::vector<StorageId>& storages, Progress* progress)
{
    const checkpoint::StorageRecords records(rows, archive);
    std::unordered_set<const ZipEntry*> seen;
    std::vector<std::pair<const ZipEntry*, StorageId>> wanted;
    std::uint64_t bytes = 0;
    for (const StorageId storage : storages) {
        const ZipEntry* record = records.of(storage);
        if (record != nullptr && record->crc != 0 && seen.insert(record).second) {
            wanted.emplace_back(record, storage);
            bytes += record->storedBytes;
        }
    }
    if (progress != nullptr) {
        progress->beginStage("checking", bytes);
    }
    std::vector<std::string> changed;
    for (const auto& [record, storage] : wanted) {
        CAIRN_ASSIGN(state, formats::checkRecord(*archive, *record, progress));
        if (state == RecordState::Changed) {
            changed.push_back(recordText(*archive, *record, rows, storage));
        }
    }
    return changed;
}

std::vector<Message> changedRecordWarnings(const std::vector<std::string>& records)
{
    constexpr std::size_t mostNamed = 5;
    std::vector<Message> warnings;
    for (const std::string& record : records) {
        if (warnings.size() == mostNamed) {
            warnings.push_back(message("the same is true of %1", countOf(records.size() - mostNamed, "more record")));
            break;
        }
        warnings.push_back(message("record %1 does not have the checksum that the archive says: its bytes are not "
                                   "those that were saved, and they are taken as they are",
                                   printable(record)));
    }
    return warnings;
}

} // namespace cairn::convert
