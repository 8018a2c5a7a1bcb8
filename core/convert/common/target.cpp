#include "core/convert/common/target.h"

#include "core/base/files/crc32.h"
#include "core/base/platform/file.h"
#include "core/base/platform/path_text.h"
#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/checkpoint/pieces/assembly.h"
#include "core/checkpoint/pieces/dcp_names.h"
#include "core/checkpoint/source_mode.h"
#include "core/convert/common/source_file.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <system_error>

namespace cairn::convert {

Result<void> refuseSameFile(const std::string& source, const std::string& target)
{
    if (!platform::areOneFile(source, target)) {
        return {};
    }
    return fail(error(ErrorCode::TargetExists, message("the target is the source itself"))
                    .in(target)
                    .fix(message("Choose another name; `cairn-cli convert --in-place` changes a file itself")));
}

Result<void> refuseOwnSource(const checkpoint::Checkpoint& source, const std::string& target,
                             FileSink::Existing existing)
{
    if (existing == FileSink::Existing::ReplaceSource || !platform::statusOf(target, platform::Links::Follow)) {
        return {};
    }
    CAIRN_TRY(refuseSameFile(source.path(), target));
    for (const checkpoint::StorageSource& from : source.sources()) {
        if (from.isFile && from.name != source.path()) {
            CAIRN_TRY(refuseSameFile(from.name, target));
        }
    }
    if (source.assembly() == nullptr) {
        return {};
    }
    for (const checkpoint::FileSet::File& file : source.assembly()->files->files()) {
        CAIRN_TRY(refuseSameFile(file.path, target));
    }
    const std::filesystem::path path(target);
    return path.filename().string().ends_with(checkpoint::dcp::kMetadataFile)
               ? refuseSameFile(source.path(), path.has_parent_path() ? platform::pathText(path.parent_path()) : ".")
               : Result<void>();
}

std::string existingFolder(const std::string& target)
{
    std::filesystem::path folder = std::filesystem::path(target).parent_path();
    std::error_code failure;
    while (folder.has_relative_path() && !std::filesystem::exists(folder, failure)) {
        folder = folder.parent_path();
    }
    return folder.empty() ? "." : platform::pathText(folder);
}

std::optional<std::uint64_t> freeSpaceFor(const std::string& target)
{
    std::error_code failure;
    const auto space = std::filesystem::space(existingFolder(target) + "/", failure);
    const bool isKnown = !failure && space.capacity != 0; // /proc has no size, and a tmpfs need not have one
    return isKnown ? std::optional<std::uint64_t>(space.available) : std::nullopt;
}

bool sharesBlocks(const FileSource& file, const std::string& target)
{
    return platform::sharesBlocks(file.descriptor(), existingFolder(target), FileSink::kBlockBytes);
}

Result<void> requireSpace(const std::string& target, std::uint64_t bytes)
{
    const auto space = freeSpaceFor(target);
    if (space && *space < bytes) {
        return fail(error(ErrorCode::DiskFull,
                          message("the file needs %1, but the disk has %2 left", humanBytes(bytes), humanBytes(*space)))
                        .in(target)
                        .fix(message("Free some space or choose another disk; nothing was written")));
    }
    return {};
}

Result<std::unique_ptr<FileSink>> createTarget(const checkpoint::Checkpoint& source, const std::string& target,
                                               FileSink::Existing existing)
{
    CAIRN_ASSIGN(sink, FileSink::create(target, existing, checkpoint::modeOfSource(source)));
    const auto* file = existing == FileSink::Existing::ReplaceSource ? openedFile(source) : nullptr;
    if (file != nullptr && file->opened()) {
        sink->replaces(*file->opened());
    }
    return std::move(sink);
}

Result<void> finishTarget(FileSink& sink, const FileCheck& check, Progress* progress)
{
    setStage(progress, "syncing");
    CAIRN_TRY(sink.sync());
    if (check) {
        CAIRN_TRY(check(sink.temporaryPath()));
    }
    CAIRN_TRY(checkStop(progress));
    return sink.commit();
}

Result<std::uint32_t> writeSource(FileSink& sink, const ByteSource& source)
{
    return crc32Of(source, [&](std::span<const std::byte> block) { return sink.write(block); });
}

Result<void> copyRange(FileSink& sink, const ByteSource& source, std::uint64_t offset, std::uint64_t bytes,
                       Progress* progress)
{
    const auto* file = dynamic_cast<const FileSource*>(&source); // the system copies from that
    const std::uint64_t step = file != nullptr ? std::uint64_t{64} << 20 : std::uint64_t{1} << 20;
    Bytes block;
    while (bytes > 0) {
        CAIRN_TRY(checkStop(progress));
        const std::uint64_t count = std::min(bytes, step - offset % FileSink::kBlockBytes); // steps end with a block
        if (file != nullptr) {
            CAIRN_TRY(sink.copyFrom(*file, offset, count));
        } else {
            block.resize(static_cast<std::size_t>(count));
            CAIRN_TRY(source.readAt(offset, block));
            CAIRN_TRY(sink.write(block));
        }
        addDone(progress, count);
        offset += count;
        bytes -= count;
    }
    return {};
}

} // namespace cairn::convert
