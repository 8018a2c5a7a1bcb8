#include "core/convert/copy_check.h"

#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/checkpoint/open.h"
#include "core/convert/compare.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace cairn::convert {

Error copyDiffers(const std::string& difference, const std::string& target)
{
    return error(ErrorCode::Internal, "the copy differs from what it should be: " + difference)
        .in(target)
        .because("It was removed; nothing was left under that name")
        .fix("Please report this with `cairn-cli inspect --json` of the input");
}

FileCheck checkAgainst(const checkpoint::Checkpoint& source, TagMap map, std::string target, Progress* progress,
                       std::vector<std::string>* changedRecords)
{
    return
        [&source, map, target = std::move(target), progress, changedRecords](const std::string& path) -> Result<void> {
            CAIRN_ASSIGN(copy, checkpoint::openCheckpoint(path, progress));
            CAIRN_ASSIGN(difference, firstDifference(source, *copy, map, progress, changedRecords));
            return difference ? fail(copyDiffers(*difference, target)) : Result<void>{};
        };
}

std::vector<std::string> changedRecordWarnings(const std::vector<std::string>& names)
{
    constexpr std::size_t mostNamed = 5;
    std::vector<std::string> warnings;
    for (const std::string& name : names) {
        if (warnings.size() == mostNamed) {
            warnings.push_back("the same is true of " + countOf(names.size() - mostNamed, "more record"));
            break;
        }
        warnings.push_back("record " + quoted(name) +
                           " does not have the checksum that the archive says; it is copied as it is");
    }
    return warnings;
}

double partDone(const Progress& progress, bool verify)
{
    const std::uint64_t total = progress.total();
    const double stage =
        total == 0 ? 0 : std::min(1.0, static_cast<double>(progress.done()) / static_cast<double>(total));
    return !verify ? stage : stage / 2 + (progress.stage() == std::string_view("comparing") ? 0.5 : 0);
}

} // namespace cairn::convert
