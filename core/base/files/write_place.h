#pragma once

#include "core/base/error.h"
#include "core/base/platform/file.h"

#include <optional>
#include <string>

namespace cairn {

/// Where a path leads that is to be written to: a folder, held open so that nobody can put another in its place, and a
/// name in it that is no link.
///
/// Others may be able to put links into the folders on the way, so a link is followed only if the user made it; those
/// of root, which systems have among their folders, lead to folders too.
struct WritePlace {
    Descriptor folder; ///< good for the calls ...In()
    std::string name;
    std::optional<platform::FileStatus> status; ///< of the file there, if there is one
    bool isLinked = false;                      ///< the path itself is a link, which leads here
};

/// What EFBIG means to a person.
inline constexpr Phrase kFileTooLarge =
    phrase("the file would be larger than this process or this file system may have it (see ulimit -f)");

/// Fails where a folder is missing, or somebody else's link would have to be followed.
[[nodiscard]] Result<WritePlace> findWritePlace(const std::string& path);

/// A folder that is reached in the same way.
[[nodiscard]] Result<Descriptor> openWriteFolder(const std::string& path);

} // namespace cairn
