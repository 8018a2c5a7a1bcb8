#include "core/base/files/write_place.h"

#include "core/base/text/text.h"

#include <cerrno>

namespace cairn {

namespace {

std::unexpected<Error> cannotWriteIn(const std::string& folder, int reason)
{
    return fail(error(ErrorCode::WriteFailed, message("cannot write in this folder: %1", systemReason(reason)))
                    .in(folder)
                    .fix(message("Choose a folder that exists and that you may write to")));
}

} // namespace

/// Making a link to a file is a right of its own on Windows, which hardly anybody has: none is followed.
Result<WritePlace> findWritePlace(const std::string& path)
{
    if (path.empty()) {
        return fail(error(ErrorCode::WriteFailed, message("the name of the file is empty"))
                        .fix(message("Name a file to write")));
    }
    const std::size_t slash = path.find_last_of("/\\");
    std::string folder = slash == std::string::npos ? "." : path.substr(0, slash);
    if (folder.empty() || folder.ends_with(':')) { // the top of a drive
        folder += '/';
    }
    WritePlace place;
    place.name = slash == std::string::npos ? path : path.substr(slash + 1);
    if (place.name.empty()) { // a slash at the end asks for a folder
        place.name = ".";
    }
    CAIRN_ASSIGN(opened, openWriteFolder(folder));
    place.folder = std::move(opened);
    place.status =
        place.name == "." ? platform::statusOf(place.folder.number()) : platform::statusIn(place.folder, place.name);
    if (place.status && place.status->kind == platform::FileKind::Link) {
        return fail(error(ErrorCode::NotARegularFile, message("the target is a link, which is not followed on Windows"))
                        .in(path)
                        .fix(message("Name the file that it leads to")));
    }
    return place;
}

Result<Descriptor> openWriteFolder(const std::string& path)
{
    Descriptor folder = platform::open(path, platform::Open::Folder);
    if (!folder.isOpen()) {
        return cannotWriteIn(path, errno);
    }
    return folder;
}

} // namespace cairn
