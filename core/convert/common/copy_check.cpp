#include "core/convert/common/copy_check.h"

#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/formats/zip/zip_archive.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace cairn::convert {

Result<void> refuseAmbiguous(const checkpoint::Checkpoint& source)
{
    if (!source.isAmbiguous()) {
        return {};
    }
    const auto found = std::ranges::find(source.issues(), ErrorCode::Ambiguous, &Issue::code);
    return fail(error(ErrorCode::Ambiguous, message("a file that programs read differently is not converted"))
                    .in(source.path())
                    .because(found == source.issues().end() ? Message() : found->message)
                    .fix(message("Do not trust this file; ask for one written by torch.save. Of one that is damaged, "
                                 "`cairn-cli salvage` saves what its checksums bear out")));
}

Result<void> refuseDamagedFolder(const checkpoint::Checkpoint& source)
{
    const checkpoint::Loader loader = source.traits().loader;
    const bool isOfRanks = loader == checkpoint::Loader::None || loader == checkpoint::Loader::HuggingFaceLoad;
    const auto damage = std::ranges::find_if(source.issues(), [&](const Issue& issue) {
        const bool isOfAll = issue.code == ErrorCode::PieceBroken && issue.path.empty();
        const bool isOther = issue.code == ErrorCode::ShardTensor && issue.severity != Severity::Info;
        return (issue.severity == Severity::Error && isOfAll) || (isOfRanks && isOther);
    });
    if (!source.traits().isFolder || damage == source.issues().end()) {
        return {};
    }
    return fail(
        error(damage->code, damage->code == ErrorCode::ShardTensor
                                ? message("the files of the ranks are not parts of one state_dict")
                                : message("the folder is damaged"))
            .in(source.path())
            .because(withPlace(*damage))
            .fix(
                damage->code == ErrorCode::ShardTensor
                    ? message("Convert the file of each rank by itself, or take what the first rank has with --lenient")
                    : message("Get the folder again, or take it as it is with --lenient")));
}

Error copyDiffers(const checkpoint::Checkpoint& source, const Message& difference, const std::string& target)
{
    if (const Issue* damage = source.damage()) {
        return error(damage->code, message("the copy cannot be compared with its source: %1", difference))
            .in(target)
            .because(inARow(message("The source is damaged: %1", damage->message), message("The copy was removed")))
            .fix(message("Get the source again; without --verify it is copied as it is"));
    }
    return error(ErrorCode::Internal, message("the copy differs from what it should be: %1", difference))
        .in(target)
        .because(message("It was removed; nothing was left under that name"))
        .fix(message("Please report this with `cairn-cli inspect --json` of the input"));
}

double partDone(const Progress& progress, bool verify)
{
    const std::uint64_t total = progress.total();
    const double stage =
        total == 0 ? 0 : std::min(1.0, static_cast<double>(progress.done()) / static_cast<double>(total));
    if (!verify) {
        return stage;
    }
    const std::string_view name = progress.stage();
    constexpr double whileWriting = 0.5;
    constexpr double whileComparing = 0.45;
    return name == "checking"    ? whileWriting + whileComparing + stage * (1 - whileWriting - whileComparing)
           : name == "comparing" ? whileWriting + stage * whileComparing
                                 : stage * whileWriting;
}

} // namespace cairn::convert
