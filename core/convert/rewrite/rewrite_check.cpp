#include "core/base/files/byte_blocks.h"
#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/checkpoint/storage_records.h"
#include "core/checkpoint/tree/held_tensors.h"
#include "core/convert/common/compare.h"
#include "core/convert/common/torch_zip_writer.h"
#include "core/convert/rewrite/pickle_comparison.h"
#include "core/convert/rewrite/rewrite.h"
#include "core/convert/rewrite/storage_reader.h"
#include "core/formats/zip/record_check.h"
#include "core/formats/zip/zip_archive.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::kNoId;
using checkpoint::StorageId;
using checkpoint::Tensor;

namespace {

class Checker {
public:
    Checker(const Checkpoint& source, const RewritePlan& plan, const TagMap& map, const Checkpoint& file,
            const checkpoint::PickledTree& copy, Progress* progress)
        : m_source(source), m_plan(plan), m_map(map), m_rows(plan.tree->rows()), m_file(file), m_tree(copy),
          m_copy(copy.rows()), m_progress(progress), m_new(plan.storages.bySource())
    {
    }

    [[nodiscard]] Result<Difference> run();

private:
    [[nodiscard]] Difference compareRow(EntryId before, EntryId after);
    [[nodiscard]] Difference compareTensors(const Tensor& before, const Tensor& after);
    [[nodiscard]] Difference compareChildren(EntryId before, EntryId after);
    [[nodiscard]] bool isSamePlace(StorageId before, StorageId after);
    [[nodiscard]] Result<Difference> compareOthers();
    [[nodiscard]] Result<Difference> compareStorages();
    [[nodiscard]] Result<bool> hasSameBytes(const NewStorage& storage, StorageId after);

    const Checkpoint& m_source;
    const RewritePlan& m_plan;
    const TagMap& m_map;
    const Checkpoint& m_rows;
    const Checkpoint& m_file; ///< the copy as anybody opens it
    const checkpoint::PickledTree& m_tree;
    const Checkpoint& m_copy; ///< the same with its pickle
    Progress* m_progress;
    std::unordered_map<StorageId, const NewStorage*> m_new;
    std::unordered_map<StorageId, StorageId> m_storages; ///< of the tree to those of the copy
    std::unordered_map<StorageId, StorageId> m_backwards;
    std::vector<std::pair<EntryId, EntryId>> m_open;
};

bool Checker::isSamePlace(StorageId before, StorageId after)
{
    if (before == kNoId || after == kNoId) {
        return before == after;
    }
    before = keptOf(m_plan.storages.tied, before);
    const auto [there, isNew] = m_storages.emplace(before, after);
    const auto [back, isNewBack] = m_backwards.emplace(after, before);
    return there->second == after && back->second == before;
}

Difference Checker::compareTensors(const Tensor& before, const Tensor& after)
{
    const auto storage = m_new.find(before.storage);
    const bool isCast = storage != m_new.end() && storage->second->isCast();
    const std::uint64_t cut = storage == m_new.end() ? 0 : storage->second->begin;
    const std::int64_t moved = static_cast<std::int64_t>(cut / formats::dtypeInfo(before.dtype).storageBytes);
    const bool isEmpty = m_rows.elementCount(before) == 0;
    const bool same =
        isSamePlace(before.storage, after.storage) && (isEmpty || after.offset == before.offset - moved) &&
        after.dtype == (isCast ? storage->second->castTo : before.dtype) && after.layout == before.layout &&
        after.kind == before.kind && after.requiresGrad == before.requiresGrad && after.conj == before.conj &&
        after.neg == before.neg && std::ranges::equal(m_rows.shape(before), m_copy.shape(after)) &&
        std::ranges::equal(m_rows.stride(before), m_copy.stride(after));
    return same ? Difference()
                : Difference(message("tensor %1 is not as it was planned", inQuotes(m_rows.entryName(before.entry))));
}

Difference Checker::compareRow(EntryId before, EntryId after)
{
    const Entry& x = m_rows.entries()[before];
    const Entry& y = m_copy.entries()[after];
    const auto key = m_plan.rows.newKeys.find(before);
    const bool isRoot = before == m_plan.rows.root;
    const bool sameKey =
        isRoot || m_copy.keyText(y) == (key == m_plan.rows.newKeys.end() ? m_rows.keyText(x) : key->second);
    const bool isShared = x.kind == EntryKind::Reference || y.kind == EntryKind::Reference;
    const bool sameType = x.kind == EntryKind::Storage || m_rows.typeName(x) == m_copy.typeName(y);
    if (!sameKey || (!isShared && (x.kind != y.kind || !sameType))) {
        return message("%1 is not in its place", inQuotes(m_rows.entryName(before)));
    }
    if (isShared) {
        return {}; // which of several places of a shared value is shown in full depends on what is around it
    }
    switch (x.kind) {
    case EntryKind::Value:
        if (!isSameValue(m_rows, x, m_copy, y, m_map)) {
            return message("%1 has another value", inQuotes(m_rows.entryName(before)));
        }
        break;
    case EntryKind::Storage:
        if (!isSamePlace(static_cast<StorageId>(x.payload), static_cast<StorageId>(y.payload))) {
            return message("%1 is another storage", inQuotes(m_rows.entryName(before)));
        }
        break;
    case EntryKind::Tensor:
        if (auto difference = compareTensors(m_rows.tensors()[x.payload], m_copy.tensors()[y.payload])) {
            return difference;
        }
        break;
    default: break;
    }
    return compareChildren(before, after);
}

Difference Checker::compareChildren(EntryId before, EntryId after)
{
    const Entry& x = m_rows.entries()[before];
    const Entry& y = m_copy.entries()[after];
    const bool isSelected = m_plan.rows.root != 0 || !m_plan.rows.leftOut.empty() || !m_plan.rows.newKeys.empty();
    if (isSelected && x.attribute && m_rows.keyText(x) == "_metadata") {
        return {}; // the modules that it names go with their tensors
    }
    EntryId next = y.firstChild;
    EntryId end = y.firstChild + y.childCount;
    while (isSelected && end != next && checkpoint::isHeld(m_copy, m_copy.entries()[end - 1])) {
        --end; // what keys and functions hold comes last, and goes with what they belong to
    }
    for (EntryId child = x.firstChild; child < x.firstChild + x.childCount; ++child) {
        if (m_plan.rows.dropped[child] || (isSelected && checkpoint::isHeld(m_rows, m_rows.entries()[child]))) {
            continue;
        }
        if (next == end) {
            return message("%1 is missing", inQuotes(m_rows.entryName(child)));
        }
        m_open.emplace_back(child, next++);
    }
    return next == end ? Difference() : Difference(message("%1 should not be there", inQuotes(m_copy.entryName(next))));
}

Result<bool> Checker::hasSameBytes(const NewStorage& storage, StorageId after)
{
    StorageReader reader(m_rows, storage, m_progress);
    Bytes found;
    for (std::uint64_t done = 0;;) {
        CAIRN_ASSIGN(block, reader.next());
        if (block.empty()) {
            return true;
        }
        found.resize(block.size());
        CAIRN_TRY(m_copy.readStorage(after, done, found));
        if (!areSameBytes(block, found)) {
            return false;
        }
        done += block.size();
    }
}

Result<Difference> Checker::compareStorages()
{
    beginStage(m_progress, "comparing", m_plan.storages.dataBytes);
    for (const auto& [before, after] : m_storages) {
        const checkpoint::Storage& written = m_copy.storages()[after];
        const std::string key = inQuotes(m_copy.storageKey(written));
        const auto planned = m_new.find(before);
        if (planned == m_new.end()) { // inside other bytes, which are compared as such
            continue;
        }
        const NewStorage& storage = *planned->second;
        // What stays has the dtypes that it had, see comparePickles(); what is left out can have said another one.
        if (written.bytes != storage.bytes || (storage.isCast() && written.dtype != storage.dtype) ||
            m_copy.storageKey(written) != storage.key) {
            return Difference(message("storage %1 is not as it was planned", key));
        }
        if (m_copy.deviceTag(written.device) != m_plan.targets->target(before)) {
            return Difference(message("storage %1 has the tag %2", key, inQuotes(m_copy.deviceTag(written.device))));
        }
        CAIRN_ASSIGN(same, hasSameBytes(storage, after));
        if (!same) {
            return Difference(message("the bytes of storage %1 are not the same", key));
        }
    }
    for (const auto& [tied, kept] : m_plan.storages.tied) {
        const auto written = m_storages.find(kept);
        if (written == m_storages.end()) {
            continue;
        }
        NewStorage other = *m_new.at(kept);
        other.source = tied;
        CAIRN_ASSIGN(same, hasSameBytes(other, written->second));
        if (!same) {
            return Difference(message("the bytes of storage %1 are not the same", inQuotes(other.key)));
        }
    }
    return Difference();
}

Result<Difference> Checker::compareOthers()
{
    if (!hasNote(m_file.archive(), m_plan.note)) {
        return Difference(message("the note that goes with it is not in it"));
    }
    const formats::ZipArchive* archive = m_source.archive();
    for (const std::size_t record : m_plan.otherRecords) {
        const formats::ZipEntry& before = archive->entries()[record];
        const std::string_view name = archive->recordName(before);
        const formats::ZipEntry* after = m_file.archive() == nullptr ? nullptr : m_file.archive()->findRecord(name);
        const bool isThere = after != nullptr && after->method == before.method && after->crc == before.crc &&
                             after->storedBytes == before.storedBytes && after->plainBytes == before.plainBytes;
        CAIRN_ASSIGN(bytes, SliceSource::make(archive->source(), before.dataOffset, before.storedBytes));
        std::uint64_t at = isThere ? after->dataOffset : 0;
        bool same = isThere;
        CAIRN_TRY(forEachBlock(*bytes, [&](std::span<const std::byte> block) -> Result<void> {
            if (same) {
                CAIRN_ASSIGN(found, m_file.archive()->source()->readBytes(at, block.size()));
                same = areSameBytes(found, block);
                at += block.size();
            }
            return {};
        }));
        if (!same) {
            return Difference(message("record %1 is not the same", inQuotes(name)));
        }
    }
    return Difference();
}

Result<Difference> Checker::run()
{
    m_open.emplace_back(m_plan.rows.root, 0);
    while (!m_open.empty()) {
        const auto [before, after] = m_open.back();
        m_open.pop_back();
        if (auto difference = compareRow(before, after)) {
            return difference;
        }
    }
    CAIRN_ASSIGN(pickles, comparePickles(m_plan, m_tree, m_map));
    for (const auto& [before, after] : pickles.storages) {
        if (!pickles.difference && !isSamePlace(before, after)) {
            pickles.difference = message("a storage became two, or two became one");
        }
    }
    if (pickles.difference) {
        return std::move(pickles.difference);
    }
    CAIRN_ASSIGN(difference, compareOthers());
    return difference ? std::move(difference) : compareStorages();
}

} // namespace

Result<std::vector<std::string>> findChangedRecords(const Checkpoint& source, const RewritePlan& plan, Looked looked,
                                                    Progress* progress)
{
    const formats::ZipArchive* archive = source.archive();
    const Checkpoint& rows = plan.tree->rows();
    const checkpoint::StorageRecords records(rows, archive);
    std::vector<StorageId> storages;
    storages.reserve(plan.storages.storages.size());
    for (const NewStorage& storage : plan.storages.storages) {
        const formats::ZipEntry* record = records.of(storage.source);
        const bool isPart = record != nullptr && storage.sourceBytes != record->plainBytes;
        const bool keepsChecksum = plan.container == PickleContainer::Zip && !isPart && !storage.isCast();
        if (looked == Looked::All || !keepsChecksum) {
            storages.push_back(storage.source);
        }
    }
    return findChangedRecords(source, rows, storages, progress);
}

Result<Difference> firstDifference(const Checkpoint& source, const RewritePlan& plan, const TagMap& map,
                                   const Checkpoint& copy, Progress* progress)
{
    CAIRN_ASSIGN(tree, checkpoint::PickledTree::read(copy, progress));
    return Checker(source, plan, map, copy, *tree, progress).run();
}

} // namespace cairn::convert
