#include "core/convert/common/leftovers.h"

#include "core/base/files/file_sink.h"
#include "core/base/platform/path_text.h"

#include <filesystem>
#include <map>
#include <set>
#include <string_view>

namespace cairn::convert {

namespace {

namespace fs = std::filesystem;

using Names = std::set<std::string, std::less<>>;

/// "model.cpu" of "model.cpu-2", "model-00001-of" of "model-00001-of-00002"
std::string_view withoutNumber(std::string_view stem)
{
    const std::size_t dash = stem.find_last_not_of("0123456789");
    const bool isNumbered = dash != std::string_view::npos && dash + 1 < stem.size() && stem[dash] == '-';
    return isNumbered ? stem.substr(0, dash) : stem;
}

/// Whether it is one of the names, or becomes one without the numbers of copies and shards.
bool isNameOf(const Names& wanted, std::string_view name)
{
    constexpr std::string_view of = "-of";
    const fs::path path(name);
    const std::string whole = path.stem().string();
    const std::string extension = path.extension().string();
    std::string_view stem = whole;
    while (!wanted.contains(std::string(stem) + extension)) {
        std::string_view shorter = withoutNumber(stem);
        if (shorter.size() == stem.size()) {
            return false;
        }
        shorter.remove_suffix(shorter.ends_with(of) ? of.size() : 0);
        stem = shorter;
    }
    return true;
}

} // namespace

void removeLeftovers(const std::vector<std::string>& targets)
{
    std::map<std::string, Names> folders; // each is read once, whatever is wanted of it
    for (const std::string& target : targets) {
        const fs::path path(target);
        folders[path.has_parent_path() ? platform::pathText(path.parent_path()) : "."].insert(path.filename().string());
    }
    for (const auto& [folder, names] : folders) {
        FileSink::removeLeftovers(folder, [&](std::string_view name) { return isNameOf(names, name); });
    }
}

} // namespace cairn::convert
