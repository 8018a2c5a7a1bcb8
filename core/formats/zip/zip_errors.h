#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <string>
#include <utility>

/// Answers that several of the zip reader's parts give.
namespace cairn::formats::zip {

[[nodiscard]] inline std::unexpected<Error> damaged(ErrorCode code, std::string what, std::uint64_t offset)
{
    return fail(error(code, std::move(what))
                    .at(offset)
                    .fix("The file is damaged or was tampered with: compare its size with the original, then copy or "
                         "download it again, not in text mode"));
}

[[nodiscard]] inline std::unexpected<Error> splitArchive(std::uint64_t offset)
{
    return fail(error(ErrorCode::ZipUnsupported, "this is one part of a zip that was split over several files")
                    .at(offset)
                    .fix("Join the parts first, for instance with `zip -s 0`"));
}

/// What has two meanings is shown as PyTorch reads it, but never converted.
[[nodiscard]] inline Issue ambiguous(std::string message, std::string record = {})
{
    return Issue{.code = ErrorCode::Ambiguous,
                 .severity = Severity::Error,
                 .message = "different programs would read different things: " + std::move(message),
                 .path = std::move(record)};
}

} // namespace cairn::formats::zip
