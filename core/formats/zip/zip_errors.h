#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <string>
#include <utility>

/// Answers that several of the zip reader's parts give.
namespace cairn::formats::zip {

[[nodiscard]] inline std::unexpected<Error> damaged(ErrorCode code, Message what, std::uint64_t offset)
{
    return fail(error(code, std::move(what))
                    .at(offset)
                    .fix(message("The file is damaged or was tampered with: compare its size with the original, then "
                                 "copy or download it again, not in text mode")));
}

[[nodiscard]] inline std::unexpected<Error> splitArchive(std::uint64_t offset)
{
    return fail(error(ErrorCode::ZipUnsupported, message("this is one part of a zip that was split over several files"))
                    .at(offset)
                    .fix(message("Join the parts first, for instance with `zip -s 0`")));
}

/// What has two meanings is shown as PyTorch reads it, but never converted.
[[nodiscard]] inline Issue ambiguous(Message what, std::string record = {})
{
    return Issue{.code = ErrorCode::Ambiguous,
                 .severity = Severity::Error,
                 .message = message("different programs would read different things: %1", std::move(what)),
                 .path = std::move(record)};
}

} // namespace cairn::formats::zip
