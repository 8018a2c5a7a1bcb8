#include "core/convert/common/folder_sink.h"

#include "core/base/platform/machine.h"
#include "core/base/platform/path_text.h"
#include "core/base/text/text.h"

#include <cerrno>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

namespace cairn::convert {

namespace fs = std::filesystem;

namespace {

/// The target without a slash at its end, which would be a path to nothing in it.
fs::path pathOf(const std::string& target)
{
    const fs::path path(target);
    return path.has_filename() || !path.has_parent_path() ? path : path.parent_path();
}

std::string folderAround(const std::string& target)
{
    const fs::path folder = pathOf(target).parent_path();
    return folder.empty() ? "." : platform::pathText(folder);
}

std::unexpected<Error> cannotMake(const std::string& target, int reason)
{
    return fail(error(ErrorCode::WriteFailed, message("the folder cannot be made: %1", systemReason(reason)))
                    .in(target)
                    .fix(message("Nothing was left behind")));
}

std::unexpected<Error> isNoFolder(const std::string& target)
{
    return fail(error(ErrorCode::TargetExists, message("the target exists already, and is no folder"))
                    .in(target)
                    .fix(message("Choose another name")));
}

/// A name in an open folder that is no file that may be in a folder of ours.
std::optional<std::string> foreignName(const Descriptor& folder, const FolderSink::IsOurs& isOurs)
{
    std::optional<std::string> foreign;
    platform::forEachName(folder, [&](const std::string& name) {
        if (name == "." || name == ".." || foreign) {
            return;
        }
        const auto status = platform::statusIn(folder, name);
        if (!isOurs(name) || !status || status->kind != platform::FileKind::Regular) {
            foreign = name;
        }
    });
    return foreign;
}

std::unexpected<Error> isForeign(const std::string& target, const std::string& name)
{
    return fail(error(ErrorCode::TargetExists,
                      message("the folder has something in it that is no part of a checkpoint: %1", inQuotes(name)))
                    .in(target)
                    .because(message("A folder is replaced as a whole"))
                    .fix(message("Choose another name")));
}

/// Removes files of ours, and the folder if nothing else is in it.
void removeFolder(const Descriptor& parent, const std::string& name, Descriptor folder,
                  const FolderSink::IsOurs& isOurs)
{
    std::vector<std::string> files;
    platform::forEachName(folder, [&](const std::string& file) { files.push_back(file); });
    for (const std::string& file : files) {
        const auto status = platform::statusIn(folder, file);
        if (isOurs(file) && status && status->kind == platform::FileKind::Regular) {
            (void)platform::removeIn(folder, file);
        }
    }
    folder = {}; // some systems remove no open folder
    (void)platform::removeFolderIn(parent, name);
}

/// Whether another run is still at it: it has a lock on the folder, or, where folders have none, on a file.
bool isInUse(const Descriptor& folder)
{
    if (!platform::lock(folder.number(), platform::Lock::OrLeave) && platform::isLockedByOther()) {
        return true;
    }
    bool isLocked = false;
    platform::forEachName(folder, [&](const std::string& name) {
        const auto status = platform::statusIn(folder, name);
        if (status && status->kind == platform::FileKind::Regular) {
            const Descriptor file = platform::openIn(folder, name, platform::Open::Read);
            isLocked = isLocked || !file.isOpen() || !platform::lock(file.number(), platform::Lock::OrLeave);
        }
    });
    return isLocked;
}

/// What killed runs left for this target: folders of the user's own, with nothing in them but what we write.
void removeLeftovers(const WritePlace& place, const FolderSink::IsOurs& isOurs)
{
    const auto isPart = [&](std::string_view name) {
        const auto of = FileSink::targetOf(name);
        return isOurs(name) || (of && isOurs(*of));
    };
    std::vector<std::string> names;
    platform::forEachName(place.folder, [&](const std::string& name) {
        if (FileSink::isTemporaryName(name, place.name)) {
            names.push_back(name);
        }
    });
    for (const std::string& name : names) {
        Descriptor folder = platform::openIn(place.folder, name, platform::Open::LockFolder);
        const auto status = folder.isOpen() ? platform::statusOf(folder.number()) : std::nullopt;
        if (status && status->owner == platform::ownUser() && !foreignName(folder, isPart) && !isInUse(folder)) {
            removeFolder(place.folder, name, std::move(folder), isPart);
        }
    }
}

/// Where a folder will be, or why there can be none of that name.
Result<WritePlace> placeFor(const std::string& target, FileSink::Existing existing, const FolderSink::IsOurs& isOurs)
{
    CAIRN_ASSIGN(place, findWritePlace(platform::pathText(pathOf(target))));
    if (place.isLinked || (place.status && place.status->kind != platform::FileKind::Folder)) {
        return isNoFolder(target);
    }
    if (!place.status) {
        return std::move(place);
    }
    const Descriptor folder = platform::openIn(place.folder, place.name, platform::Open::OwnFolder);
    if (!folder.isOpen()) {
        return cannotMake(target, errno);
    }
    const FolderSink::IsOurs nothing = [](std::string_view) { return false; };
    const auto foreign = foreignName(folder, existing == FileSink::Existing::Refuse ? nothing : isOurs);
    if (foreign && existing == FileSink::Existing::Refuse) {
        return fail(error(ErrorCode::TargetExists, message("the folder exists already, and has something in it"))
                        .in(target)
                        .fix(message("Choose another name, or replace it with --force")));
    }
    if (foreign) {
        return isForeign(target, *foreign);
    }
    return std::move(place);
}

} // namespace

Result<void> FolderSink::check(const std::string& target, FileSink::Existing existing, const IsOurs& isOurs)
{
    CAIRN_TRY(placeFor(target, existing, isOurs));
    return {};
}

Result<std::unique_ptr<FolderSink>> FolderSink::create(const std::string& target, FileSink::Existing existing,
                                                       const IsOurs& isOurs, std::string_view lastFile,
                                                       platform::FileMode mostMode)
{
    CAIRN_ASSIGN(place, placeFor(target, existing, isOurs));
    removeLeftovers(place, isOurs);
    std::unique_ptr<FolderSink> sink(new FolderSink(target, std::move(place), existing, isOurs, mostMode));
    CAIRN_TRY(sink->makeTemporary());
    CAIRN_ASSIGN(last, sink->addFile(lastFile));
    sink->m_last = std::move(last);
    return sink;
}

Result<void> FolderSink::makeTemporary()
{
    constexpr int mostTries = 1000;
    int reason = EEXIST;
    for (int i = 0; i < mostTries; ++i) {
        std::string name = FileSink::temporaryName(m_place.name);
        if (!platform::makeFolderIn(m_place.folder, name)) {
            if (errno == EEXIST) {
                continue;
            }
            reason = errno;
            break;
        }
        Descriptor folder = platform::openIn(m_place.folder, name, platform::Open::LockFolder);
        const auto status = folder.isOpen() ? platform::statusOf(folder.number()) : std::nullopt;
        if (!status || status->owner != platform::ownUser()) {
            return spoiled(); // that was in its place within a moment
        }
        (void)platform::lock(folder.number(), platform::Lock::Wait); // marks it as in use; see removeLeftovers
        m_folder = std::move(folder);
        m_status = *status;
        if (isOurFolder(name)) { // another run that was cleaning up may have been quicker
            m_temporary = std::move(name);
            return {};
        }
    }
    return cannotMake(m_target, reason);
}

FolderSink::~FolderSink()
{
    m_last.reset();
    if (!m_temporary.empty() && isOurFolder(m_temporary)) {
        removeFolder(m_place.folder, m_temporary, std::move(m_folder), m_isOurs);
    }
}

bool FolderSink::isOurFolder(const std::string& name) const
{
    const auto there = platform::statusIn(m_place.folder, name);
    return there && there->isSameFile(m_status);
}

std::unexpected<Error> FolderSink::spoiled() const
{
    return fail(error(ErrorCode::FileChanged, message("somebody else took the folder away while it was being written"))
                    .in(m_target)
                    .fix(message("Write to a folder that nobody else can write to")));
}

std::string FolderSink::path() const
{
    return platform::pathOfOpen(m_folder.number(), folderAround(m_target), m_temporary);
}

Result<std::unique_ptr<FileSink>> FolderSink::addFile(std::string_view name) const
{
    return FileSink::createIn(m_folder, std::string(name), platform::pathText(fs::path(m_target) / name), m_mode);
}

Result<void> FolderSink::finish()
{
    return m_last->commit();
}

/// Puts aside what has the name, after a look at what it is by now: whether there is something to be put back. Nothing
/// of another's goes, whenever it came.
Result<bool> FolderSink::putAside(const std::string& aside)
{
    const std::string& name = m_place.name;
    (void)platform::removeFolderIn(m_place.folder, name); // one that is empty is nobody's loss
    const auto status = platform::statusIn(m_place.folder, name);
    if (!status) {
        return false;
    }
    if (m_existing == FileSink::Existing::Refuse || status->kind != platform::FileKind::Folder) {
        return appeared();
    }
    if (platform::statusIn(m_place.folder, aside)) {
        return fail(error(ErrorCode::TargetExists, message("the folder that was there has no place to go"))
                        .in(platform::pathText(fs::path(folderAround(m_target)) / aside))
                        .fix(message("Move that one elsewhere: an earlier run was stopped while it replaced it")));
    }
    if (!platform::renameFolderIn(m_place.folder, name, aside)) {
        return cannotMake(m_target, errno);
    }
    std::optional<std::string> foreign = name;
    if (const Descriptor old = platform::openIn(m_place.folder, aside, platform::Open::OwnFolder); old.isOpen()) {
        foreign = foreignName(old, m_isOurs);
    }
    if (foreign) {
        (void)platform::renameFolderIn(m_place.folder, aside, name);
        return isForeign(m_target, *foreign);
    }
    return true;
}

std::unexpected<Error> FolderSink::appeared() const
{
    return fail(error(ErrorCode::TargetExists, message("the target appeared while it was being written"))
                    .in(m_target)
                    .fix(message("Choose another name")));
}

Result<void> FolderSink::commit()
{
    const std::string& name = m_place.name;
    // No name of a temporary one: the next run must not remove it, if this one is killed before the new one is there.
    const std::string aside = name + ".replaced";
    if (platform::isWindows()) { // which renames no folder that is open, and no folder of an open file
        m_last.reset();
        m_folder = {};
    }
    if (!isOurFolder(m_temporary)) {
        return spoiled();
    }
    CAIRN_ASSIGN(isReplaced, putAside(aside));
    if (!platform::renameFolderIn(m_place.folder, m_temporary, name)) {
        const int reason = errno;
        if (isReplaced) {
            (void)platform::renameFolderIn(m_place.folder, aside, name);
        }
        return reason == EEXIST ? appeared() : cannotMake(m_target, reason);
    }
    m_temporary.clear();
    if (!isOurFolder(name)) {
        return spoiled();
    }
    platform::syncFolder(m_place.folder);
    if (Descriptor old = platform::openIn(m_place.folder, aside, platform::Open::OwnFolder);
        isReplaced && old.isOpen()) {
        removeFolder(m_place.folder, aside, std::move(old), m_isOurs);
    }
    return {};
}

} // namespace cairn::convert
