#include "core/convert/retag/retag_in_place.h"

#include "core/base/files/byte_blocks.h"
#include "core/base/progress.h"
#include "core/base/text/shell_word.h"
#include "core/base/text/text.h"
#include "core/convert/common/target.h"
#include "core/formats/zip/zip_archive.h"

#include <algorithm>
#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;

namespace {

Result<void> patchSource(FilePatch& patch, std::uint64_t offset, const ByteSource& source, const Progress* progress)
{
    std::uint64_t at = offset;
    return forEachBlock(source, [&](std::span<const std::byte> block) -> Result<void> {
        CAIRN_TRY(checkStop(progress));
        CAIRN_TRY(patch.write(at, {reinterpret_cast<const char*>(block.data()), block.size()}));
        at += block.size();
        return {};
    });
}

/// Everything but the one step that makes it count. The order is what keeps the file whole: nothing is written in front
/// of the bridge before the bridge is on the disk.
Result<void> prepare(FilePatch& patch, const InPlaceChange& change, const Progress* progress)
{
    CAIRN_TRY(patch.write(change.newEnd, change.bridge));
    CAIRN_TRY(patch.sync());
    std::uint64_t offset = change.oldEnd;
    for (const InPlaceChange::Part& part : change.added) {
        CAIRN_TRY(patch.write(offset, part.bytes));
        offset += part.bytes.size();
        if (part.source != nullptr) {
            CAIRN_TRY(patchSource(patch, offset, *part.source, progress));
            offset += part.source->sizeBytes();
        }
    }
    return patch.sync();
}

/// The file as it was, and the words for it.
std::unexpected<Error> giveUp(FilePatch& patch, std::uint64_t oldEnd, Error&& reason)
{
    const bool restored = patch.cut(oldEnd).has_value();
    if (reason.code == ErrorCode::Cancelled && restored) {
        return fail(std::move(reason));
    }
    const bool full = reason.code == ErrorCode::DiskFull;
    return fail(std::move(reason)
                    .because(restored ? message("The file is as it was before")
                                      : message("The file loads as before, but has bytes at its end that nothing uses"))
                    .fix(full ? message("Free some space, or write a copy to another disk with -o")
                              : message("Write a copy with -o")));
}

} // namespace

Result<InPlacePlan> planRetagInPlace(const Checkpoint& source, const TagMap& map, const Progress* progress)
{
    if (source.archive() == nullptr) {
        // each is for torch.load alone
        const bool isFilesOfRanks = source.traits().isFolder && source.traits().loader == checkpoint::Loader::None;
        return fail(
            error(ErrorCode::Unsupported,
                  message("a file of the format %1 cannot be changed in place", source.traits().name))
                .in(source.path())
                .because(isFilesOfRanks
                             ? message("It is a folder, and the tags are in its files")
                             : message("Only a zip has room for another pickle; here everything behind a tag "
                                       "would have to move"))
                .fix(isFilesOfRanks
                         ? message("Name the files in it: cairn-cli convert --in-place %1/*.pt, with the same options",
                                   shellFile(source.path()))
                         : message("Write a copy with -o")));
    }
    InPlacePlan plan;
    CAIRN_ASSIGN(retag, planRetag(source, map, progress));
    if (!retag.file.stamp()) {
        return fail(error(ErrorCode::Unsupported, message("a file elsewhere cannot be changed in place"))
                        .in(source.path())
                        .fix(message("Write a copy with -o")));
    }
    plan.retag = std::move(retag);
    plan.report.retag = plan.retag.report;
    plan.report.retag.bytes = plan.report.bytesBefore = source.fileBytes();
    if (plan.retag.records.empty()) {
        return plan; // nothing to change
    }
    auto change = makeInPlaceChange(*source.archive(), plan.retag);
    if (!change) {
        return fail(std::move(change).error().in(source.path()));
    }
    plan.change = std::move(*change);
    plan.report.bytesBefore = plan.change.oldEnd;
    plan.report.retag.bytes = plan.change.newEnd;
    return plan;
}

Result<InPlaceReport> retagInPlace(const Checkpoint& source, const InPlacePlan& plan, FilePatch::HardLinks links,
                                   const Progress* progress)
{
    const InPlaceChange& change = plan.change;
    if (change.added.empty()) {
        return plan.report;
    }
    CAIRN_TRY(requireSpace(source.path(), change.newEnd + change.bridge.size() - change.oldEnd));
    const FileStamp& stamp = *plan.retag.file.stamp();
    CAIRN_ASSIGN(patch, FilePatch::open(source.path(), stamp, links));
    if (change.oldEnd < stamp.sizeBytes) {
        CAIRN_TRY(patch->cut(change.oldEnd)); // what a killed run left
    }
    if (auto prepared = prepare(*patch, change, progress); !prepared) {
        return giveUp(*patch, change.oldEnd, std::move(prepared).error());
    }
    if (auto switched = patch->cut(change.newEnd); !switched) {
        return giveUp(*patch, change.oldEnd, std::move(switched).error());
    }
    if (auto synced = patch->sync(); !synced) {
        return fail(
            std::move(synced).error().because(message("The file is changed, but a power cut could still undo it")));
    }
    return plan.report;
}

Result<void> undoRetagInPlace(const std::string& path, const InPlaceReport& done)
{
    if (done.retag.bytes == done.bytesBefore) {
        return {};
    }
    CAIRN_ASSIGN(file, FileSource::open(path));
    const auto stamp = FileStamp::of(file->descriptor());
    if (!stamp || stamp->sizeBytes != done.retag.bytes) {
        return fail(
            error(ErrorCode::FileChanged, message("the file changed again, so the change was not undone")).in(path));
    }
    CAIRN_ASSIGN(patch, FilePatch::open(path, *stamp, FilePatch::HardLinks::Allow));
    CAIRN_TRY(patch->cut(done.bytesBefore));
    return patch->sync();
}

} // namespace cairn::convert
