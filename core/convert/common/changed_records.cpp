#include "core/convert/common/changed_records.h"

#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/checkpoint/pieces/boxes_source.h"
#include "core/checkpoint/storage_records.h"
#include "core/convert/common/other_archives.h"
#include "core/formats/zip/record_check.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
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

namespace {

/// Ranges of bytes in files, by path; sorted before they are asked for.
class FileRanges {
public:
    void add(const std::string& file, std::uint64_t begin, std::uint64_t bytes)
    {
        m_ranges[file].emplace_back(begin, begin + bytes);
    }
    void sort()
    {
        for (auto& [file, ranges] : m_ranges) {
            std::ranges::sort(ranges);
            for (std::size_t i = 1; i < ranges.size(); ++i) { // so that the ends grow too
                ranges[i].second = std::max(ranges[i].second, ranges[i - 1].second);
            }
        }
    }
    [[nodiscard]] bool has(std::string_view file) const { return m_ranges.contains(file); }
    /// Whether one of the ranges has a byte of this one.
    [[nodiscard]] bool touch(std::string_view file, std::uint64_t begin, std::uint64_t bytes) const
    {
        const auto& ranges = m_ranges.find(file)->second;
        const auto behind =
            std::ranges::lower_bound(ranges, begin + bytes, {}, [](const auto& one) { return one.first; });
        return behind != ranges.begin() && std::prev(behind)->second > begin;
    }

private:
    std::map<std::string, std::vector<std::pair<std::uint64_t, std::uint64_t>>, std::less<>> m_ranges;
};

/// The pieces of the tensor whose bytes begin there among those of all tensors that are in pieces.
void addPieces(const checkpoint::BoxesSource& source, std::uint64_t begin, FileRanges& ranges)
{
    const checkpoint::Boxes& boxes = source.boxes();
    const auto tensors = boxes.tensors();
    const auto behind = std::ranges::upper_bound(tensors, begin, {}, &checkpoint::Boxes::Tensor::begin);
    if (behind == tensors.begin()) {
        return;
    }
    for (const checkpoint::Boxes::Piece& piece : boxes.piecesOf(*std::prev(behind))) {
        ranges.add(source.files().files()[piece.file].path, piece.offset, std::max<std::uint64_t>(piece.bytes, 1));
    }
}

FileRanges rangesOf(const Checkpoint& rows, const std::vector<StorageId>& storages)
{
    FileRanges ranges;
    for (const StorageId id : storages) {
        const checkpoint::Storage& storage = rows.storages()[id];
        if (storage.source == checkpoint::kNoId || storage.bytes == 0) {
            continue;
        }
        const checkpoint::StorageSource& source = rows.sources()[storage.source];
        if (source.isFile) {
            ranges.add(source.name, storage.offset, storage.bytes);
        } else if (const auto* boxes = dynamic_cast<const checkpoint::BoxesSource*>(source.bytes.get())) {
            addPieces(*boxes, storage.offset, ranges);
        }
    }
    ranges.sort();
    return ranges;
}

/// Of a checkpoint of several zips: the records in them that storages lie in.
Result<std::vector<std::string>> findChangedInFiles(const Checkpoint& source, const Checkpoint& rows,
                                                    const std::vector<StorageId>& storages, Progress* progress)
{
    const FileRanges ranges = rangesOf(rows, storages);
    CAIRN_ASSIGN(archives, findOtherArchives(source, [&](std::string_view file) { return ranges.has(file); }));
    std::vector<std::pair<const OtherArchive*, const ZipEntry*>> wanted;
    std::uint64_t bytes = 0;
    for (const OtherArchive& zip : archives.zips) {
        for (const ZipEntry& record : zip.archive->entries()) {
            if (record.crc != 0 && ranges.has(zip.file) &&
                ranges.touch(zip.file, zip.begin + record.dataOffset, record.storedBytes)) {
                wanted.emplace_back(&zip, &record);
                bytes += record.storedBytes;
            }
        }
    }
    if (progress != nullptr) {
        progress->beginStage("checking", bytes);
    }
    std::vector<std::string> changed;
    for (const auto& [zip, record] : wanted) {
        CAIRN_ASSIGN(state, formats::checkRecord(*zip->archive, *record, progress));
        if (state == RecordState::Changed) {
            changed.push_back(zip->prefix + std::string(zip->archive->name(*record)));
        }
    }
    return changed;
}

} // namespace

Result<std::vector<std::string>> findChangedRecords(const Checkpoint& source, const Checkpoint& rows,
                                                    const std::vector<StorageId>& storages, Progress* progress)
{
    const ZipArchive* archive = source.archive();
    if (archive == nullptr) {
        return findChangedInFiles(source, rows, storages, progress);
    }
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
