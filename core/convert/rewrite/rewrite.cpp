#include "core/convert/rewrite/rewrite.h"

#include "core/base/files/crc32.h"
#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/checkpoint/storage_records.h"
#include "core/convert/common/target.h"
#include "core/convert/common/torch_zip_writer.h"
#include "core/convert/retag/retag_plan.h"
#include "core/convert/rewrite/storage_reader.h"
#include "core/formats/pickle/pickle_writer.h"
#include "core/formats/zip/zip_archive.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

namespace cairn::convert {

using checkpoint::Checkpoint;
using formats::PickleOp;
using formats::PickleWriter;
using formats::ZipArchive;
using formats::ZipEntry;

namespace {

/// One run of the writer.
class Rewriter {
public:
    Rewriter(const Checkpoint& source, const RewritePlan& plan, FileSink& sink, Progress* progress)
        : m_source(source), m_plan(plan), m_rows(plan.tree->rows()), m_records(m_rows, source.archive()), m_sink(sink),
          m_progress(progress)
    {
    }

    [[nodiscard]] Result<void> writeZip();
    [[nodiscard]] Result<void> writeLegacy();
    [[nodiscard]] Overflows takeOverflows() { return std::move(m_overflows); }

private:
    [[nodiscard]] Result<std::uint32_t> writeStorage(const NewStorage& storage, bool wantsCrc);
    [[nodiscard]] bool isRangeOfFile(const NewStorage& storage) const;
    /// The record that a storage was, if it stays what it was.
    [[nodiscard]] const ZipEntry* wholeRecord(const NewStorage& storage) const;

    const Checkpoint& m_source;
    const RewritePlan& m_plan;
    const Checkpoint& m_rows;
    checkpoint::StorageRecords m_records;
    FileSink& m_sink;
    Progress* m_progress;
    Overflows m_overflows;
};

bool Rewriter::isRangeOfFile(const NewStorage& storage) const
{
    const checkpoint::Storage& old = m_rows.storages()[storage.source];
    if (storage.isCast() || old.source == checkpoint::kNoId) {
        return false;
    }
    // What was put together out of a damaged file has other places.
    const checkpoint::StorageSource& from = m_rows.sources()[old.source];
    return from.isFile && from.name == m_source.path() && isFile(*from.bytes);
}

const ZipEntry* Rewriter::wholeRecord(const NewStorage& storage) const
{
    const ZipEntry* record = isRangeOfFile(storage) ? m_records.of(storage.source) : nullptr;
    const bool isWhole = record != nullptr && m_plan.note.empty() && // or the checksum is not that of what is there
                         record->method == ZipEntry::kStored && storage.begin == 0 &&
                         record->plainBytes == storage.sourceBytes;
    return isWhole ? record : nullptr;
}

Result<std::uint32_t> Rewriter::writeStorage(const NewStorage& storage, bool wantsCrc)
{
    const ZipEntry* record = wantsCrc ? wholeRecord(storage) : nullptr;
    if (record != nullptr || (!wantsCrc && isRangeOfFile(storage))) {
        const std::uint64_t begin = m_rows.storages()[storage.source].offset + storage.begin;
        CAIRN_TRY(copyRange(m_sink, *m_plan.file->bytes(), begin, storage.sourceBytes, m_progress));
        return record != nullptr ? record->crc : 0;
    }
    StorageReader reader(m_rows, storage, m_progress);
    std::uint32_t crc = 0;
    while (true) {
        CAIRN_ASSIGN(block, reader.next());
        if (block.empty()) {
            break;
        }
        CAIRN_TRY(m_sink.write(block));
        crc = crc32(block, crc);
    }
    if (reader.overflows() != 0) {
        m_overflows.emplace_back(storage.tensor, reader.overflows());
    }
    return crc;
}

Result<void> Rewriter::writeZip()
{
    TorchZipWriter zip(m_sink);
    CAIRN_TRY(zip.begin(*m_plan.pickle, m_plan.isBigEndian));
    for (const NewStorage& storage : m_plan.storages.storages) {
        const ZipEntry* record = wholeRecord(storage);
        CAIRN_TRY(zip.beginStorage(storage.key, storage.bytes,
                                   record != nullptr ? std::optional(record->dataOffset) : std::nullopt));
        CAIRN_ASSIGN(crc, writeStorage(storage, true));
        CAIRN_TRY(zip.endStorage(crc));
    }
    for (const std::size_t record : m_plan.otherRecords) {
        const ZipEntry& entry = m_source.archive()->entries()[record];
        CAIRN_TRY(zip.copyRecord(m_source.archive()->recordName(entry), entry, *m_plan.file->bytes(), m_progress));
    }
    if (!m_plan.note.empty()) {
        CAIRN_TRY(zip.addText(kNoteRecord, m_plan.note));
    }
    return zip.finish();
}

/// Magic number, version of the format, system, object, keys; then the storages in the order of their keys.
Result<void> Rewriter::writeLegacy()
{
    constexpr std::string_view magic("\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19", 10);
    PickleWriter number;
    number.bigInteger(magic);
    CAIRN_TRY(writeSource(m_sink, *number.finish()));
    constexpr std::int64_t formatVersion = 1001;
    PickleWriter version;
    version.integer(formatVersion);
    CAIRN_TRY(writeSource(m_sink, *version.finish()));

    PickleWriter system;
    system.emptyDict();
    system.mark();
    system.text("protocol_version");
    system.integer(formatVersion);
    system.text("little_endian");
    system.boolean(true);
    system.text("type_sizes");
    system.emptyDict();
    system.mark();
    for (const auto& [name, bytes] : {std::pair<std::string_view, int>{"short", 2}, {"int", 4}, {"long", 4}}) {
        system.text(name);
        system.integer(bytes);
    }
    system.setItems();
    system.setItems();
    CAIRN_TRY(writeSource(m_sink, *system.finish()));
    CAIRN_TRY(writeSource(m_sink, *m_plan.pickle));

    std::vector<const NewStorage*> order;
    order.reserve(m_plan.storages.storages.size());
    for (const NewStorage& storage : m_plan.storages.storages) {
        order.push_back(&storage);
    }
    std::ranges::sort(order, {}, [](const NewStorage* storage) -> const std::string& { return storage->key; });
    PickleWriter keys;
    keys.emptyList();
    formats::PickleBatches batches(keys, PickleOp::Appends);
    for (const NewStorage* storage : order) {
        batches.item();
        keys.string(storage->key);
    }
    batches.close();
    CAIRN_TRY(writeSource(m_sink, *keys.finish()));
    for (const NewStorage* storage : order) {
        std::string count;
        for (std::uint64_t rest = storage->numel(), i = 0; i < sizeof(rest); ++i, rest >>= 8) {
            count.push_back(static_cast<char>(static_cast<unsigned char>(rest)));
        }
        CAIRN_TRY(m_sink.write(count));
        CAIRN_TRY(writeStorage(*storage, false));
    }
    return {};
}

} // namespace

Result<Overflows> findOverflows(const RewritePlan& plan, Progress* progress)
{
    Overflows overflows;
    for (const NewStorage& storage : plan.storages.storages) {
        if (!storage.isCast()) {
            continue;
        }
        StorageReader reader(plan.tree->rows(), storage, progress);
        while (true) {
            CAIRN_ASSIGN(block, reader.next());
            if (block.empty()) {
                break;
            }
        }
        if (reader.overflows() != 0) {
            overflows.emplace_back(storage.tensor, reader.overflows());
        }
    }
    return overflows;
}

Result<RewriteReport> writeRewrite(const Checkpoint& source, const RewritePlan& plan, const std::string& target,
                                   FileSink::Existing existing, Progress* progress, const FileCheck& check)
{
    CAIRN_TRY(refuseOwnSource(source, target, existing));
    CAIRN_TRY(requireSpace(target, plan.fileBytes()));
    beginStage(progress, "writing", plan.storages.dataBytes + plan.otherBytes);
    CAIRN_ASSIGN(sink, createTarget(source, target, existing));
    Rewriter writer(source, plan, *sink, progress);
    auto written = plan.container == PickleContainer::Zip ? writer.writeZip() : writer.writeLegacy();
    if (!written) {
        return fail(std::move(written).error().in(target));
    }
    if (plan.file) {
        CAIRN_TRY(plan.file->requireUnchanged());
    }
    const std::uint64_t bytes = sink->position();
    CAIRN_TRY(finishTarget(*sink, check, progress));
    return RewriteReport{bytes, writer.takeOverflows()};
}

} // namespace cairn::convert
