#include "core/convert/common/folder_sink.h"

#include "core/base/platform/path_text.h"
#include "core/base/text/text.h"

#include <filesystem>
#include <system_error>
#include <utility>

namespace cairn::convert {

namespace fs = std::filesystem;

namespace {

/// The target without a slash at its end, which would be a path to nothing in it.
fs::path pathOf(const std::string& target)
{
    const fs::path path(target);
    return path.has_filename() || !path.has_parent_path() ? path : path.parent_path();
}

fs::path folderOf(const fs::path& path)
{
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// What killed runs left; those of others that are still at it have a lock on a file.
void removeLeftovers(const fs::path& target)
{
    const std::string name = target.filename().string();
    std::error_code failure;
    std::vector<fs::path> left;
    for (fs::directory_iterator entry(folderOf(target), failure), end; !failure && entry != end;
         entry.increment(failure)) {
        std::error_code none;
        if (FileSink::isTemporaryName(entry->path().filename().string(), name) && !entry->is_symlink(none) &&
            entry->is_directory(none)) {
            left.push_back(entry->path());
        }
    }
    for (const fs::path& folder : left) {
        FileSink::removeLeftovers(platform::pathText(folder), [](std::string_view) { return true; });
        bool isInUse = false;
        for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end; entry.increment(failure)) {
            isInUse = isInUse || entry->path().filename().string().ends_with(".part");
        }
        if (!isInUse) {
            fs::remove_all(folder, failure);
        }
    }
}

std::unexpected<Error> cannotMake(const std::string& target, const std::error_code& failure)
{
    return fail(error(ErrorCode::WriteFailed, message("the folder cannot be made: %1", failure.message())).in(target));
}

} // namespace

Result<void> FolderSink::check(const std::string& target, FileSink::Existing existing, const IsOurs& isOurs)
{
    const fs::path path = pathOf(target);
    std::error_code failure;
    const fs::file_status status = fs::symlink_status(path, failure);
    if (!fs::exists(status)) {
        return {};
    }
    if (!fs::is_directory(status)) {
        return fail(error(ErrorCode::TargetExists, message("the target exists already, and is no folder"))
                        .in(target)
                        .fix(message("Choose another name")));
    }
    for (fs::directory_iterator entry(path, failure), end; !failure && entry != end; entry.increment(failure)) {
        const std::string name = entry->path().filename().string();
        if (existing == FileSink::Existing::Refuse) {
            return fail(error(ErrorCode::TargetExists, message("the folder exists already, and has something in it"))
                            .in(target)
                            .fix(message("Choose another name, or replace it with --force")));
        }
        std::error_code none;
        if (!isOurs(name) || !entry->is_regular_file(none)) {
            return fail(
                error(ErrorCode::TargetExists,
                      message("the folder has something in it that is no part of a checkpoint: %1", inQuotes(name)))
                    .in(target)
                    .because(message("A folder is replaced as a whole"))
                    .fix(message("Choose another name")));
        }
    }
    return failure ? cannotMake(target, failure) : Result<void>();
}

Result<std::unique_ptr<FolderSink>> FolderSink::create(const std::string& target, FileSink::Existing existing,
                                                       const IsOurs& isOurs, std::string_view lastFile,
                                                       platform::FileMode mostMode)
{
    CAIRN_TRY(check(target, existing, isOurs));
    const fs::path path = pathOf(target);
    removeLeftovers(path);
    const fs::path temporary = folderOf(path) / FileSink::temporaryName(path.filename().string());
    std::error_code failure;
    if (!fs::create_directory(temporary, failure)) {
        return cannotMake(target, failure);
    }
    std::unique_ptr<FolderSink> sink(new FolderSink(platform::pathText(path), platform::pathText(temporary), mostMode));
    CAIRN_ASSIGN(last, sink->addFile(lastFile));
    sink->m_last = std::move(last);
    return sink;
}

FolderSink::~FolderSink()
{
    m_last.reset();
    if (!m_temporary.empty()) {
        std::error_code failure;
        fs::remove_all(m_temporary, failure);
    }
}

Result<std::unique_ptr<FileSink>> FolderSink::addFile(std::string_view name) const
{
    return FileSink::create(platform::pathText(fs::path(m_temporary) / name), FileSink::Existing::Refuse, m_mode);
}

Result<void> FolderSink::finish()
{
    return m_last->commit();
}

Result<void> FolderSink::commit()
{
    m_last.reset(); // some systems rename no folder with an open file
    const fs::path target(m_target);
    // No name of a temporary one: the next run must not remove it, if this one is killed before the new one is there.
    fs::path old = target;
    old += ".replaced";
    std::error_code failure;
    const bool isReplaced = fs::exists(fs::symlink_status(target, failure));
    if (isReplaced) {
        if (fs::exists(fs::symlink_status(old, failure))) {
            return fail(error(ErrorCode::TargetExists, message("the folder that was there has no place to go"))
                            .in(platform::pathText(old))
                            .fix(message("Move that one elsewhere: an earlier run was stopped while it replaced it")));
        }
        fs::rename(target, old, failure);
        if (failure) {
            return cannotMake(m_target, failure);
        }
    }
    fs::rename(m_temporary, target, failure);
    if (failure) {
        std::error_code none;
        if (isReplaced) {
            fs::rename(old, target, none);
        }
        return cannotMake(m_target, failure);
    }
    m_temporary.clear();
    platform::syncFolder(platform::pathText(folderOf(target)));
    if (isReplaced) {
        fs::remove_all(old, failure);
    }
    return {};
}

} // namespace cairn::convert
