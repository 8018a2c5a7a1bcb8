#include "app/cli/command.h"
#include "app/cli/json_writer.h"
#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/checkpoint/device_tag.h"
#include "core/checkpoint/open.h"
#include "core/convert/compare.h"
#include "core/convert/retag.h"

#include <CLI/CLI.hpp>

#include <chrono>
#include <filesystem>

namespace cairn::cli {

namespace {

constexpr const char* kDescription =
    R"(write a copy that loads on another machine
Changes the device tags of a checkpoint and copies everything else byte for byte: values, dtypes, strides, sharing, optimizer state, hyper-parameters, unknown classes, other records of the archive. No class has to exist, nothing is executed, no GPU and no PyTorch is needed.

Without --map every storage goes to cpu, so that torch.load opens the copy anywhere. The container stays what it was: torch zip, TorchScript, torch.package, the stream of torch before 1.6, or a plain pickle.)";

constexpr const char* kFooter = R"(MAPS
    --map FROM=TO gives storages saved on FROM the tag TO. FROM is a tag
    (cuda:3), a backend with any index (cuda:*), or * for everything but meta.
    The first rule that matches decides; what no rule matches stays.

WHAT STAYS
    Ordinary strings that read like a device (an argument "cuda:0", say) are no
    tags: they stay, and the report counts them. Devices in TorchScript code
    are part of the program; the report names file and line.

SAFETY
    The copy appears under its name only when it is complete and synced to
    disk; Ctrl-C leaves nothing behind. An existing file is replaced only with
    --force, and the source never.

EXIT STATUS
    0  every copy was written
    1  --verify found a difference
    3  an input is damaged, no checkpoint, or of a format that cannot be retagged
    4  an input could not be read or a copy not written
    130  cancelled
    One bad file does not stop the others; the highest number counts.

EXAMPLES
    cairn-cli convert model.pth -o model.cpu.pth
        A copy that loads on any machine.
    cairn-cli convert model.pth -o one_gpu.pth --map 'cuda:*=cuda:0'
        Everything that was on some GPU, on the first one.
    cairn-cli convert runs/*.pth --out-dir cpu --verify
        Many files into a folder, each compared with its source.
    cairn-cli convert model.pth -o model.cpu.pth --dry-run
        Only tell what would change.
)";

struct ConvertOptions {
    std::vector<std::string> files;
    std::string out;
    std::string outDir;
    std::vector<std::string> maps;
    bool verify = false;
    bool force = false;
    bool dryRun = false;
    bool json = false;
};

/// What became of one file.
struct Outcome {
    std::string file;
    std::string target;
    convert::RetagReport report;
    std::optional<bool> verified;
    double seconds = 0;
};

Result<devices::MapLocation> parseMap(const std::vector<std::string>& texts)
{
    if (texts.empty()) {
        return devices::MapLocation::everythingTo("cpu");
    }
    std::vector<devices::MapRule> rules;
    for (const std::string& text : texts) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
            return fail(
                error(ErrorCode::Usage, cairn::quoted(text) + " is not FROM=TO").fix("Write it as in --map cuda:3=cpu"));
        }
        devices::MapRule rule{text.substr(0, equals), text.substr(equals + 1)};
        if (const std::string problem = checkpoint::deviceTagProblem(rule.to); !problem.empty()) {
            return fail(error(ErrorCode::Usage, problem).fix("Use a device such as cpu, cuda:0 or mps"));
        }
        rules.push_back(std::move(rule));
    }
    return devices::MapLocation(std::move(rules));
}

std::string targetOf(const ConvertOptions& options, const std::string& file)
{
    if (options.outDir.empty()) {
        return options.out;
    }
    return (std::filesystem::path(options.outDir) / std::filesystem::path(file).filename()).string();
}

Result<void> verifyCopy(const checkpoint::Checkpoint& source, const devices::MapLocation& map, Progress& progress,
                        Outcome& outcome)
{
    CAIRN_ASSIGN(copy, checkpoint::openCheckpoint(outcome.target, &progress));
    CAIRN_ASSIGN(difference, convert::firstDifference(source, *copy, map, &progress));
    outcome.verified = !difference.has_value();
    if (difference) {
        return fail(error(ErrorCode::Internal, "the copy differs from what it should be: " + *difference)
                        .in(outcome.target)
                        .fix("Please report this with both files' `cairn-cli inspect --json`"));
    }
    return {};
}

Result<Outcome> convertFile(const std::string& file, const ConvertOptions& options, const devices::MapLocation& map,
                            Progress& progress)
{
    const auto start = std::chrono::steady_clock::now();
    Outcome outcome;
    outcome.file = file;
    outcome.target = targetOf(options, file);
    CAIRN_ASSIGN(source, checkpoint::openCheckpoint(file, &progress));
    const auto existing = options.force ? FileSink::Existing::Replace : FileSink::Existing::Refuse;
    auto report = options.dryRun ? convert::planRetag(*source, map, &progress)
                                 : convert::retag(*source, map, outcome.target, existing, &progress);
    if (!report) {
        return fail(std::move(report).error());
    }
    outcome.report = std::move(*report);
    if (options.verify && !options.dryRun) {
        CAIRN_TRY(verifyCopy(*source, map, progress, outcome));
    }
    outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return outcome;
}

void writeCounts(JsonWriter& json, std::string_view key, const std::map<std::string, std::uint64_t>& counts)
{
    json.key(key);
    json.beginObject();
    for (const auto& [name, count] : counts) {
        json.key(name);
        json.number(count);
    }
    json.endObject();
}

void writeJson(Output& output, const Outcome& outcome)
{
    JsonWriter json(output.buffer());
    json.beginObject();
    json.key("file");
    json.string(outcome.file);
    json.key("out");
    json.string(outcome.target);
    json.key("bytes");
    json.number(outcome.report.bytes);
    json.key("seconds");
    json.number(outcome.seconds);
    writeCounts(json, "tags_before", outcome.report.tagsBefore);
    writeCounts(json, "tags_after", outcome.report.tagsAfter);
    writeCounts(json, "left_as_is", outcome.report.lookalikes);
    json.key("script_devices");
    json.beginArray();
    for (const std::string& note : outcome.report.notes) {
        json.string(note);
    }
    json.endArray();
    json.key("verified");
    outcome.verified ? json.boolean(*outcome.verified) : json.null();
    json.endObject();
    output.write("\n");
}

std::string countsText(const std::map<std::string, std::uint64_t>& counts)
{
    std::string text;
    for (const auto& [name, count] : counts) {
        text += (text.empty() ? "" : ", ") + printable(name) + " (" + std::to_string(count) + ")";
    }
    return text.empty() ? "no storages" : text;
}

void writeText(Output& output, const Outcome& outcome, bool dryRun)
{
    const convert::RetagReport& report = outcome.report;
    output.write(printable(outcome.file) + " -> " + printable(outcome.target) + "\n");
    output.write("  tags     " + countsText(report.tagsBefore) + "  ->  " + countsText(report.tagsAfter) + "\n");
    if (!report.lookalikes.empty()) {
        output.write("  left     " + countsText(report.lookalikes) + ": ordinary strings, not tags\n");
    }
    for (const std::string& note : report.notes) {
        output.write("  in code  " + printable(note) + "\n");
    }
    if (dryRun) {
        output.write("  nothing was written (--dry-run)\n");
        return;
    }
    char seconds[32];
    std::snprintf(seconds, sizeof(seconds), "%.2f s", outcome.seconds);
    output.write("  written  " + humanBytes(report.bytes) + " in " + seconds +
                 (outcome.verified ? ", verified: the same but for the tags\n" : "\n"));
}

ExitCode convertAll(Session& session, const ConvertOptions& options)
{
    if (options.out.empty() == options.outDir.empty()) {
        return session.report(error(ErrorCode::Usage, "say where to write: -o FILE for one input, or --out-dir DIR"));
    }
    if (!options.out.empty() && options.files.size() > 1) {
        return session.report(
            error(ErrorCode::Usage, "-o names one file, but there are several inputs").fix("Use --out-dir"));
    }
    auto map = parseMap(options.maps);
    if (!map) {
        return session.report(map.error());
    }
    if (!options.outDir.empty() && !options.dryRun) {
        std::error_code failure;
        std::filesystem::create_directories(options.outDir, failure);
        if (failure) {
            return session.report(
                error(ErrorCode::WriteFailed, "cannot make the folder: " + failure.message()).in(options.outDir));
        }
    }
    ExitCode worst = ExitCode::Fine;
    for (const std::string& file : options.files) {
        auto outcome = convertFile(file, options, *map, session.progress);
        if (!outcome) {
            const bool differs = outcome.error().code == ErrorCode::Internal;
            const ExitCode code = session.report(outcome.error());
            worst = worse(worst, differs ? ExitCode::NegativeVerdict : code);
        } else if (options.json) {
            writeJson(session.output, *outcome);
        } else {
            writeText(session.output, *outcome, options.dryRun);
        }
        session.output.flush();
        if (session.progress.stopRequested()) {
            break;
        }
    }
    return worst;
}

} // namespace

void addConvertCommand(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("convert", kDescription);
    command->footer(kFooter);
    auto options = std::make_shared<ConvertOptions>();
    command->add_option("FILE", options->files, "A checkpoint, or several.")->option_text("FILE...")->required();
    command->add_option("-o,--out", options->out, "Write the copy of the one input here.")->option_text("OUT");
    command->add_option("--out-dir", options->outDir, "Write each copy into this folder, under the name of its source.")
        ->option_text("DIR");
    command->add_option("--map", options->maps, "Give storages saved on FROM the tag TO; may be repeated.")
        ->option_text("FROM=TO")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    command->add_flag("--verify", options->verify, "Open each copy again and compare everything with its source.");
    command->add_flag("--force", options->force, "Replace targets that exist.");
    command->add_flag("--dry-run", options->dryRun, "Tell what would change and write nothing.");
    command->add_flag("--json", options->json, "Print one line of JSON for each file instead.");
    command->callback(
        [options, &chosen] { chosen = [options](Session& session) { return convertAll(session, *options); }; });
}

} // namespace cairn::cli
