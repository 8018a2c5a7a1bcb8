#include "app/cli/check/check_views.h"
#include "app/cli/common/command.h"
#include "app/cli/common/file_inputs.h"
#include "app/cli/common/help_formatter.h"
#include "app/cli/common/input_stream.h"
#include "app/cli/common/map_options.h"
#include "app/cli/common/map_warnings.h"
#include "app/cli/common/progress_bar.h"
#include "app/cli/common/trust_text.h"
#include "app/cli/inspect/inspect_views.h"
#include "app/cli/load/load_file.h"
#include "app/cli/load/script_process.h"
#include "core/base/text/text.h"
#include "core/runtime/open_module.h"
#include "core/runtime/torch_search.h"
#include "core/runtime/usable_devices.h"

#include <CLI/CLI.hpp>

namespace cairn::cli {

using devices::DeviceInventory;

namespace {

constexpr const char* kLoadDescription =
    R"(load a checkpoint through LibTorch
Puts every storage on the device that the map gives it, in one step: allocated once there and filled from the file. Makes the tensors, says what that took, and lets them go again. Tells whether a file, a map and a machine really go together, and how fast.

Nothing of a file is executed, pickles and TorchScript included: Cairn itself reads the tensors, and LibTorch gets nothing but numbers. With --run-script-code, torch::jit::load compiles the code of a TorchScript archive and runs what it runs when it is loaded.

A file that does harm when torch.load loads it, as some do on purpose, is refused: that it can be loaded here says nothing good of it. With --trusted its tensors are loaded all the same; --run-script-code trusts the archive, too.)";

constexpr const char* kLoadFooter = R"(MAPS
    As for `cairn-cli check`; see its help. --fallback also sends to a device
    what would go to one that is not there, or that LibTorch cannot use.

THROUGH WHICH TORCH
    Through the PyTorch that --torch-at or CAIRN_TORCH_AT names; else the
    LibTorch module of Cairn, if it is installed; else the first PyTorch of:
    the active environment, python3 on the PATH, the usual places of pip,
    conda, uv and pipx, the system. `cairn-cli devices` lists them. The PyTorch
    of a Python needs to be 2.3 or later. It runs in a process of its own, and
    no Python runs but for --run-script-code. CAIRN_TORCH_AT=none looks for
    none.

WHAT TORCH WOULD REFUSE
    Cairn applies a map where torch cannot: to storages in nested bytes, and to
    TorchScript with several devices. --strict refuses these, with torch's own
    words.

CODE OF TORCHSCRIPT
    An archive can run code of its own as soon as torch::jit::load has it.
    --run-script-code lets it, in a process that cannot write to files, start
    programs or open connections, and that Ctrl+C ends at once: with the
    LibTorch module, or with the python of the PyTorch that loads. Say it only
    of files whose author you trust.

EXIT STATUS
    0    everything was loaded, and is as in the file if that was asked
    1    it does not load here, or some tensors do not, or it is dangerous
    2    the command line or the map is wrong
    3    a file is damaged or no checkpoint
    4    a file could not be read, or there is no LibTorch to load through
    130  cancelled; nothing stays loaded
    With several files the highest one counts.

EXAMPLES
    cairn-cli load model.pth --fallback cpu --check-values
        Does it really load here, and to the very same values?
    cairn-cli load model.pth --map 'cuda:*=cuda:0' --json | jq .devices
        Bytes, seconds and peak of each device.
)";

struct LoadOptions {
    FileInputs inputs;
    MapOptions map;
    LoadChoice choice;
    std::string torchAt;
    bool unconfined = false;
    bool trusted = false;
    bool noDangerous = false; ///< which is so without it, too
    bool json = false;
    bool quiet = false;
};

ExitCode printRefusal(Session& session, const LoadOptions& options, const checkpoint::Checkpoint& checkpoint,
                      const DeviceInventory& machine, const runtime::LoadRefusal& refusal)
{
    CheckReport report{.checkpoint = checkpoint,
                       .map = refusal.map,
                       .machine = machine,
                       .line = refusal.line,
                       .preflight = refusal.preflight,
                       .mapWarnings = mapWarnings(options.choice.wish.map, checkpoint),
                       .paths = {},
                       .python = {},
                       .fix = {},
                       .fixPython = {},
                       .cpp = {}};
    report.preflight.loads = false;
    if (options.json) {
        writeCheckJson(session.output, report);
    } else if (!options.quiet) {
        Screen screen(session.output, session.terminal);
        printCheck(screen, report, false);
    }
    return ExitCode::NegativeVerdict;
}

ExitCode printDone(Session& session, const LoadOptions& options, const LoadReport& report)
{
    if (options.json) {
        writeLoadJson(session.output, report);
    } else if (!options.quiet) {
        Screen screen(session.output, session.terminal);
        printLoad(screen, report);
    }
    const bool isWhole = report.outcome.notLoaded.empty() && (!report.check || report.check->different == 0);
    return isWhole ? ExitCode::Fine : ExitCode::NegativeVerdict;
}

/// That there is nothing to load through is the same for all files: it is said once, and in the JSON of each.
class MissingModule {
public:
    ExitCode report(Session& session, const std::string& file, const Error& error, bool isJson)
    {
        if (m_files++ == 0) {
            return reportFile(session, file, error, isJson);
        }
        if (isJson) {
            writeErrorJson(session.output, file, error);
        }
        return ExitCode::Io;
    }

    void sayRest(const Session& session) const
    {
        if (m_files > 1) {
            session.warn("the same goes for " + countOf(m_files - 1, "other file") + ", and none was loaded");
        }
    }

private:
    std::size_t m_files = 0;
};

ExitCode loadOne(Session& session, const LoadOptions& options, const std::string& file, const DeviceInventory& machine,
                 MissingModule& missing)
{
    auto opened = openInput(file, session.progress);
    if (!opened) {
        return reportFile(session, file, opened.error(), options.json);
    }
    const checkpoint::TrustVerdict trust = checkpoint::trustOf(**opened);
    const bool runsCode = options.choice.wish.runsScriptCode;
    const bool isScript = (*opened)->traits().loader == checkpoint::Loader::TorchJitLoad;
    if (runsCode && !isScript) {
        return reportFile(
            session, file,
            error(ErrorCode::UnmetRequest, message("this is no TorchScript archive, and has no code to run"))
                .in(file)
                .fix(message("Load it without --run-script-code")),
            options.json);
    }
    const bool isTrusted = options.trusted || (runsCode && !options.noDangerous);
    if (!isTrusted && trust.trust == checkpoint::Trust::Dangerous) {
        return reportFile(session, file,
                          dangerousFile(trust, file, message("It was not loaded"))
                              .fix(message("Load its tensors all the same with --trusted: nothing of it runs here")),
                          options.json);
    }
    auto module = runtime::openModule({.runsScripts = options.choice.wish.runsScriptCode,
                                       .isStopped = [&session] { return session.progress.stopRequested(); }});
    if (!module) {
        return missing.report(session, file, module.error(), options.json);
    }
    const DeviceInventory usable = runtime::usableBy(**module, machine);
    const auto loaded = withBar(session.progress, session.terminal.charset, file,
                                [&] { return loadFile(*opened, options.choice, usable, **module, session.progress); });
    if (!loaded) {
        return reportFile(session, file, loaded.error(), options.json);
    }
    if (const auto* refusal = std::get_if<runtime::LoadRefusal>(&*loaded)) {
        return printRefusal(session, options, **opened, usable, *refusal);
    }
    if (trust.trust != checkpoint::Trust::DataOnly && !std::get<LoadDone>(*loaded).report->isScript) {
        session.warn(file + ": " + trustWarning(trust) + "Nothing of it ran here, and torch.load would run it");
    }
    return printDone(session, options, *std::get<LoadDone>(*loaded).report);
}

ExitCode loadAll(Session& session, LoadOptions& options)
{
    auto map = readMap(options.map);
    if (!map) {
        return worse(ExitCode::Usage, session.reportOptions(map.error()));
    }
    options.choice.wish.map = map->value_or(devices::MapLocation());
    runtime::nameTorch(options.torchAt);
    if (options.choice.wish.runsScriptCode) {
        if (options.inputs.given.size() != 1 || options.inputs.isRecursive || !options.inputs.listFile.empty()) {
            return session.reportOptions(error(ErrorCode::Usage, message("--run-script-code is for one file at a time"))
                                             .fix(message("Name the one whose code may run")));
        }
        options.choice.wish.mayBeUnconfined = options.unconfined;
        const bool isHere = runtime::runsScriptsHere();
        if (isHere && !isScriptProcess()) {
            return runScriptProcess(session);
        }
        if (const auto begun = isHere ? beginScriptProcess(options.unconfined) : Result<void>(); !begun) {
            return reportFile(session, options.inputs.given.front(), begun.error(), options.json);
        }
    }
    session.output.keepToItself();
    const Telling telling = options.json ? Telling::Json : options.quiet ? Telling::Quiet : Telling::Text;
    MissingModule missing;
    const ExitCode code =
        forEachInput(session, options.inputs, telling, telling != Telling::Text, [&](const std::string& file) {
            // free memory changes from file to file
            return loadOne(session, options, file, devices::thisMachine(), missing);
        });
    missing.sayRest(session);
    return code;
}

} // namespace

void addLoadCommand(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("load", kLoadDescription);
    command->footer(withJsonSection(kLoadFooter));
    auto options = std::make_shared<LoadOptions>();
    addFileInputs(*command, options->inputs, "A checkpoint, or several, one after the other.");
    addMapOptions(*command, options->map);
    command
        ->add_option("--fallback", options->choice.wish.fallback,
                     "Where what goes to a device that is not there shall go: mostly cpu.")
        ->option_text("DEVICE")
        ->type_name("{cpu,cuda:0,meta}");
    command->add_flag("--strict", options->choice.wish.strict, "Refuse what torch.load itself would refuse.");
    auto* trusted = command->add_flag(
        "--trusted", options->trusted,
        "Load the tensors of a file that does harm when torch.load loads it, too; nothing of it runs.");
    command
        ->add_flag("--no-dangerous", options->noDangerous,
                   "Refuse such a file; exit status 1. That is so without this option, too.")
        ->excludes(trusted)
        ->group(kRareOptions);
    command
        ->add_option("--torch-at", options->torchAt,
                     "Load through the PyTorch that lies there: an environment, a python, a torch folder, "
                     "libtorch_cpu.so.")
        ->option_text("PATH");
    command->add_flag("--check-values", options->choice.checkValues,
                      "Compare every value in LibTorch's tensors with the file.");
    command->add_flag("--run-script-code", options->choice.wish.runsScriptCode,
                      "Let torch::jit::load run the code of this TorchScript archive, see below.");
    command->add_flag("--unconfined", options->unconfined,
                      "Run that code even where the system cannot keep it from writing.");
    command->add_flag("--json", options->json, "Print one line of JSON for each file instead.");
    command->add_flag("-q,--quiet", options->quiet, "Print nothing but errors: the exit status tells.");
    command->callback(
        [options, &chosen] { chosen = [options](Session& session) { return loadAll(session, *options); }; });
}

} // namespace cairn::cli
