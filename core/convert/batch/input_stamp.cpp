#include "core/convert/batch/input_stamp.h"

#include "core/base/files/byte_source.h"
#include "core/base/files/folder_walk.h"
#include "core/base/files/sha256.h"
#include "core/base/platform/file.h"
#include "core/base/platform/path_text.h"
#include "core/checkpoint/folders/folder_kind.h"
#include "core/convert/sums/sums.h"
#include "core/formats/safetensors/shard_index.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

namespace cairn::convert {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kShardIndexEnding = ".index.json";

} // namespace

std::vector<std::string> filesOfInput(const std::string& path)
{
    std::vector<std::string> files;
    if (path.ends_with(kShardIndexEnding)) {
        files.push_back(path);
        const auto source = FileSource::open(path);
        const auto index = source ? formats::readShardIndex(**source) : Result<formats::ShardIndex>();
        for (const std::string& shard : index ? index->shards : std::vector<std::string>()) {
            if (formats::isPlainFileName(shard)) {
                files.push_back(platform::pathText(fs::path(path).parent_path() / shard));
            }
        }
        return files;
    }
    if (const auto ranks = checkpoint::guessRankSet(path)) {
        for (const std::string& name : ranks->files) {
            files.push_back(platform::pathText(fs::path(path).parent_path() / name));
        }
        return files;
    }
    if (std::error_code failure; fs::is_directory(path, failure)) {
        walkFolders(path, [&](FolderContent& folder) {
            files.insert(files.end(), folder.files.begin(), folder.files.end());
            return true;
        });
        return files;
    }
    files.push_back(path);
    return files;
}

Result<InputStamp> stampOf(const std::string& path)
{
    constexpr std::int64_t nanoseconds = 1'000'000'000;
    InputStamp stamp{.files = 0};
    bool isFolder = false;
    const auto add = [&](const std::string& file) -> Result<void> {
        const auto status = platform::statusOf(file, platform::Links::Follow);
        if (!status) {
            const ErrorCode code = errno == ENOENT ? ErrorCode::FileNotFound : ErrorCode::FileNotReadable;
            return fail(error(code, message("cannot look at the file: %1", systemReason(errno))).in(file));
        }
        isFolder = status->kind == platform::FileKind::Folder;
        stamp.bytes += status->sizeBytes;
        stamp.changed =
            std::max<std::int64_t>(stamp.changed, status->modifiedSeconds * nanoseconds + status->modifiedNanoseconds);
        ++stamp.files;
        return {};
    };
    if (!path.ends_with(kShardIndexEnding) &&
        !checkpoint::guessRankSet(path)) { // nearly all are plain files, and one look is enough
        CAIRN_TRY(add(path));
        if (!isFolder) {
            return stamp;
        }
        stamp = {.files = 0};
    }
    for (const std::string& file : filesOfInput(path)) {
        CAIRN_TRY(add(file));
    }
    return stamp;
}

Result<std::string> sha256Of(const std::string& path, Progress* progress)
{
    Sha256 sum;
    for (const std::string& name : filesOfInput(path)) {
        CAIRN_ASSIGN(file, FileSource::open(name));
        CAIRN_TRY(addToSum(sum, *file, progress));
    }
    return sum.finish();
}

} // namespace cairn::convert
