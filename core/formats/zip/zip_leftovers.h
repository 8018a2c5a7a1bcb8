#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::formats {

class ZipArchive;

/// What a zip holds beside what its directory tells: whoever goes by that never sees it.
struct ZipLeftovers {
    std::vector<std::string> unlisted;   ///< records between those that it lists; of very many the first
    std::vector<std::string> otherSizes; ///< listed records whose own headers have other sizes
};

/// Reads the header of every record, and all bytes that belong to none.
[[nodiscard]] Result<ZipLeftovers> findLeftovers(const ZipArchive& archive, const Progress* progress);

} // namespace cairn::formats
