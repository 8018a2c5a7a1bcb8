#include "core/checkpoint/folders/member_file.h"

#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/checkpoint/extent.h"
#include "core/checkpoint/readers/open.h"

#include <utility>

namespace cairn::checkpoint {

Result<CheckpointPtr> openMember(const FileSet& files, std::uint32_t file, const std::string& name,
                                 CheckpointBuilder& builder, const Progress* progress)
{
    CAIRN_TRY(checkStop(progress));
    auto opened = openCheckpoint(files.files()[file].path, progress);
    if (!opened) {
        if (opened.error().code == ErrorCode::Cancelled) {
            return fail(std::move(opened).error());
        }
        builder.addUnread(opened.error(), name);
        return nullptr;
    }
    const Checkpoint& from = **opened;
    builder.addJudgement(from);
    if (from.traits().pickle != PickleForm::ZipRecord) {
        builder.addIssue(
            {ErrorCode::ShardBroken, Severity::Error, message("it is no file of torch.save since 1.6"), name});
        return nullptr;
    }
    for (const Issue& issue : from.issues()) {
        if (issue.code != ErrorCode::DangerousGlobal) {
            builder.addIssue({issue.code, issue.severity, message("%1: %2", name, issue.message), issue.path});
        }
    }
    return opened;
}

Result<PlainElements> plainElements(const Checkpoint& from, const Tensor& tensor, formats::Dtype dtype)
{
    PlainElements found;
    const auto strides = from.stride(tensor);
    found.strides.assign(strides.begin(), strides.end());
    if (from.elementCount(tensor) == 0) {
        return found;
    }
    const auto offset = tensor.storage == kNoId ? std::nullopt : from.fileOffset(tensor.storage);
    const bool isPlain = offset && tensor.dtype == dtype && tensor.layout == Layout::Strided && !tensor.conj &&
                         !tensor.neg && from.storages()[tensor.storage].byteOrder == ByteOrder::Little;
    if (!isPlain) {
        return fail(ErrorCode::PieceBroken, message("a part of it has no plain elements"));
    }
    const std::uint64_t item = formats::dtypeInfo(dtype).storageBytes;
    const Storage& storage = from.storages()[tensor.storage];
    const auto extent = extentOf(from.shape(tensor), strides);
    const std::uint64_t skipped = static_cast<std::uint64_t>(tensor.offset) * item;
    if (!extent || tensor.offset < 0 || skipped > storage.bytes || *extent > (storage.bytes - skipped) / item) {
        return fail(ErrorCode::PieceBroken, message("a part of it reaches out of its storage"));
    }
    found.offset = *offset + skipped;
    found.bytes = *extent * item;
    return found;
}

void tellMissingRanks(CheckpointBuilder& builder, const std::set<std::uint64_t>& there, std::uint64_t count,
                      const std::function<std::string(std::uint64_t)>& nameOf)
{
    constexpr std::uint64_t mostTold = 100;
    std::uint64_t missing = 0;
    for (std::uint64_t rank = 0; rank < count && missing < mostTold; ++rank) {
        if (!there.contains(rank)) {
            ++missing;
            builder.addIssue({ErrorCode::ShardMissing, Severity::Error,
                              message("the file of this rank is missing; there were %1", countOf(count, "rank")),
                              nameOf(rank)});
        }
    }
}

} // namespace cairn::checkpoint
