#include "app/cli/convert/convert_targets.h"

#include "app/cli/common/input_stream.h"
#include "core/base/platform/file.h"
#include "core/base/platform/path_text.h"
#include "core/base/text/text.h"
#include "core/convert/common/copy_name.h"
#include "core/convert/recipe/recipe_route.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <functional>
#include <iterator>
#include <optional>
#include <system_error>
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
            return platform::pathText(whole(file));
        }
        if (m_place.empty() || file.parent_path() != m_folder) {
            m_folder = file.parent_path();
            m_place = whole(m_folder.empty() ? fs::path(".") : m_folder);
        }
        return platform::pathText(m_place / file.filename());
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

/// Inputs by the place of something of each. Of a place a number alone is kept: the names themselves would be most of
/// what many inputs take. So what is found only may be it.
class PlaceIndex {
public:
    struct Entry {
        std::size_t hash;
        std::size_t input;
        friend auto operator<=>(const Entry&, const Entry&) = default;
    };

    void add(const std::string& place, std::size_t input)
    {
        m_entries.push_back({std::hash<std::string>()(place), input});
    }
    /// Before anything is looked for.
    void sort() { std::ranges::sort(m_entries); }
    /// Those that may be at that place, in the order of the inputs.
    [[nodiscard]] auto at(const std::string& place) const
    {
        return std::ranges::equal_range(m_entries, std::hash<std::string>()(place), {}, &Entry::hash);
    }
    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }

private:
    std::vector<Entry> m_entries;
};

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
                          message("%1 and %2 are one file", cairn::inQuotes(first.path), cairn::inQuotes(second.path)))
                        .fix(message("Name it once")));
    }
    const bool isFlat = !options.recipe.folder.empty() && !options.inputs.isRecursive;
    return fail(error(ErrorCode::Usage, message("the copies of %1 and %2 would have the same name",
                                                cairn::inQuotes(first.path), cairn::inQuotes(second.path)))
                    .in(target)
                    .because(message("Nothing was written"))
                    .fix(isFlat ? message("Name the folder that they are in, with -r: then the copies have folders "
                                          "too. Or let their names differ: --name '{dir}-{stem}{ext}'")
                                : message("Let their names differ, as with --name '{dir}-{stem}{ext}' if they are in "
                                          "different folders, or let later ones be numbered: --existing number")));
}

std::unexpected<Error> replacesInput(const InputFile& input, const std::string& target)
{
    return fail(
        error(ErrorCode::Usage, message("the copy of %1 would replace another input", cairn::inQuotes(input.path)))
            .in(target)
            .because(message("Nothing was written"))
            .fix(message(
                "Choose another folder. If it is a copy of an earlier run, --existing skip leaves it, and --existing "
                "update brings it up to date")));
}

/// Calls `leaveOut` for the inputs that are copies of others. Usage, if such a one would be replaced.
Result<void> leaveOutCopies(const ConvertOptions& options, const std::vector<InputFile>& inputs,
                            const std::function<void(std::size_t)>& leaveOut)
{
    Places places;
    PlaceIndex sources;
    PlaceIndex numbered; // by the name that they had without their number
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const std::string place = places.of(inputs[i].path);
        sources.add(place, i);
        if (const std::string plain = convert::withoutNumber(place); keepsCopies(options) && !plain.empty()) {
            numbered.add(plain, i);
        }
    }
    sources.sort();
    numbered.sort();
    Places targetPlaces;
    Places foundPlaces;
    for (const InputFile& input : inputs) {
        const std::string target = targetPlaces.of(convertTarget(options, input));
        if (options.inPlace || target == places.of(input.path)) {
            continue;
        }
        for (const PlaceIndex::Entry& found : numbered.at(target)) {
            if (convert::withoutNumber(foundPlaces.of(inputs[found.input].path)) == target) {
                leaveOut(found.input);
            }
        }
        const auto found = sources.at(target);
        const auto source = std::ranges::find_if(
            found, [&](const PlaceIndex::Entry& entry) { return foundPlaces.of(inputs[entry.input].path) == target; });
        if (source == found.end()) {
            continue;
        }
        if (!keepsCopies(options)) {
            return replacesInput(input, target);
        }
        leaveOut(source->input);
    }
    return {};
}

/// The first two inputs whose copies would have one name.
std::optional<std::pair<std::size_t, std::size_t>>
findTwins(const ConvertOptions& options, const std::vector<InputFile>& inputs, const std::vector<bool>& isCopy)
{
    Places places;
    PlaceIndex targets;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!isCopy[i]) {
            targets.add(places.of(convertTarget(options, inputs[i])), i);
        }
    }
    targets.sort();
    std::optional<std::pair<std::size_t, std::size_t>> twins;
    const std::vector<PlaceIndex::Entry>& entries = targets.entries();
    for (auto first = entries.begin(); first != entries.end(); ++first) {
        const auto mayBeTwin = [&](auto second) {
            return second != entries.end() && second->hash == first->hash && (!twins || second->input < twins->second);
        };
        for (auto second = std::next(first); mayBeTwin(second); ++second) {
            if (places.of(convertTarget(options, inputs[first->input])) ==
                places.of(convertTarget(options, inputs[second->input]))) {
                twins = {first->input, second->input};
                break;
            }
        }
    }
    return twins;
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
        return fail(error(ErrorCode::Usage, message("what comes through a pipe has no name that its copy could have"))
                        .in(stream->path)
                        .fix(message("Name the copy with -o")));
    }
    if (options.recipe.existing == convert::ExistingTarget::Number && !options.inPlace) {
        return copies; // each gets a name of its own
    }
    std::vector<bool> isCopy(inputs.size());
    const auto leaveOut = [&](std::size_t input) {
        if (!isCopy[input]) {
            isCopy[input] = true;
            copies.push_back(inputs[input].path);
        }
    };
    CAIRN_TRY(leaveOutCopies(options, inputs, leaveOut));
    if (const auto twins = findTwins(options, inputs, isCopy)) {
        const InputFile& first = inputs[twins->first];
        return sameName(options, first, inputs[twins->second], Places().of(convertTarget(options, first)));
    }
    std::size_t left = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!isCopy[i] && left++ != i) {
            inputs[left - 1] = std::move(inputs[i]);
        }
    }
    inputs.resize(left);
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
            made.push_back(platform::pathText(folder));
        }
    }
    fs::create_directories(wanted, failure);
    if (failure) {
        return fail(error(ErrorCode::WriteFailed, message("cannot make the folder: %1", failure.message())).in(wanted));
    }
    if (!platform::mayWriteIn(wanted)) { // once, and not for each file
        return fail(error(ErrorCode::WriteFailed, message("cannot write into the folder: %1", systemReason(errno)))
                        .in(wanted)
                        .fix(message("Choose another folder, or get the right to write there from whoever owns it")));
    }
    return made;
}

} // namespace cairn::cli
