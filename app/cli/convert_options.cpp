#include "app/cli/convert_options.h"

#include "core/convert/cast.h"
#include "core/convert/selection.h"
#include "core/convert/shard_layout.h"

#include <CLI/CLI.hpp>

namespace cairn::cli {

namespace {

constexpr unsigned kMostWorkers = 64; ///< more would only queue up for the disk

void addTargets(CLI::App& command, ConvertOptions& options)
{
    command.add_option("FILE", options.files, "A checkpoint, or several.")->option_text("FILE...")->required();
    command.add_option("-o,--out", options.out, "Write the copy of the one input here.")->option_text("OUT");
    command.add_option("--out-dir", options.outDir, "Write each copy into this folder, under the name of its source.")
        ->option_text("DIR");
    command.add_flag("--in-place", options.inPlace, "Change the tags inside each file itself; see IN PLACE.");
    command.add_option("--to", options.to, "Write another format: safetensors, pth or legacy.")
        ->option_text("FORMAT")
        ->check(CLI::IsMember({std::string(kToSafetensors), std::string(kToPth), std::string(kToLegacy)}));
    command
        .add_option("--shard-size", options.shardSize, "Write files of SIZE at most (5GB, 500MB) and an index of them.")
        ->option_text("SIZE");
}

void addTags(CLI::App& command, ConvertOptions& options)
{
    addMapOptions(command, options.map);
    command.add_flag("--map-devices", options.mapDevices, "Map torch.device objects as well; the report lists each.");
}

void addSelection(CLI::App& command, ConvertOptions& options)
{
    const auto addRules = [&](const char* name, std::vector<std::string>& rules, const char* text, const char* help) {
        command.add_option(name, rules, help)
            ->option_text(text)
            ->expected(1)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    };
    addRules("--keep", options.keep, "GLOB", "Write only entries whose names fit; see NAMES. May be repeated.");
    addRules("--drop", options.drop, "GLOB", "Leave out entries whose names fit; may be repeated.");
    addRules("--rename", options.renames, "A=B", "Give entries other names: module.= takes a prefix away.");
    addRules("--cast", options.casts, "FROM=TO[:GLOB]", "Change a dtype: float32=bfloat16; may be repeated.");
    command.add_flag("--compact", options.compact, "Write of each storage only what tensors use.");
}

void addSafetensors(CLI::App& command, ConvertOptions& options)
{
    command.add_flag("--clone", options.clone, "Tensor files: give tensors that share memory a copy each.");
    command.add_flag("--drop-others", options.dropOthers, "Tensor files: leave out what is no tensor.");
}

void addManners(CLI::App& command, ConvertOptions& options)
{
    command.add_flag("--verify", options.verify, "Open each copy again and compare everything with its source.");
    command.add_flag("--force", options.force, "Replace targets that exist.");
    command.add_flag("--dry-run", options.dryRun, "Tell what would change and write nothing.");
    command.add_flag("--json", options.json, "Print one line of JSON for each file instead.");
    command
        .add_option("-j,--jobs", options.workers,
                    "Convert N inputs at a time (default: 2, or 1 on a machine with one core).")
        ->option_text("N")
        ->check(CLI::Range(1U, kMostWorkers));
}

} // namespace

void addConvertOptions(CLI::App& command, ConvertOptions& options)
{
    addTargets(command, options);
    addTags(command, options);
    addSelection(command, options);
    addSafetensors(command, options);
    addManners(command, options);
}

Result<void> checkConvertOptions(const ConvertOptions& options)
{
    if (options.inPlace) {
        if (!options.out.empty() || !options.outDir.empty()) {
            return fail(error(ErrorCode::Usage, "--in-place changes the file itself and has no use for another place")
                            .fix("Leave out --in-place to write a copy, or -o and --out-dir to write none"));
        }
        if (!options.to.empty()) {
            return fail(error(ErrorCode::Usage, "--in-place changes tags alone, and --to needs a new file")
                            .fix("Name the new file with -o"));
        }
    } else if (options.out.empty() == options.outDir.empty()) {
        return fail(
            error(ErrorCode::Usage, "say where to write: -o FILE for one input, or --out-dir DIR, or --in-place"));
    }
    if (!options.out.empty() && options.files.size() > 1) {
        return fail(error(ErrorCode::Usage, "-o names one file, but there are several inputs").fix("Use --out-dir"));
    }
    if (options.to == kToSafetensors && !options.map.empty()) {
        return fail(error(ErrorCode::Usage, "--map has no meaning with --to safetensors, which has no device tags"));
    }
    if (options.to == kToLegacy && !options.shardSize.empty()) {
        return fail(error(ErrorCode::Usage, "--to legacy writes one file, and --shard-size asks for several"));
    }
    if (options.inPlace && (options.selects() || !options.shardSize.empty())) {
        return fail(error(ErrorCode::Usage, "--in-place changes tags alone; what else changes needs a new file")
                        .fix("Name the new file with -o"));
    }
    CAIRN_TRY(convert::Selection::make(options.keep, options.drop, options.renames));
    CAIRN_TRY(convert::CastRules::make(options.casts));
    if (!options.shardSize.empty()) {
        CAIRN_TRY(convert::parseShardSize(options.shardSize));
    }
    return {};
}

} // namespace cairn::cli
