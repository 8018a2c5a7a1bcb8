#include "core/convert/retag/retag.h"

#include "core/base/files/byte_blocks.h"
#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/formats/zip/zip_archive.h"
#include "core/formats/zip/zip_writer.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;
using formats::EditedSource;
using formats::ZipArchive;
using formats::ZipEntry;

namespace {

/// Bytes from which on it matters whether they are shared.
constexpr std::uint64_t kWorthIt = std::uint64_t{1} << 20;

/// Which records ask for their old place in their block of the disk, so that file systems can share their blocks. In a
/// file of torch the rest follows when the first one behind a change has it, and nothing else may be moved where
/// torch works out the places of records without reading their headers.
class SharedBlocks {
public:
    explicit SharedBlocks(const ZipArchive& archive)
        : m_isWorthIt(archive.source()->sizeBytes() >= kWorthIt),
          m_isFixed(archive.findRecord(".format_version") != nullptr), m_isNext(m_isWorthIt)
    {
    }

    void afterChange() { m_isNext = m_isWorthIt; }
    [[nodiscard]] std::optional<std::uint64_t> placeOf(const ZipEntry& entry)
    {
        const bool asks = m_isNext || (!m_isFixed && entry.storedBytes >= kWorthIt);
        m_isNext = false;
        return asks ? std::optional(entry.dataOffset) : std::nullopt;
    }

private:
    bool m_isWorthIt;
    bool m_isFixed;
    bool m_isNext;
};

Result<void> writeZip(const ZipArchive& archive, const RetagPlan& plan, FileSink& sink, Progress* progress)
{
    // Records go out in the order their bytes had.
    std::vector<std::size_t> order(archive.entries().size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    std::ranges::sort(order, {}, [&](std::size_t i) { return archive.entries()[i].headerOffset; });

    formats::ZipWriter writer(sink, alignmentOf(archive));
    SharedBlocks blocks(archive);
    for (const std::size_t i : order) {
        const ZipEntry& entry = archive.entries()[i];
        const std::string_view name = archive.name(entry);
        if (const auto edited = plan.records.find(i); edited != plan.records.end()) {
            const EditedSource& bytes = *edited->second;
            CAIRN_TRY(writer.begin({.name = name, .storedBytes = bytes.sizeBytes(), .plainBytes = bytes.sizeBytes()}));
            CAIRN_ASSIGN(crc, writeSource(sink, bytes));
            CAIRN_TRY(writer.end(crc));
            blocks.afterChange();
            continue;
        }
        if (entry.method != ZipEntry::kStored && entry.method != ZipEntry::kDeflated) {
            return fail(error(ErrorCode::ZipUnsupported,
                              message("record %1 uses a compression Cairn does not know", inQuotes(name))));
        }
        CAIRN_TRY(writer.begin({name, entry.storedBytes, entry.plainBytes, entry.method}, blocks.placeOf(entry)));
        CAIRN_TRY(copyRange(sink, *plan.file.bytes(), entry.dataOffset, entry.storedBytes, progress));
        CAIRN_TRY(writer.end(entry.crc));
    }
    return writer.finish();
}

Result<void> writeStream(const RetagPlan& plan, FileSink& sink, Progress* progress)
{
    for (const EditedSource::Piece& piece : plan.stream->pieces()) {
        if (piece.inserted != nullptr) {
            CAIRN_TRY(sink.write(*piece.inserted));
        } else {
            CAIRN_TRY(copyRange(sink, *plan.file.bytes(), piece.original, piece.bytes, progress));
        }
    }
    return {};
}

} // namespace

std::uint64_t spaceToRetag(const Checkpoint& source, const std::string& target)
{
    std::uint64_t room = source.fileBytes();
    const ZipArchive* archive = source.archive();
    const FileSource* file = archive != nullptr ? openedFile(source) : nullptr;
    if (file != nullptr && sharesBlocks(*file, target)) {
        const std::uint32_t alignment = alignmentOf(*archive);
        for (const ZipEntry& entry : archive->entries()) {
            const bool isShared =
                entry.storedBytes >= kWorthIt && formats::ZipWriter::keepsPlace(entry.dataOffset, alignment);
            room -= isShared ? std::min(room, entry.storedBytes) : 0;
        }
    }
    return room;
}

Result<RetagReport> retag(const Checkpoint& source, const TagMap& map, const std::string& target,
                          FileSink::Existing existing, Progress* progress, const FileCheck& check)
{
    CAIRN_ASSIGN(plan, planRetag(source, map, progress));
    return retag(source, plan, target, existing, progress, check);
}

Result<RetagReport> retag(const Checkpoint& source, const RetagPlan& plan, const std::string& target,
                          FileSink::Existing existing, Progress* progress, const FileCheck& check)
{
    CAIRN_TRY(refuseOwnSource(source, target));
    CAIRN_TRY(requireSpace(target, spaceToRetag(source, target)));
    beginStage(progress, "writing", source.fileBytes());
    CAIRN_ASSIGN(sink, createTarget(source, target, existing));
    auto written = source.archive() != nullptr ? writeZip(*source.archive(), plan, *sink, progress)
                                               : writeStream(plan, *sink, progress);
    if (!written) {
        return fail(std::move(written).error().in(target));
    }
    CAIRN_TRY(plan.file.requireUnchanged());
    RetagReport report = plan.report;
    report.bytes = sink->position();
    CAIRN_TRY(finishTarget(*sink, check, progress));
    return report;
}

Result<bool> isSameAsSource(const RetagPlan& plan, const std::string& copy)
{
    const ByteSource& source = *plan.file.bytes();
    if (source.isFarAway()) {
        return false; // it is not fetched again only to say so
    }
    CAIRN_ASSIGN(file, FileSource::open(copy));
    return source.sizeBytes() == file->sizeBytes() ? holdSameBytes(source, 0, *file, 0, file->sizeBytes(), nullptr)
                                                   : Result<bool>(false);
}

} // namespace cairn::convert
