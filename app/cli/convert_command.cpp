#include "app/cli/command.h"
#include "app/cli/convert_retag.h"
#include "app/cli/convert_safetensors.h"
#include "app/cli/inspect_views.h"
#include "core/base/progress.h"
#include "core/base/text.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <map>
#include <set>

namespace cairn::cli {

namespace {

constexpr const char* kDescription =
    R"(write a copy that loads on another machine
Changes the device tags of a checkpoint and copies everything else byte for byte: values, dtypes, strides, sharing, optimizer state, hyper-parameters, unknown classes, other records of the archive. No class has to exist, nothing is executed, no GPU and no PyTorch is needed.

Without --map every storage goes to cpu, so that torch.load opens the copy anywhere. The container stays what it was: torch zip, TorchScript, torch.package, the stream of torch before 1.6, or a plain pickle.

With --to safetensors the tensors of any checkpoint that Cairn opens go into a safetensors file instead.)";

constexpr const char* kSafetensors = "safetensors";

constexpr const char* kFooter = R"(MAPS
    --map FROM=TO gives storages saved on FROM the tag TO. FROM is a tag
    (cuda:3), a backend with any index (cuda:*), or * for everything but meta.
    The first rule that matches decides; what no rule matches stays.

WHAT STAYS
    Ordinary strings that read like a device (an argument "cuda:0", say) are no
    tags: they stay, and the report counts them. Devices in TorchScript code
    are part of the program; the report names file and line.

TO SAFETENSORS
    Every tensor is written under one name, nested keys joined by dots:
    optimizer.state.0.exp_avg. Values stay bit for bit; strides, requires_grad
    and device tags have no place in the format. Tensors that are the same
    memory are written once, and the other names are listed in the metadata;
    views that overlap otherwise need --clone.
    Numbers, strings and other values, attributes and classes of tensors,
    sparse and quantised tensors, conjugated views and dtypes such as
    complex128 cannot be carried. They are listed before anything is written,
    and nothing is written unless --drop-others agrees to leave them out.

SAFETY
    The copy appears under its name only when it is complete and synced to
    disk; Ctrl-C leaves nothing behind. An existing file is replaced only with
    --force, and the source never.

EXIT STATUS
    0  every copy was written
    1  --verify found a difference
    3  an input is damaged, no checkpoint, of a format that cannot be retagged,
       or holds what safetensors cannot carry
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
    cairn-cli convert model.pth -o model.safetensors --to safetensors --verify
        The tensors alone, in safetensors, each compared with its source.
    cairn-cli convert run.ckpt -o run.safetensors --to safetensors --drop-others
        A training checkpoint; its step counters and settings are left out.
)";

std::string targetOf(const ConvertOptions& options, const std::string& file)
{
    if (options.outDir.empty()) {
        return options.out;
    }
    std::filesystem::path name = std::filesystem::path(file).filename();
    if (options.to == kSafetensors) {
        name.replace_extension(".safetensors");
    }
    return (std::filesystem::path(options.outDir) / name).string();
}

Result<ExitCode> convertFile(Session& session, const ConvertJob& job, const devices::MapLocation& map)
{
    if (job.options.to == kSafetensors) {
        return convertToSafetensors(session, job);
    }
    CAIRN_TRY(convertTags(session, job, map));
    return ExitCode::Fine;
}

/// What is wrong with the options as a whole, if anything.
Result<void> checkOptions(const ConvertOptions& options)
{
    if (options.out.empty() == options.outDir.empty()) {
        return fail(error(ErrorCode::Usage, "say where to write: -o FILE for one input, or --out-dir DIR"));
    }
    if (!options.out.empty() && options.files.size() > 1) {
        return fail(error(ErrorCode::Usage, "-o names one file, but there are several inputs").fix("Use --out-dir"));
    }
    if (options.to == kSafetensors && !options.maps.empty()) {
        return fail(error(ErrorCode::Usage, "--map has no meaning with --to safetensors, which has no device tags"));
    }
    if (options.to != kSafetensors && (options.clone || options.dropOthers)) {
        return fail(error(ErrorCode::Usage, "--clone and --drop-others belong to --to safetensors"));
    }
    return {};
}

/// Two inputs must not become one file, and no copy may take the place of an input that is still to be read.
Result<void> checkTargets(const ConvertOptions& options)
{
    namespace fs = std::filesystem;
    const auto place = [](const std::string& path) {
        std::error_code failure;
        const fs::path whole = fs::weakly_canonical(path, failure);
        return failure ? path : whole.string();
    };
    std::set<std::string> inputs;
    for (const std::string& file : options.files) {
        inputs.insert(place(file));
    }
    std::map<std::string, std::string> sources;
    for (const std::string& file : options.files) {
        const std::string target = place(targetOf(options, file));
        const auto [first, isNew] = sources.emplace(target, file);
        if (!isNew) {
            return fail(error(ErrorCode::Usage, "the copies of " + cairn::quoted(first->second) + " and " +
                                                    cairn::quoted(file) + " would have the same name")
                            .in(target)
                            .fix("Convert them one by one with -o, or into different folders"));
        }
        if (inputs.contains(target) && target != place(file)) {
            return fail(error(ErrorCode::Usage, "the copy of " + cairn::quoted(file) + " would replace another input")
                            .in(target)
                            .fix("Choose another folder"));
        }
    }
    return {};
}

ExitCode convertAll(Session& session, const ConvertOptions& options)
{
    if (auto usable = checkOptions(options); !usable) {
        return session.report(usable.error());
    }
    if (auto separate = checkTargets(options); !separate) {
        return session.report(separate.error());
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
        auto done = convertFile(session, {options, file, targetOf(options, file)}, *map);
        if (!done) {
            if (options.json && !session.progress.stopRequested()) {
                writeErrorJson(session.output, file, done.error());
            }
            const bool differs = done.error().code == ErrorCode::Internal;
            const ExitCode code = session.report(done.error());
            worst = worse(worst, differs ? ExitCode::NegativeVerdict : code);
        } else {
            worst = worse(worst, *done);
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
    command->add_option("--to", options->to, "Write another format: safetensors.")
        ->option_text("FORMAT")
        ->check(CLI::IsMember({kSafetensors}));
    command->add_option("--map", options->maps, "Give storages saved on FROM the tag TO; may be repeated.")
        ->option_text("FROM=TO")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    command->add_flag("--clone", options->clone, "safetensors: give tensors that share memory a copy each.");
    command->add_flag("--drop-others", options->dropOthers, "safetensors: leave out what it has no place for.");
    command->add_flag("--verify", options->verify, "Open each copy again and compare everything with its source.");
    command->add_flag("--force", options->force, "Replace targets that exist.");
    command->add_flag("--dry-run", options->dryRun, "Tell what would change and write nothing.");
    command->add_flag("--json", options->json, "Print one line of JSON for each file instead.");
    command->callback(
        [options, &chosen] { chosen = [options](Session& session) { return convertAll(session, *options); }; });
}

} // namespace cairn::cli
