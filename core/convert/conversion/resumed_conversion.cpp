#include "core/convert/conversion/resumed_conversion.h"

#include "core/base/text/text.h"
#include "core/convert/common/source_file.h"
#include "core/convert/common/target.h"
#include "core/remote/remote_source.h"

#include <string>
#include <utility>

namespace cairn::convert {

bool isResumable(const checkpoint::Checkpoint& source, const std::string& target)
{
    const remote::RemoteSource* file = farFile(source);
    const auto free = freeSpaceFor(target);
    return file != nullptr && file->hasVersion() && free && *free / 2 > source.fileBytes();
}

Result<ConversionReport> convertResumably(const checkpoint::Checkpoint& source, const ConversionRequest& request,
                                          WhenStopped whenStopped, Progress& progress)
{
    using Parts = remote::RemoteSource::Parts;
    const remote::RemoteSource* file = farFile(source);
    if (file == nullptr) {
        return fail(error(ErrorCode::Usage, message("only a copy of a file at an address is taken up again"))
                        .in(request.file)
                        .because(message("This file is here"))
                        .fix(message("Leave out --resume")));
    }
    const std::string place = request.target + ".parts";
    CAIRN_ASSIGN(kept, file->keepParts(place));
    auto report = convertCheckpoint(source, request, progress);
    if (report) {
        (void)file->endParts(Parts::Remove);
        report->bytesResumed = kept;
        return report;
    }
    Error failure = std::move(report).error();
    const bool isUnwanted = failure.code == ErrorCode::Cancelled && whenStopped == WhenStopped::RemoveParts;
    const bool isUseless = isUnwanted || failure.code == ErrorCode::FileChanged;
    const std::uint64_t left = file->endParts(isUseless ? Parts::Remove : Parts::Keep);
    if (left == 0) {
        return fail(std::move(failure));
    }
    return fail(std::move(failure).because(message("What came of the file, %1, is kept in %2: another try goes on "
                                                   "from there",
                                                   humanBytes(left), place)));
}

} // namespace cairn::convert
