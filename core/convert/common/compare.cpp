#include "core/convert/common/compare.h"

#include "core/base/files/byte_blocks.h"
#include "core/base/files/crc32.h"
#include "core/base/files/file_stamp.h"
#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/checkpoint/storage_records.h"
#include "core/convert/common/changed_records.h"
#include "core/devices/map/placement.h"
#include "core/formats/zip/zip_archive.h"

#include <algorithm>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryKind;
using checkpoint::kNoId;
using checkpoint::Storage;
using checkpoint::StorageId;
using checkpoint::Tensor;
using checkpoint::ValueKind;
using formats::ZipEntry;

namespace {

/// A torch.device object that follows the tags, if such objects do.
bool isMappedDevice(const Checkpoint& a, const Entry& x, std::string_view found, const TagMap& map)
{
    return map.objects == DeviceObjects::Map && x.valueKind == ValueKind::Literal && a.typeName(x) == "torch.device" &&
           found == map.location.target(a.valueText(x));
}

Difference compareRows(const Checkpoint& a, const Checkpoint& b, const TagMap& map)
{
    if (a.entries().size() != b.entries().size()) {
        return message("it has %1 rows instead of %2", std::to_string(b.entries().size()),
                       std::to_string(a.entries().size()));
    }
    for (checkpoint::EntryId id = 0; id < a.entries().size(); ++id) {
        const Entry& x = a.entries()[id];
        const Entry& y = b.entries()[id];
        const bool sameValue = x.kind == EntryKind::Value ? isSameValue(a, x, b, y, map) : x.payload == y.payload;
        const bool same = x.parent == y.parent && x.childCount == y.childCount && x.keyKind == y.keyKind &&
                          x.kind == y.kind && x.valueKind == y.valueKind && a.typeName(x) == b.typeName(y) &&
                          a.keyText(x) == b.keyText(y) && sameValue;
        if (!same) {
            return message("%1 is not the same", inQuotes(a.entryName(id)));
        }
    }
    return std::nullopt;
}

/// A tensor whose class says where it lives keeps its device; one that is moved there by torch has another. Without a
/// storage of its own it goes where its parts go, which rules that look at more than tags can choose freely.
bool isTagOf(std::string_view found, std::string_view old, const Tensor& tensor, const devices::MapLocation& map,
             const devices::Placement& placement)
{
    return found == old || found == map.target(old) ||
           (tensor.storage == kNoId ? !map.looksAtTagsOnly() : found == placement.target(tensor.storage));
}

Difference compareTensors(const Checkpoint& a, const Checkpoint& b, const devices::MapLocation& map,
                          const devices::Placement& placement)
{
    if (a.tensors().size() != b.tensors().size()) {
        return message("it has another number of tensors");
    }
    for (std::size_t i = 0; i < a.tensors().size(); ++i) {
        const Tensor& x = a.tensors()[i];
        const Tensor& y = b.tensors()[i];
        const bool same = x.entry == y.entry && x.storage == y.storage && x.offset == y.offset && x.dtype == y.dtype &&
                          x.layout == y.layout && x.kind == y.kind && x.requiresGrad == y.requiresGrad &&
                          isTagOf(b.deviceTag(y.device), a.deviceTag(x.device), x, map, placement) &&
                          x.conj == y.conj && x.neg == y.neg && std::ranges::equal(a.shape(x), b.shape(y)) &&
                          std::ranges::equal(a.stride(x), b.stride(y));
        if (!same) {
            return message("tensor %1 is not the same", inQuotes(a.entryName(x.entry)));
        }
    }
    return std::nullopt;
}

/// True if both read the bytes of a storage from the same place of one file, as after a change in place.
bool haveSameBytes(const Checkpoint& a, const Checkpoint& b, StorageId id)
{
    const auto stampOf = [id](const Checkpoint& checkpoint) {
        const auto* file =
            dynamic_cast<const FileSource*>(checkpoint.sources()[checkpoint.storages()[id].source].bytes.get());
        return file == nullptr ? std::nullopt : FileStamp::of(file->descriptor());
    };
    if (a.fileOffset(id) != b.fileOffset(id) || !a.fileOffset(id)) {
        return false;
    }
    const auto x = stampOf(a);
    const auto y = stampOf(b);
    return x && y && x->isSameFile(*y);
}

/// Compares the bytes of storages, and those that are whole records of the first file with their checksums too: they
/// are read anyway.
class StorageBytes {
public:
    StorageBytes(const Checkpoint& a, const Checkpoint& b, std::vector<std::string>* changedRecords, Progress* progress)
        : m_a(a), m_b(b), m_changedRecords(changedRecords), m_progress(progress)
    {
        if (m_changedRecords != nullptr) {
            m_records.emplace(a);
        }
    }

    /// Lets checksums of both files stand for bytes.
    void trustChecksums()
    {
        m_records.emplace(m_a);
        m_copied.emplace(m_b);
    }

    [[nodiscard]] Result<Difference> compare(StorageId id);

private:
    using Records = std::optional<checkpoint::StorageRecords>;
    /// The record that a storage is, if it is one that has a checksum.
    [[nodiscard]] static const ZipEntry* recordOf(const Checkpoint& checkpoint, const Records& records, StorageId id);
    [[nodiscard]] Difference differs(StorageId id) const
    {
        return message("the bytes of storage %1 are not the same", inQuotes(m_a.storageKey(m_a.storages()[id])));
    }

    const Checkpoint& m_a;
    const Checkpoint& m_b;
    std::vector<std::string>* m_changedRecords;
    Progress* m_progress;
    Records m_records; ///< of the first file, if anybody wants to know
    Records m_copied;  ///< of the second
};

const ZipEntry* StorageBytes::recordOf(const Checkpoint& checkpoint, const Records& records, StorageId id)
{
    const ZipEntry* record = records ? records->of(id) : nullptr;
    const bool isChecked = record != nullptr && record->method == ZipEntry::kStored && record->crc != 0 &&
                           record->plainBytes == checkpoint.storages()[id].bytes;
    return isChecked ? record : nullptr;
}

Result<Difference> StorageBytes::compare(StorageId id)
{
    constexpr std::uint64_t step = std::uint64_t{1} << 20;
    const std::uint64_t size = m_a.storages()[id].bytes;
    const ZipEntry* record = recordOf(m_a, m_records, id);
    if (const ZipEntry* copied = recordOf(m_b, m_copied, id); record != nullptr && copied != nullptr) {
        return record->crc == copied->crc ? Difference() : differs(id);
    }
    record = m_changedRecords != nullptr ? record : nullptr;
    std::uint32_t crc = 0;
    Bytes first(static_cast<std::size_t>(std::min(size, step)));
    Bytes second(first.size());
    for (std::uint64_t done = 0; done < size;) {
        CAIRN_TRY(checkStop(m_progress));
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(first.size(), size - done));
        const auto own = std::span(first).first(count);
        const auto copied = std::span(second).first(count);
        CAIRN_TRY(m_a.readStorage(id, done, own));
        CAIRN_TRY(m_b.readStorage(id, done, copied));
        if (!areSameBytes(own, copied)) {
            return differs(id);
        }
        crc = record != nullptr ? crc32(own, crc) : 0;
        done += count;
        addDone(m_progress, count);
    }
    if (record != nullptr && crc != record->crc) {
        m_changedRecords->push_back(recordText(*m_a.archive(), *record, m_a, id));
    }
    return Difference();
}

Result<Difference> compareStorages(const Checkpoint& a, const Checkpoint& b, const devices::Placement& placement,
                                   StorageBytes& bytes)
{
    if (a.storages().size() != b.storages().size()) {
        return Difference(message("it has another number of storages"));
    }
    for (StorageId id = 0; id < a.storages().size(); ++id) {
        const Storage& x = a.storages()[id];
        const Storage& y = b.storages()[id];
        const std::string key = inQuotes(a.storageKey(x));
        if (a.storageKey(x) != b.storageKey(y) || x.bytes != y.bytes || x.dtype != y.dtype ||
            x.byteOrder != y.byteOrder || (x.source == kNoId) != (y.source == kNoId)) {
            return Difference(message("storage %1 is not the same", key));
        }
        if (const std::string_view wanted = placement.target(id); b.deviceTag(y.device) != wanted) {
            return Difference(message("storage %1 is tagged %2 instead of %3", key, inQuotes(b.deviceTag(y.device)),
                                      inQuotes(wanted)));
        }
        if (x.source != kNoId && !haveSameBytes(a, b, id)) {
            CAIRN_ASSIGN(difference, bytes.compare(id));
            if (difference) {
                return difference;
            }
        }
    }
    return Difference();
}

} // namespace

bool isSameValue(const Checkpoint& a, const Entry& x, const Checkpoint& b, const Entry& y, const TagMap& map)
{
    if (x.valueKind != y.valueKind || x.valueKind < ValueKind::Text) {
        return x.valueKind == y.valueKind && x.payload == y.payload;
    }
    return a.valueText(x) == b.valueText(y) || isMappedDevice(a, x, b.valueText(y), map);
}

namespace {

Result<Difference> compareAll(const Checkpoint& source, const Checkpoint& copy, const TagMap& map, Progress* progress,
                              StorageBytes& storageBytes)
{
    if (auto difference = compareRows(source, copy, map)) {
        return difference;
    }
    const devices::Placement placement = devices::placeStorages(source, map.location);
    if (auto difference = compareTensors(source, copy, map.location, placement)) {
        return difference;
    }
    std::uint64_t bytes = 0;
    for (const Storage& storage : source.storages()) {
        bytes += storage.bytes;
    }
    beginStage(progress, "comparing", bytes);
    return compareStorages(source, copy, placement, storageBytes);
}

} // namespace

Result<Difference> firstDifference(const Checkpoint& source, const Checkpoint& copy, const TagMap& map,
                                   Progress* progress, std::vector<std::string>* changedRecords)
{
    StorageBytes bytes(source, copy, changedRecords, progress);
    return compareAll(source, copy, map, progress, bytes);
}

Result<Difference> firstDifferenceByChecksums(const Checkpoint& source, const Checkpoint& copy, const TagMap& map,
                                              Progress* progress)
{
    StorageBytes bytes(source, copy, nullptr, progress);
    bytes.trustChecksums();
    return compareAll(source, copy, map, progress, bytes);
}

} // namespace cairn::convert
