#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <string>
#include <utility>

/// The two answers that several of the zip reader's parts give.
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

} // namespace cairn::formats::zip
