#include "core/convert/tensors/shard_files.h"

#include "core/base/platform/path_text.h"
#include "core/convert/tensors/shard_layout.h"

#include <filesystem>
#include <system_error>

namespace cairn::convert {

namespace fs = std::filesystem;

std::vector<std::string> filesThere(const std::string& path, Shards shards)
{
    std::vector<std::string> found;
    std::error_code failure;
    const fs::file_status status = fs::symlink_status(path, failure);
    if (fs::exists(status) && !(fs::is_directory(status) && fs::is_empty(path, failure))) { // somebody made it for us
        found.push_back(path);
    }
    if (shards == Shards::No) {
        return found;
    }
    // A shard counts however many there were: its set would be mixed with another.
    const fs::path target = path;
    const std::string name = target.filename().string();
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    for (fs::directory_iterator file(folder, failure), end; !failure && file != end; file.increment(failure)) {
        if (isOfShards(name, file->path().filename().string())) {
            found.push_back(platform::pathText(file->path()));
        }
    }
    return found;
}

bool isThere(const std::string& path, Shards shards)
{
    return !filesThere(path, shards).empty();
}

} // namespace cairn::convert
