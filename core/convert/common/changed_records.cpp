#include "core/convert/common/changed_records.h"

#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/checkpoint/pieces/assembly.h"
#include "core/checkpoint/pieces/boxes_source.h"
#include "core/checkpoint/storage_records.h"
#include "core/formats/zip/record_check.h"
#include "core/formats/zip/zip_sequence.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string_view>
#include <unordered_map>
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

using checkpoint::Boxes;
using checkpoint::BoxesSource;

using Range = std::pair<std::uint64_t, std::uint64_t>; ///< first byte, and the one behind the last

/// What may be a zip with storages in it: a file of a set, an item of a stream.
struct Holder {
    SourcePtr bytes;
    std::string prefix; ///< of records in messages
    std::vector<Range> ranges;
};

std::string fileName(std::string_view path)
{
    return std::string(path.substr(path.rfind('/') + 1));
}

/// Of a checkpoint of several zips: looks at the records in them that storages lie in.
class RecordsOfParts {
public:
    RecordsOfParts(const Checkpoint& source, const Checkpoint& rows, Progress* progress)
        : m_assembly(source.assembly()), m_rows(rows), m_progress(progress)
    {
    }

    [[nodiscard]] Result<std::vector<std::string>> changed(const std::vector<StorageId>& storages)
    {
        std::vector<const Boxes::Tensor*> tensors;
        std::uint64_t bytes = 0;
        for (const StorageId id : storages) {
            const checkpoint::Storage& storage = m_rows.storages()[id];
            if (storage.source == checkpoint::kNoId || storage.bytes == 0) {
                continue;
            }
            bytes += storage.bytes;
            const checkpoint::StorageSource& source = m_rows.sources()[storage.source];
            if (const auto* boxes = dynamic_cast<const BoxesSource*>(source.bytes.get())) {
                m_boxes = &boxes->boxes();
                tensors.push_back(tensorAt(*m_boxes, storage.offset));
            } else {
                Holder& holder = holderOf(source.bytes.get(), source.bytes, source.name);
                holder.ranges.emplace_back(storage.offset, storage.offset + storage.bytes);
            }
        }
        beginStage(m_progress, "checking", bytes);
        for (const Boxes::Tensor* tensor : tensors) {
            CAIRN_TRY(lookAtPieces(*tensor));
        }
        for (Holder& holder : m_holders) {
            sortRanges(holder.ranges);
            CAIRN_TRY(lookAt(holder.bytes, holder.prefix, &holder.ranges));
        }
        return std::move(m_changed);
    }

private:
    /// The tensor whose bytes begin there among those of all tensors that are in pieces.
    static const Boxes::Tensor* tensorAt(const Boxes& boxes, std::uint64_t begin)
    {
        const auto tensors = boxes.tensors();
        return &*std::prev(std::ranges::upper_bound(tensors, begin, {}, &Boxes::Tensor::begin));
    }

    Holder& holderOf(const void* key, const SourcePtr& bytes, std::string_view path)
    {
        const auto [known, isNew] = m_places.try_emplace(key, m_holders.size());
        if (isNew) {
            m_holders.push_back({.bytes = bytes, .prefix = fileName(path) + ": ", .ranges = {}});
        }
        return m_holders[known->second];
    }

    /// A piece that was saved as a file of its own is looked at as a whole, and nothing of it is kept: there may be a
    /// million. Others lie in the files of the ranks.
    Result<void> lookAtPieces(const Boxes::Tensor& tensor)
    {
        for (const Boxes::Piece& piece : m_boxes->piecesOf(tensor)) {
            const checkpoint::FileSet::File& file = m_assembly->files->files()[piece.file];
            if (piece.form == Boxes::Form::Plain) {
                const auto whole = checkpoint::FileSet::source(m_assembly->files, piece.file);
                Holder& holder = holderOf(&file, whole, file.path);
                holder.ranges.emplace_back(piece.offset, piece.offset + std::max<std::uint64_t>(piece.bytes, 1));
                continue;
            }
            auto slice = SliceSource::make(checkpoint::FileSet::source(m_assembly->files, piece.file), piece.offset,
                                           piece.bytes);
            if (slice) { // or it cannot be read either
                CAIRN_TRY(
                    lookAt(*slice, fileName(file.path) + " at byte " + groupedDigits(piece.offset) + ": ", nullptr));
            }
        }
        return {};
    }

    static void sortRanges(std::vector<Range>& ranges)
    {
        std::ranges::sort(ranges);
        for (std::size_t i = 1; i < ranges.size(); ++i) { // so that the ends grow too
            ranges[i].second = std::max(ranges[i].second, ranges[i - 1].second);
        }
    }

    static bool touch(const std::vector<Range>& ranges, const ZipEntry& record)
    {
        const auto behind = std::ranges::lower_bound(ranges, record.dataOffset + record.storedBytes, {}, &Range::first);
        return behind != ranges.begin() && std::prev(behind)->second > record.dataOffset;
    }

    Result<void> lookAt(const SourcePtr& bytes, const std::string& prefix, const std::vector<Range>* ranges)
    {
        if (!formats::startsZip(*bytes).value_or(false)) {
            return {}; // without checksums
        }
        const auto archive = ZipArchive::open(bytes);
        if (!archive) {
            return {}; // and what lies in it cannot be read
        }
        for (const ZipEntry& record : (*archive)->entries()) {
            if (record.crc == 0 || (ranges != nullptr && !touch(*ranges, record))) {
                continue;
            }
            CAIRN_ASSIGN(state, formats::checkRecord(**archive, record, m_progress));
            if (state == RecordState::Changed) {
                m_changed.push_back(prefix + std::string((*archive)->name(record)));
            }
        }
        return {};
    }

    const checkpoint::Assembly* m_assembly;
    const Checkpoint& m_rows;
    Progress* m_progress;
    const Boxes* m_boxes = nullptr;
    std::vector<Holder> m_holders;
    std::unordered_map<const void*, std::size_t> m_places; ///< of holders
    std::vector<std::string> m_changed;
};

Result<RecordState> stateOf(const ZipArchive& archive, const ZipEntry& record, const Checkpoint& rows,
                            StorageId storage, const StorageSums& known, Progress* progress)
{
    const auto sum = known.find(storage);
    if (sum == known.end() || record.method != ZipEntry::kStored ||
        record.plainBytes != rows.storages()[storage].bytes) {
        return formats::checkRecord(archive, record, progress);
    }
    addDone(progress, record.storedBytes);
    return sum->second == record.crc ? RecordState::Intact : RecordState::Changed;
}

} // namespace

Result<std::vector<std::string>> findChangedRecords(const Checkpoint& source, const Checkpoint& rows,
                                                    const std::vector<StorageId>& storages, Progress* progress,
                                                    const StorageSums& known)
{
    const ZipArchive* archive = source.archive();
    if (archive == nullptr) {
        return RecordsOfParts(source, rows, progress).changed(storages);
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
    beginStage(progress, "checking", bytes);
    std::vector<std::string> changed;
    for (const auto& [record, storage] : wanted) {
        CAIRN_ASSIGN(state, stateOf(*archive, *record, rows, storage, known, progress));
        if (state == RecordState::Changed) {
            changed.push_back(recordText(*archive, *record, rows, storage));
        }
    }
    return changed;
}

Result<std::vector<std::string>> findChangedRecords(const Checkpoint& source, Progress* progress)
{
    std::vector<StorageId> storages(source.storages().size());
    std::iota(storages.begin(), storages.end(), StorageId{0});
    return findChangedRecords(source, source, storages, progress);
}

Result<std::vector<std::string>> findChangedBesideStorages(const Checkpoint& source, Progress* progress)
{
    std::vector<std::string> changed;
    const ZipArchive* archive = source.archive();
    if (archive == nullptr) {
        return changed;
    }
    const checkpoint::StorageRecords records(source, archive);
    std::unordered_set<const ZipEntry*> ofStorages;
    for (StorageId storage = 0; storage < source.storages().size(); ++storage) {
        ofStorages.insert(records.of(storage));
    }
    for (const ZipEntry& record : archive->entries()) {
        if (record.crc == 0 || ofStorages.contains(&record)) {
            continue;
        }
        CAIRN_ASSIGN(state, formats::checkRecord(*archive, record, progress));
        if (state == RecordState::Changed || state == RecordState::Unreadable) {
            changed.emplace_back(archive->name(record));
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

namespace {

Message recordsAreChanged(const std::vector<std::string>& records)
{
    const std::string first = printable(records.front());
    return records.size() == 1
               ? message("the source is damaged: record %1 does not have the checksum that it was saved with", first)
               : message("the source is damaged: record %1 does not have the checksum that it was saved with, nor do "
                         "%2 more",
                         first, groupedDigits(records.size() - 1));
}

} // namespace

Error recordsChanged(const std::vector<std::string>& records, const std::string& file)
{
    return error(ErrorCode::ZipCrc, recordsAreChanged(records))
        .in(file)
        .because(message("Nothing was written"))
        .fix(message("Get the file again, leave what is damaged out with --drop, or take it as it is with --lenient"));
}

Error damageHidden(const std::vector<std::string>& records, const std::string& file)
{
    return error(ErrorCode::ZipCrc, recordsAreChanged(records))
        .in(file)
        .because(message("Changed in its place, nothing would tell of that any more; nothing was written"))
        .fix(message("Get the file again, leave what is damaged out with --drop, or write a copy with -o"));
}

Error otherRecordsChanged(const std::vector<std::string>& records, const std::string& file)
{
    return error(ErrorCode::ZipCrc, recordsAreChanged(records))
        .in(file)
        .because(message("A copy would be as damaged; nothing was written"))
        .fix(message("Get the file again, see what `cairn-cli salvage` says is left of it, or take it as it is with "
                     "--lenient"));
}

} // namespace cairn::convert
