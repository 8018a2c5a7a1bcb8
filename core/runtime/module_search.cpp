#include "core/runtime/module_search.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace cairn::runtime {

namespace fs = std::filesystem;

namespace {

constexpr const char* kModuleName = "cairn_torch.so";

} // namespace

ModuleSearch findModule()
{
    ModuleSearch search;
    std::vector<fs::path> places;
    std::error_code failure;
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here changes the environment
    if (const char* named = std::getenv("CAIRN_RUNTIME"); named != nullptr && *named != '\0') {
        search.isNamed = true;
        places.emplace_back(fs::is_directory(named, failure) ? fs::path(named) / kModuleName : fs::path(named));
    } else if (const fs::path program = fs::read_symlink("/proc/self/exe", failure); !failure) {
        places.push_back(program.parent_path() / kModuleName);
        places.push_back(program.parent_path().parent_path() / "lib" / "cairn" / kModuleName);
    }
    for (const fs::path& place : places) {
        // The loader takes a name without a slash for one of the system's libraries.
        const fs::path whole = fs::absolute(place, failure);
        search.lookedAt.push_back(failure ? place.string() : whole.string());
        if (search.found.empty() && fs::exists(whole, failure)) {
            search.found = whole.string();
        }
    }
    return search;
}

} // namespace cairn::runtime
