#include "app/cli/convert/convert_options.h"

#include "app/cli/common/help_formatter.h"
#include "app/cli/common/usage_error.h"
#include "core/base/text/shell_word.h"
#include "core/base/text/text.h"
#include "core/convert/common/copy_name.h"
#include "core/convert/recipe/recipe_file.h"
#include "core/devices/machine/device_string.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <span>
#include <system_error>

namespace cairn::cli {

namespace {

constexpr unsigned kMostWorkers = 64; ///< more would only queue up for the disk
constexpr std::string_view kSourceName = "{stem}{ext}";

std::vector<std::string> words(std::span<const std::string_view> names)
{
    return {names.begin(), names.end()};
}

/// The value that a word stands for; it is one of the words.
template <typename Value>
Value valueOf(const std::string& word, std::span<const std::string_view> names)
{
    return static_cast<Value>(std::ranges::find(names, word) - names.begin());
}

/// Says where a device is given that was given for a format.
CLI::Validator noDevice()
{
    const auto check = [](const std::string& value) {
        const std::string_view backend = devices::backendOf(value);
        return backend == "cpu" || backend == "cuda" || backend == "mps" || backend == "gpu"
                   ? inQuotes(value) + " is a device, which is what --map is about: --map '*=" + value + '\''
                   : std::string();
    };
    return {check, std::string()};
}

void addPlaces(CLI::App& command, ConvertOptions& options)
{
    command.add_option("-o,--out", options.out, "Write the one copy here; - is standard output.")->option_text("OUT");
    command.add_flag("--in-place", options.inPlace, "Change each file itself; see IN PLACE.");
}

void addTargets(CLI::App& command, ConvertOptions& options)
{
    command
        .add_option("--out-dir", options.outDir,
                    "Write the copies into this folder, under the names of their sources; with -r into a tree like "
                    "theirs.")
        ->option_text("DIR");
    command
        .add_option("--name", options.name,
                    "Name copies by a pattern, as {stem}.cpu{ext}, or {dir}-{stem}{ext} with the name of the "
                    "source's folder; without --out-dir beside their sources.")
        ->option_text("PATTERN")
        ->group(kRareOptions);
    command.add_option("--recipe", options.recipeFile, "Do what a *.cairn-recipe.json file says; see RECIPES.")
        ->option_text("FILE")
        ->group(kRareOptions);
    command
        .add_option("--to", options.to,
                    "Write safetensors, pth, legacy or dcp where the name of the copy does not say so; see FORMAT.")
        ->option_text("FORMAT")
        ->transform(oneOf(words(convert::kContainerWords)))
        ->transform(noDevice());
    command
        .add_option("--shard-size", options.shardSize,
                    "Write files with SIZE of tensors at most (5GB, 500MB) and an index.")
        ->option_text("SIZE")
        ->group(kRareOptions);
    command
        .add_option("--files", options.files, "With --to dcp: spread the tensors over N files; see TO A DCP FOLDER.")
        ->option_text("N")
        ->check(wholeNumber(1, convert::kMostFiles))
        ->group(kRareOptions);
}

void addTags(CLI::App& command, ConvertOptions& options)
{
    addMapOptions(command, options.map);
    command.add_flag("--map-devices", options.mapDevices, "Map torch.device objects as well; the report lists each.")
        ->group(kRareOptions);
}

void addSelection(CLI::App& command, ConvertOptions& options)
{
    command.add_flag("--ema", options.averages, "Write averaged weights (EMA) as the model's.");
    addRepeatable(command, "--keep", options.keep, "Write only entries whose names fit; see NAMES. May be repeated.")
        ->option_text("GLOB");
    addRepeatable(command, "--drop", options.drop, "Leave out entries whose names fit; may be repeated.")
        ->option_text("GLOB");
    command.add_flag("--drop-optimizer", options.dropOptimizer, "Leave out what an optimizer keeps, by any name.");
    addRepeatable(command, "--rename", options.renames, "Give entries other names, as in module.=; see NAMES.")
        ->option_text("A=B");
    addRepeatable(command, "--cast", options.casts,
                  "Change a dtype: bf16, or float32=bfloat16; may be repeated. See DTYPES.")
        ->option_text("[FROM=]TO[:GLOB]");
    command
        .add_option(
            "--fp8-scales", options.fp8Scales,
            "Casts to float8_e4m3fn make scales as deepseek, compressed-tensors or comfyui; see SCALES OF FLOAT8.")
        ->option_text("WHOSE")
        ->transform(oneOf(words(convert::kScaleWords)))
        ->group(kRareOptions);
    addRepeatable(command, "--tie", options.ties, "Make two names one tensor again, if every bit is alike.")
        ->option_text("A=B")
        ->group(kRareOptions);
    command.add_flag("--compact", options.compact, "Write of each storage only what tensors use.")->group(kRareOptions);
}

void addSafetensors(CLI::App& command, ConvertOptions& options)
{
    command.add_flag("--clone", options.clone, "Tensor files: give tensors that share memory a copy each.")
        ->group(kRareOptions);
    command.add_flag("--drop-others", options.dropOthers, "Tensor files: leave out what is no tensor.")
        ->group(kRareOptions);
}

void addDoubts(CLI::App& command, ConvertOptions& options)
{
    command.add_flag("--verify", options.verify, "Open each copy again and compare everything with its source.");
    command.add_flag("--no-verify", options.noVerify, "Do not, where a recipe would.")->group(kRareOptions);
    command
        .add_flag("--lenient", options.lenient,
                  "Go on where a rule matches nothing, or names a device that PyTorch does not know.")
        ->group(kRareOptions);
    command
        .add_flag("--no-dangerous", options.noDangerous,
                  "Write no copy that does harm when it is loaded, as some files do on purpose; exit status 1.")
        ->group(kRareOptions);
}

void addManners(CLI::App& command, ConvertOptions& options)
{
    command
        .add_option("--existing", options.existing,
                    "If a target exists: refuse, skip, update, number or replace. See SEVERAL INPUTS.")
        ->option_text("WHAT")
        ->transform(oneOf(words(convert::kExistingWords)));
    command.add_flag("--force", options.force, "Replace targets that exist, as --existing replace.");
    command
        .add_flag("--resume", options.resume,
                  "Keep what comes of a file at an address until its copy is there; see FROM AN ADDRESS.")
        ->group(kRareOptions);
    command.add_flag("--dry-run", options.dryRun, "Tell what would change and write nothing.");
    command.add_flag("--json", options.json, "Print one line of JSON for each file instead.");
    command.add_flag("-q,--quiet", options.quiet, "Print only warnings and errors.");
    command
        .add_option("-j,--jobs", options.workers,
                    "Convert N inputs at a time (default: 2, or 1 on a machine with one core).")
        ->option_text("N")
        ->check(wholeNumber(1, kMostWorkers));
}

} // namespace

void addCopyOptions(CLI::App& command, ConvertOptions& options)
{
    addTargets(command, options);
    addTags(command, options);
    addSelection(command, options);
    addSafetensors(command, options);
    addDoubts(command, options);
}

void addConvertOptions(CLI::App& command, ConvertOptions& options)
{
    addFileInputs(command, options.inputs, "A checkpoint, or several.");
    addPlaces(command, options);
    addCopyOptions(command, options);
    addManners(command, options);
}

Result<void> settleRecipe(ConvertOptions& options)
{
    convert::Recipe recipe;
    if (options.recipeFile.empty()) {
        recipe.name = kSourceName;
        recipe.existing = convert::ExistingTarget::Refuse;
        recipe.skipUnchanged = false;
        recipe.verify = false;
    } else {
        CAIRN_ASSIGN(read, convert::readRecipe(options.recipeFile));
        recipe = std::move(read);
    }
    CAIRN_ASSIGN(map, readMap(options.map));
    if (map) {
        recipe.map = std::move(map);
    }
    if (!options.to.empty()) {
        recipe.container = valueOf<convert::Container>(options.to, convert::kContainerWords);
    }
    const auto take = [](auto& part, const auto& said) {
        if (!said.empty()) {
            part = said;
        }
    };
    take(recipe.keep, options.keep);
    take(recipe.drop, options.drop);
    take(recipe.renames, options.renames);
    take(recipe.casts, options.casts);
    take(recipe.ties, options.ties);
    if (!options.fp8Scales.empty()) {
        recipe.fp8Scales = valueOf<convert::ScaleConvention>(options.fp8Scales, convert::kScaleWords);
    }
    take(recipe.shardSize, options.shardSize);
    recipe.files = options.files != 0 ? options.files : recipe.files;
    take(recipe.name, options.name);
    take(recipe.folder, options.outDir);
    recipe.averages = recipe.averages || options.averages;
    recipe.dropOptimizer = recipe.dropOptimizer || options.dropOptimizer;
    recipe.compact = recipe.compact || options.compact;
    recipe.mapDevices = recipe.mapDevices || options.mapDevices;
    recipe.clone = recipe.clone || options.clone;
    recipe.dropOthers = recipe.dropOthers || options.dropOthers;
    const bool isLast = options.inPlace && recipe.selects(); // what is written takes the place of its source
    recipe.verify = options.verify || isLast || (recipe.verify && !options.noVerify);
    if (!options.existing.empty()) {
        recipe.existing = valueOf<convert::ExistingTarget>(options.existing, convert::kExistingWords);
    }
    if (options.force) {
        recipe.existing = convert::ExistingTarget::Replace;
    }
    options.recipe = std::move(recipe);
    return {};
}

namespace {

Result<void> checkPlace(const ConvertOptions& options)
{
    const int places = (options.out.empty() ? 0 : 1) + (options.outDir.empty() ? 0 : 1) + (options.inPlace ? 1 : 0);
    if (options.inPlace && places > 1) {
        return fail(
            error(ErrorCode::Usage, message("--in-place changes the file itself and has no use for another place"))
                .fix(message("Leave out --in-place to write a copy, or -o and --out-dir to write none")));
    }
    if (options.resume && (options.toOutput || options.dryRun)) {
        return fail(error(ErrorCode::Usage, message("--resume keeps parts beside a copy, and here is none"))
                        .fix(message("Name the copy with -o, or leave out --resume")));
    }
    if (options.toOutput && !options.shardSize.empty()) {
        return fail(error(ErrorCode::Usage, message("a set of shards is several files, and standard output is one")));
    }
    if (options.toOutput && options.recipe.container == convert::Container::Dcp) {
        return fail(error(ErrorCode::Usage, message("a folder is several files, and standard output is one")));
    }
    if (places > 1) {
        return fail(error(ErrorCode::Usage, message("-o and --out-dir exclude each other"))
                        .because(message("-o names the one copy, and --out-dir the folder of all copies"))
                        .fix(message("Use one of the two")));
    }
    if (places == 0 && options.recipeFile.empty() && options.name.empty()) {
        const std::vector<std::string>& given = options.inputs.given;
        Error nowhere =
            error(ErrorCode::Usage, message("say where to write: -o FILE for one input, or --out-dir DIR, or --name "
                                            "PATTERN for copies beside their sources, or --in-place"));
        std::error_code failure;
        if (given.size() != 2 || std::filesystem::exists(given.back(), failure)) {
            return fail(std::move(nowhere));
        }
        return fail(
            std::move(nowhere).fix(message("If %1 is to be the copy: `cairn-cli convert %2 -o %3`",
                                           inQuotes(given.back()), shellFile(given.front()), shellFile(given.back()))));
    }
    const bool isFolder = options.recipe.container == convert::Container::Dcp;
    if (std::error_code failure;
        !options.out.empty() && !isFolder && std::filesystem::is_directory(options.out, failure)) {
        return fail(error(ErrorCode::Usage, message("-o names one file, and this is a folder"))
                        .in(options.out)
                        .fix(message("Use --out-dir for a folder of copies")));
    }
    if (!options.out.empty() && options.inputs.isRecursive) {
        return fail(error(ErrorCode::Usage, message("-o names one file, and -r is for folders of them"))
                        .fix(message("Use --out-dir")));
    }
    if (!options.name.empty() && (!options.out.empty() || options.inPlace)) {
        return fail(error(ErrorCode::Usage,
                          message("--name names copies by a pattern, and has no meaning with -o or --in-place")));
    }
    if (options.inPlace && !options.existing.empty()) {
        return fail(error(ErrorCode::Usage, message("--existing is about targets, and --in-place has none")));
    }
    if (options.force && !options.existing.empty() && options.existing != "replace") {
        return fail(
            error(ErrorCode::Usage, message("--force replaces targets, and --existing %1 does not", options.existing))
                .fix(message("Use one of the two")));
    }
    // Copies by the names of their sources would be refused one by one, but for what comes of sets of shards.
    for (const std::string& folder : options.inputs.isRecursive ? options.inputs.given : std::vector<std::string>()) {
        std::error_code failure;
        if (options.recipe.name == kSourceName && options.recipe.container == convert::Container::Keep &&
            !options.recipe.folder.empty() && std::filesystem::equivalent(folder, options.recipe.folder, failure)) {
            return fail(error(ErrorCode::Usage, message("--out-dir is the folder that is to be converted"))
                            .in(folder)
                            .fix(message("Name another folder, or change the files themselves with --in-place")));
        }
    }
    if (options.verify && options.noVerify) {
        return fail(error(ErrorCode::Usage, message("--verify and --no-verify contradict each other")));
    }
    return {};
}

} // namespace

Result<void> checkConvertOptions(const ConvertOptions& options)
{
    CAIRN_TRY(checkPlace(options));
    const convert::Recipe& recipe = options.recipe;
    if (options.inPlace) {
        if (recipe.container != convert::Container::Keep) {
            return fail(error(ErrorCode::Usage,
                              message("--in-place and --to do not go together: another format needs a new file"))
                            .fix(message("Name the new file with -o")));
        }
        if (!recipe.shardSize.empty()) {
            return fail(
                error(ErrorCode::Usage, message("a set of shards is several files, and --in-place changes one")));
        }
        if (recipe.selects() && !options.force && !options.dryRun) {
            return fail(
                error(ErrorCode::Usage, message("what is left out or cast in place is gone for good"))
                    .because(message("Tags alone can be changed back; the rest takes the place of the file"))
                    .fix(options.typed.empty()
                             ? message("Add --force if that is meant, or name a copy with -o")
                             : message("If that is meant: `%1 --force%2`. Or name a copy with -o", options.typed,
                                       verbatim(options.inputs.isRecursive && !options.lenient ? " --lenient" : ""))));
        }
        if (recipe.selects() && options.noVerify) {
            return fail(
                error(ErrorCode::Usage, message("what takes the place of its source is verified first, always")));
        }
    }
    if (auto fine = convert::checkRecipe(recipe); !fine) {
        return options.recipeFile.empty() ? fine
                                          : fail(std::move(fine).error().in("options and " + options.recipeFile));
    }
    return {};
}

} // namespace cairn::cli
