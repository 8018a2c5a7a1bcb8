#include "app/cli/convert/convert_targets.h"

#include "app/cli/common/input_stream.h"
#include "core/base/text/text.h"
#include "core/convert/common/copy_name.h"
#include "core/convert/recipe/recipe_route.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cairn::cli {

namespace {

namespace fs = std::filesystem;

/// Where paths lead. Those of a tree come folder by folder, so the last folder is remembered.
class Places {
public:
    [[nodiscard]] std::string of(const std::string& path)
    {
        const fs::path file(path);
        std::error_code failure;
        if (!file.has_filename() || file.filename() == "." || file.filename() == ".." ||
            fs::is_symlink(file, failure)) {
            return whole(file).string();
        }
        if (m_place.empty() || file.parent_path() != m_folder) {
            m_folder = file.parent_path();
            m_place = whole(m_folder.empty() ? fs::path(".") : m_folder);
        }
        return (m_place / file.filename()).string();
    }

private:
    static fs::path whole(const fs::path& path)
    {
        std::error_code failure;
        const fs::path absolute = fs::absolute(path, failure); // there is none of an empty name
        const fs::path place = failure ? absolute : fs::weakly_canonical(absolute, failure);
        return failure ? path : place;
    }

    fs::path m_folder;
    fs::path m_place;
};

/// Inputs by the place of something of each.
using ByPlace = std::unordered_map<std::string, const InputFile*>;

bool keepsCopies(const ConvertOptions& options)
{
    return options.recipe.existing == convert::ExistingTarget::Skip ||
           options.recipe.existing == convert::ExistingTarget::Update;
}

std::unexpected<Error> sameName(const ConvertOptions& options, const InputFile& first, const InputFile& second,
                                const std::string& target)
{
    if (options.inPlace) {
        return fail(error(ErrorCode::Usage,
                          cairn::inQuotes(first.path) + " and " + cairn::inQuotes(second.path) + " are one file")
                        .fix("Name it once"));
    }
    const bool isFlat = !options.recipe.folder.empty() && !options.inputs.isRecursive;
    return fail(error(ErrorCode::Usage, "the copies of " + cairn::inQuotes(first.path) + " and " +
                                            cairn::inQuotes(second.path) + " would have the same name")
                    .in(target)
                    .because("Nothing was written")
                    .fix(isFlat ? "Name the folder that they are in, with -r: then the copies have folders too. Or let "
                                  "their names differ: --name '{dir}-{stem}{ext}'"
                                : "Let their names differ, as with --name '{dir}-{stem}{ext}', or convert them one "
                                  "after the other into different folders"));
}

std::unexpected<Error> replacesInput(const InputFile& input, const std::string& target)
{
    return fail(
        error(ErrorCode::Usage, "the copy of " + cairn::inQuotes(input.path) + " would replace another input")
            .in(target)
            .because("Nothing was written")
            .fix("Choose another folder. If it is a copy of an earlier run, --existing skip leaves it, and --existing "
                 "update brings it up to date"));
}

} // namespace

std::string convertTarget(const ConvertOptions& options, const InputFile& input)
{
    if (options.inPlace) {
        return input.path;
    }
    return options.out.empty() ? convert::targetFor(options.recipe, input.path, input.below) : options.out;
}

Result<std::vector<std::string>> separateTargets(const ConvertOptions& options, std::vector<InputFile>& inputs)
{
    std::vector<std::string> copies;
    const auto stream = std::ranges::find_if(inputs, [](const InputFile& input) { return isStream(input.path); });
    if (stream != inputs.end() && options.out.empty() && !options.inPlace) {
        return fail(error(ErrorCode::Usage, "what comes through a pipe has no name that its copy could have")
                        .in(stream->path)
                        .fix("Name the copy with -o"));
    }
    if (options.recipe.existing == convert::ExistingTarget::Number && !options.inPlace) {
        return copies; // each gets a name of its own
    }
    Places places;
    Places targetPlaces;
    ByPlace sources;
    std::unordered_map<std::string, std::vector<const InputFile*>> numbered; // by the name that they had without
    for (const InputFile& input : inputs) {
        const std::string place = places.of(input.path);
        sources.emplace(place, &input);
        if (std::string plain = convert::withoutNumber(place); keepsCopies(options) && !plain.empty()) {
            numbered[std::move(plain)].push_back(&input);
        }
    }
    std::unordered_set<const InputFile*> isCopy;
    const auto leaveOut = [&](const InputFile* input) {
        if (isCopy.insert(input).second) {
            copies.push_back(input->path);
        }
    };
    for (const InputFile& input : inputs) {
        const std::string target = targetPlaces.of(convertTarget(options, input));
        if (options.inPlace || target == places.of(input.path)) {
            continue;
        }
        if (const auto second = numbered.find(target); second != numbered.end()) {
            std::ranges::for_each(second->second, leaveOut);
        }
        const auto source = sources.find(target);
        if (source == sources.end()) {
            continue;
        }
        if (!keepsCopies(options)) {
            return replacesInput(input, target);
        }
        leaveOut(source->second);
    }
    ByPlace targets;
    for (const InputFile& input : inputs) {
        if (isCopy.contains(&input)) {
            continue;
        }
        const std::string target = targetPlaces.of(convertTarget(options, input));
        if (const auto [first, isNew] = targets.emplace(target, &input); !isNew) {
            return sameName(options, *first->second, input, target);
        }
    }
    std::erase_if(inputs, [&](const InputFile& input) { return isCopy.contains(&input); });
    return copies;
}

Result<std::vector<std::string>> makeConvertFolder(const ConvertOptions& options)
{
    std::vector<std::string> made;
    const std::string& wanted = options.recipe.folder;
    if (!options.makesFolder() || options.dryRun) {
        return made;
    }
    std::error_code failure;
    for (fs::path folder = wanted; !folder.empty() && !fs::exists(folder, failure); folder = folder.parent_path()) {
        if (folder.has_filename()) { // "a/b/" is "a/b"
            made.push_back(folder.string());
        }
    }
    fs::create_directories(wanted, failure);
    if (failure) {
        return fail(error(ErrorCode::WriteFailed, "cannot make the folder: " + failure.message()).in(wanted));
    }
    if (::access(wanted.c_str(), W_OK | X_OK) != 0) { // once, and not for each file
        return fail(error(ErrorCode::WriteFailed, std::string("cannot write into the folder: ") + std::strerror(errno))
                        .in(wanted)
                        .fix("Choose another folder, or get the right to write there from whoever owns it"));
    }
    return made;
}

} // namespace cairn::cli
