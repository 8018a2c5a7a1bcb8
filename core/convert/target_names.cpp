#include "core/convert/target_names.h"

#include "core/convert/copy_name.h"
#include "core/convert/shard_layout.h"

#include <filesystem>
#include <system_error>

namespace cairn::convert {

namespace fs = std::filesystem;

std::vector<std::string> filesThere(const std::string& path, Shards shards)
{
    std::vector<std::string> found;
    std::error_code failure;
    if (fs::exists(fs::symlink_status(path, failure))) {
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
            found.push_back(file->path().string());
        }
    }
    return found;
}

bool isThere(const std::string& path, Shards shards)
{
    return !filesThere(path, shards).empty();
}

std::optional<std::string> TargetNames::take(const std::string& wanted, const std::string& source,
                                             ExistingTarget existing, Shards shards)
{
    const std::lock_guard lock(m_mutex);
    std::string name = wanted;
    for (unsigned number = 2;; ++number) {
        const auto given = m_sources.find(name);
        const bool isOfAnother = given != m_sources.end() && given->second != source;
        if (!isOfAnother && !isThere(name, shards)) {
            break;
        }
        if (!isOfAnother && existing != ExistingTarget::Number) {
            return std::nullopt;
        }
        name = numberedPath(wanted, number);
    }
    m_sources.insert_or_assign(name, source);
    return name;
}

void TargetNames::giveBack(const std::string& name)
{
    const std::lock_guard lock(m_mutex);
    m_sources.erase(name);
}

} // namespace cairn::convert
