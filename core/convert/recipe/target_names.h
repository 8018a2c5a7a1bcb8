#pragma once

#include "core/convert/recipe/recipe.h"
#include "core/convert/tensors/shard_files.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace cairn::convert {

[[nodiscard]] inline Shards shardsOf(const Recipe& recipe)
{
    return recipe.shardSize.empty() ? Shards::No : Shards::Yes;
}

/// Gives each conversion of many a name for its copy, so that no two write the same and nothing that is there is
/// written over. Shared by those that run side by side; any thread.
class TargetNames {
public:
    /// `wanted`, or with a number. Nothing if a file that is no copy of this run has the name, and ExistingTarget is
    /// not Number.
    [[nodiscard]] std::optional<std::string> take(const std::string& wanted, const std::string& source,
                                                  ExistingTarget existing, Shards shards);
    /// No copy came to be under the name.
    void giveBack(const std::string& name);

private:
    std::mutex m_mutex;
    std::map<std::string, std::string> m_sources; ///< by the names that were given
};

} // namespace cairn::convert
