#include "app/cli/convert_targets.h"

#include "core/base/text.h"
#include "core/convert/recipe_route.h"

#include <filesystem>
#include <map>
#include <set>
#include <system_error>

namespace cairn::cli {

std::string convertTarget(const ConvertOptions& options, const std::string& file)
{
    if (options.inPlace) {
        return file;
    }
    return options.out.empty() ? convert::targetFor(options.recipe, file) : options.out;
}

Result<void> checkConvertTargets(const ConvertOptions& options)
{
    if (options.recipe.existing == convert::ExistingTarget::Number && !options.inPlace) {
        return {}; // each gets a name of its own
    }
    namespace fs = std::filesystem;
    const auto place = [](const std::string& path) {
        std::error_code failure;
        const fs::path absolute = fs::absolute(path, failure); // there is none of an empty name
        const fs::path whole = failure ? absolute : fs::weakly_canonical(absolute, failure);
        return failure ? path : whole.string();
    };
    std::set<std::string> inputs;
    for (const std::string& file : options.files) {
        inputs.insert(place(file));
    }
    std::map<std::string, std::string> sources;
    for (const std::string& file : options.files) {
        const std::string target = place(convertTarget(options, file));
        const auto [first, isNew] = sources.emplace(target, file);
        if (!isNew && options.inPlace) {
            return fail(error(ErrorCode::Usage,
                              cairn::inQuotes(first->second) + " and " + cairn::inQuotes(file) + " are one file")
                            .fix("Name it once"));
        }
        if (!isNew) {
            return fail(error(ErrorCode::Usage, "the copies of " + cairn::inQuotes(first->second) + " and " +
                                                    cairn::inQuotes(file) + " would have the same name")
                            .in(target)
                            .fix("Convert them one by one with -o, or into different folders"));
        }
        if (inputs.contains(target) && target != place(file)) {
            return fail(error(ErrorCode::Usage, "the copy of " + cairn::inQuotes(file) + " would replace another input")
                            .in(target)
                            .fix("Choose another folder"));
        }
    }
    return {};
}

Result<std::vector<std::string>> makeConvertFolder(const ConvertOptions& options)
{
    namespace fs = std::filesystem;
    std::vector<std::string> made;
    if (!options.makesFolder() || options.dryRun) {
        return made;
    }
    std::error_code failure;
    for (fs::path folder = options.recipe.folder; !folder.empty() && !fs::exists(folder, failure);
         folder = folder.parent_path()) {
        if (folder.has_filename()) { // "a/b/" is "a/b"
            made.push_back(folder.string());
        }
    }
    fs::create_directories(options.recipe.folder, failure);
    if (failure) {
        return fail(
            error(ErrorCode::WriteFailed, "cannot make the folder: " + failure.message()).in(options.recipe.folder));
    }
    return made;
}

} // namespace cairn::cli
