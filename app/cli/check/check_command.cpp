#include "app/cli/check/check_views.h"
#include "app/cli/common/command.h"
#include "app/cli/common/file_inputs.h"
#include "app/cli/common/help_formatter.h"
#include "app/cli/common/input_stream.h"
#include "app/cli/common/map_options.h"
#include "app/cli/common/map_warnings.h"
#include "app/cli/common/usage_error.h"
#include "app/cli/inspect/inspect_views.h"
#include "core/base/progress.h"
#include "core/base/text/shell_word.h"
#include "core/base/text/text.h"
#include "core/checkpoint/folders/whole_of.h"
#include "core/convert/common/target.h"
#include "core/devices/file_problems.h"
#include "core/devices/load_problems.h"
#include "core/devices/machine/machine_text.h"
#include "core/devices/map/map_edit.h"
#include "core/devices/map/map_file.h"
#include "core/devices/map/map_presets.h"
#include "core/devices/map/placement.h"
#include "core/devices/map/state_dict.h"
#include "core/devices/python/python_snippet.h"
#include "core/formats/dtype_names.h"
#include "core/runtime/usable_devices.h"

#include <CLI/CLI.hpp>

#include <charconv>

namespace cairn::cli {

using devices::DeviceInventory;
using devices::MapFix;
using devices::MapLocation;
using devices::TorchLine;

namespace {

constexpr const char* kCheckDescription =
    R"(tell whether a checkpoint loads, here or elsewhere
Answers without loading anything: which storages go to which device, whether the device is there and has room, every problem at once with the words PyTorch would use for it, the cause on this machine, and maps that solve it.

Without --map the question is what torch.load(FILE) would do as it is. Since torch 2.6 that refuses files which name more than tensors need: they do not load, unless --trusted asks about weights_only=False. Files that are known to do harm never load.)";

constexpr const char* kCheckFooter = R"(MAPS
    --map FROM=TO sends storages saved on FROM to TO, the first match deciding.
    FROM is a tag (cuda:3), a backend with any index (cuda:*), or * for
    everything but meta. TO may have others after it to use on a machine that
    does not have it: --map 'cuda:*=cuda:0,cpu'; saved keeps the tag. A map
    file can also choose by name, dtype and size.

MACHINES
    this                 the machine this runs on (the default)
    cpu                  one without accelerators
    1 x 24 GB            one with a CUDA device of that memory
    8 x 80 GB, cpu 1 TB  eight of them, and how much memory there is
    2 x H100             two GPUs as they are sold: A100-40GB, RTX 4090, L4, ...
    FILE                 what `cairn-cli devices --json` wrote there

SPLITS
    --split gives each GPU a share by its free memory, in the order of the file,
    of the model as of what the optimizer keeps. If that is too little, it fills
    one GPU after the other, and the CPU takes the rest. It never cuts a layer.
    A layer is the outermost module whose name is a number, as layers.3, if one
    of another number holds a tensor of the same name, as layers.3.fc.weight and
    layers.4.fc.weight. Elsewhere a module is what stands before the last dot,
    and a tensor without a dot stands for itself, as those of a flat list do.
    What shares memory stays together, too. With --dtype everything counts as
    much as it takes in that; with --dtype or --train the weights alone are
    split, and what else is in the file goes to the CPU. With --gpus-only it
    fails if the CPU has to take weights. --write-map keeps the map, for
    --map-file of check, convert and load, and for the window.

TRAINING
    --train adds up what a device holds to train the model: the weights, their
    gradients, and what the optimizer keeps: for adam and adamw two numbers for
    each weight, for adam8bit (bitsandbytes) two of a byte, for momentum (SGD
    with momentum), rmsprop, adagrad and lion one, for sgd none. saved takes
    what the file has. The model is what torch's load_state_dict would get; of
    several models in a file all are trained, and averages of the weights (EMA)
    are not. It goes where the map says, without one to the first GPU.
    Activations depend on the batch and are not in it. Without --train --dtype
    adds up the weights alone: int4 counts four bits for each, without the
    scales that a quantiser keeps beside them.

EXIT STATUS
    0    it loads; with --train or --dtype: it can be read, and that fits
    1    it does not; or --split had nothing for the GPUs, or, with --gpus-only,
         something for the CPU
    2    the command line, the map or the machine is wrong
    3    a file is damaged or no checkpoint
    4    a file could not be read
    130  cancelled
    With several files the highest one counts.

EXAMPLES
    cairn-cli check model.pth
        Does it load here?
    cairn-cli check model.pth --machine cpu --map '*=cpu' --python
        Does it load on a machine without a GPU, and what do I write?
    cairn-cli check model.pth --machine '2 x 24 GB' --split --json |
      jq '.devices'
        What would each of two GPUs hold?
    cairn-cli check model.pth --machine '1 x 24 GB' --train adamw --dtype bf16
        Can a GPU of 24 GB train it?
    cairn-cli check model.pth --machine '1 x 24 GB' --dtype bf16
        Are its weights small enough for that GPU in bfloat16?
    cairn-cli check model.pth --machine '2 x 24 GB' --split --write-map two.json
        How do its layers go onto two GPUs? Keep the map.
)";

/// What is known of PyTorch: 1.13, where torch.load got weights_only, and all of 2.
bool isKnownTorch(const std::string& version)
{
    constexpr int first = 13;
    int minor = 0;
    const bool isOld = version.starts_with("1.");
    if (isOld) {
        std::from_chars(version.data() + 2, version.data() + version.size(), minor);
    }
    return devices::torchLineByName(version) &&
           (isOld ? minor >= first : version.starts_with("2.") || version == "latest");
}

struct CheckOptions {
    FileInputs inputs;
    MapOptions map;
    std::string machine = "this";
    std::string torch = "latest";
    bool python = false;
    bool json = false;
    bool quiet = false;
    bool trusted = false;
    bool strict = false;
    bool lenient = false;
    bool split = false;
    bool gpusOnly = false;
    std::string mapFile;   ///< to write
    bool force = false;    ///< even over a file that is there
    std::string optimizer; ///< empty: it is not to be trained, but may have another dtype
    std::string dtype;
    std::string stateDtype;

    [[nodiscard]] std::optional<devices::TrainingPlan> plan() const
    {
        if (optimizer.empty() && dtype.empty()) {
            return std::nullopt;
        }
        return devices::TrainingPlan{
            .optimizer = optimizer, .dtype = formats::dtypeNamed(dtype), .stateDtype = formats::dtypeNamed(stateDtype)};
    }

    [[nodiscard]] devices::FileTrust trust() const
    {
        return strict    ? devices::FileTrust::DataOnly
               : trusted ? devices::FileTrust::Trusted
                         : devices::FileTrust::Default;
    }
};

/// A part of a checkpoint loads alone, and gives no more than that part: said is where the whole is.
void addWhole(CheckReport& report)
{
    const auto whole = checkpoint::wholeOf(report.checkpoint.path());
    if (!whole) {
        return;
    }
    auto& problems = report.preflight.problems;
    std::erase_if(problems,
                  [](const devices::LoadProblem& problem) { return problem.code == devices::ProblemCode::FilePart; });
    devices::LoadProblem problem;
    problem.code = devices::ProblemCode::FilePart;
    problem.severity = Severity::Warning;
    problem.what = whole->words;
    problem.cause = devices::kPartCause;
    problem.advice = message("Ask about the whole: `cairn-cli check %1`", shellFile(whole->path));
    problems.push_back(std::move(problem));
}

/// The one device that everything goes to by a map, or empty.
std::string onlyTarget(const checkpoint::Checkpoint& checkpoint, const MapLocation& map, const DeviceInventory& machine)
{
    const devices::Placement placement = devices::placeStorages(checkpoint, map, &machine);
    const bool isOne = map.kind() != devices::MapKind::None && placement.targets().size() == 1;
    return isOne ? placement.targets().front() : std::string();
}

/// The first way out that is one: code for a map that fails helps nobody.
void addFixThatLoads(CheckReport& report)
{
    for (const devices::LoadProblem& problem : report.preflight.problems) {
        for (const MapFix& fix : problem.fixes) {
            if (devices::preflight(report.checkpoint, fix.map, report.machine, report.line).loads) {
                report.fix = fix.text.text();
                report.fixPython = devices::pythonSnippet(report.checkpoint, fix.map, report.snippet());
                return;
            }
        }
    }
}

/// The first device of the machine that is no cpu, or empty.
std::string acceleratorOf(const DeviceInventory& machine)
{
    for (const devices::Backend& backend : machine.backends) {
        if (!backend.devices.empty()) {
            return backend.devices.front().tag;
        }
    }
    return {};
}

/// Where the numbers of a plan are counted: where the map says, or else all on the first GPU.
MapLocation countedMap(const CheckReport& report)
{
    const std::string device = acceleratorOf(report.machine);
    return report.map.kind() != devices::MapKind::None || device.empty() ? report.map
                                                                         : MapLocation::everythingTo(device);
}

/// Whether tensors are read one by one, so that they can be cast before they go anywhere.
bool givesTensors(const checkpoint::Checkpoint& checkpoint)
{
    const checkpoint::Loader loader = checkpoint.traits().loader;
    return loader == checkpoint::Loader::TorchLoad || loader == checkpoint::Loader::SafetensorsLoad ||
           loader == checkpoint::Loader::OneByOne;
}

bool isOnOneDevice(const CheckReport& report, const MapLocation& map)
{
    return devices::placeStorages(report.checkpoint, map, &report.machine).targets().size() == 1;
}

/// Of a plan without a map, which is counted on a GPU: the file as it was saved need not go there.
bool readsOntoCpu(const CheckReport& report)
{
    return report.map.kind() == devices::MapKind::None && report.training && report.training->fits &&
           !acceleratorOf(report.machine).empty() && givesTensors(report.checkpoint) &&
           isOnOneDevice(report, countedMap(report));
}

std::string codeFor(const CheckReport& report, TorchLine line)
{
    devices::SnippetOptions options = report.snippet();
    options.line = line;
    options.isCpuFirst = readsOntoCpu(report);
    return devices::pythonSnippet(report.checkpoint, options.isCpuFirst ? countedMap(report) : report.map, options);
}

/// What has room once it is cast, but not as it was saved, can be cast on the CPU before each tensor goes to its
/// device.
void addCastThatFits(CheckReport& report)
{
    const bool isByName = report.checkpoint.traits().loader == checkpoint::Loader::TorchLoad &&
                          devices::plainStateDict(report.checkpoint) != checkpoint::kNoId;
    if (fitsInDtypeAlone(report) &&
        (isByName || (givesTensors(report.checkpoint) && isOnOneDevice(report, report.map)))) {
        devices::SnippetOptions options = report.snippet();
        options.isCpuFirst = true;
        report.fix = "cast on the CPU, then to the devices of the map";
        report.fixPython = devices::pythonSnippet(report.checkpoint, report.map, options);
        report.python = report.fixPython;
        report.isCodeOfPlan = true;
    }
}

/// What the first GPU has room for, where a file without a map does not fill it: saved on the CPU, it loads there, and
/// saved on a device that is not there, it does not load, which on a machine with a GPU is not what people ask about.
std::string noteOnFirstDevice(CheckReport& report, bool isMachineGiven)
{
    const std::string device = acceleratorOf(report.machine);
    const auto& uses = report.preflight.devices;
    if (report.map.kind() != devices::MapKind::None || device.empty() || uses.empty()) {
        return {};
    }
    const bool isElsewhere =
        std::ranges::any_of(uses, [](const devices::DeviceUse& use) { return !use.isThere && use.bytes != 0; });
    if (isElsewhere) {
        const devices::Device* there = report.machine.find(device);
        std::uint64_t bytes = 0;
        for (const devices::DeviceUse& use : uses) {
            bytes += use.bytes;
        }
        return there == nullptr || there->totalBytes == 0
                   ? std::string()
                   : "All of it needs " + humanBytes(bytes) +
                         (bytes <= there->freeBytes ? ", which fits in " : ", which does not fit in ") + device + " (" +
                         humanBytes(there->freeBytes) + " free).";
    }
    const bool isIdle = std::ranges::all_of(
        uses, [](const devices::DeviceUse& use) { return use.device == "cpu" || use.device == "meta"; });
    if (!isIdle) {
        return {};
    }
    const auto there =
        devices::preflight(report.checkpoint, MapLocation::everythingTo(device), report.machine, report.line);
    const bool hasNoRoom = std::ranges::find(there.problems, devices::ProblemCode::DeviceMemory,
                                             &devices::LoadProblem::code) != there.problems.end();
    report.isUnmet = hasNoRoom && isMachineGiven; // whoever names a GPU asks about it
    return "As it is, nothing goes to " + device + ". " +
           (hasNoRoom ? "It has too little room for all of it: see --split."
                      : "It has room for all of it: --map '*=" + device + "'.");
}

/// The memory for training, where the map says, or else all on the first GPU.
Result<void> addTraining(CheckReport& report, const CheckOptions& options)
{
    if (!report.plan) {
        return {};
    }
    const MapLocation map = countedMap(report);
    CAIRN_ASSIGN(training, devices::estimateTraining(report.checkpoint, *report.plan, map, report.machine));
    report.training = std::move(training);
    if (options.gpusOnly && std::ranges::find(report.training->devices, "cpu", &devices::TrainingUse::device) !=
                                report.training->devices.end()) {
        report.training->fits = false;
    }
    if (!report.training->fits) { // and room for the file as it is helps nobody
        report.note = (options.split && !report.note.empty() ? report.note + ' ' : std::string()) +
                      waysToFit(report, map, options.split);
    }
    return {};
}

/// What keeps the layers of a model together, over all GPUs of the machine.
Result<MapLocation> splitMap(const checkpoint::Checkpoint& checkpoint, const DeviceInventory& machine,
                             const CheckOptions& options)
{
    if (acceleratorOf(machine).empty()) {
        return fail(error(ErrorCode::UnmetRequest, message("%1 has no GPU to split it over", machine.machine))
                        .in(checkpoint.path())
                        .fix(message("Name a machine that has, as in --machine '2 x 24 GB'")));
    }
    return devices::balanceByMemory(checkpoint, machine, options.plan());
}

/// A rule that matches nothing most likely is mistyped, and then the answer is to another question.
Result<void> requireUseful(const CheckOptions& options, const MapLocation& map,
                           const checkpoint::Checkpoint& checkpoint)
{
    const std::vector<UselessRule> useless = uselessRules(map, checkpoint, tagCounts(checkpoint));
    const auto mistyped = std::ranges::find(useless, false, &UselessRule::mayBeMeant);
    if (options.lenient || mistyped == useless.end()) {
        return {};
    }
    return fail(error(ErrorCode::UnmetRequest, verbatim(mistyped->text))
                    .in(checkpoint.path())
                    .fix(message("Correct the map, or make a warning of it with --lenient")));
}

/// Which torch answers otherwise than the one that was asked: the one that is installed may be another.
std::string otherTorches(const CheckReport& report, const CheckOptions& options)
{
    constexpr std::array lines = {TorchLine::Torch113, TorchLine::Torch25, TorchLine::Torch26, TorchLine::Torch214,
                                  TorchLine::Latest};
    std::vector<std::string> others;
    for (const TorchLine line : lines) {
        if (line != report.line &&
            devices::findProblems(report.checkpoint, report.map, report.machine, line, options.trust()).loads !=
                report.preflight.loads) {
            others.push_back(devices::spokenTorchLine(line).text());
        }
    }
    if (others.empty()) {
        return {};
    }
    const bool isOne = others.size() == 1;
    const std::string answer = report.preflight.loads ? isOne ? "does not load it" : "do not load it"
                               : isOne                ? "loads it"
                                                      : "load it";
    return "Asked of " + devices::spokenTorchLine(report.line).text() + "; " + listOf(others, lines.size()).text() +
           ' ' + answer + " (--torch).";
}

/// Which torch wants other code than the one that was asked.
std::string otherCode(const CheckReport& report)
{
    constexpr TorchLine old = TorchLine::Torch113;
    const bool isOther = report.line != old && codeFor(report, old) != report.python;
    return isOther ? "For " + devices::spokenTorchLine(old).text() + " it is other code, which --torch 1.13 prints."
                   : std::string();
}

ExitCode checkFile(Session& session, const CheckOptions& options, const std::string& file, const MapLocation& given,
                   const DeviceInventory& machine)
{
    auto opened = openInput(file, session.progress);
    if (!opened) {
        return reportFile(session, file, opened.error(), options.json);
    }
    const checkpoint::Checkpoint& checkpoint = **opened;
    const auto made = options.split ? splitMap(checkpoint, machine, options) : Result<MapLocation>(given);
    if (!made) {
        return reportFile(session, file, made.error(), options.json);
    }
    const MapLocation& map = *made;
    if (const auto met = requireUseful(options, map, checkpoint); !met) {
        return reportFile(session, file, met.error(), options.json);
    }
    const TorchLine line = devices::torchLineByName(options.torch).value_or(TorchLine::Latest);
    CheckReport report{.checkpoint = checkpoint,
                       .map = map,
                       .machine = machine,
                       .line = line,
                       .preflight = devices::preflight(checkpoint, map, machine, line, options.trust()),
                       .mapWarnings = mapWarnings(map, checkpoint),
                       .paths = {},
                       .fix = {},
                       .fixPython = {},
                       .cpp = devices::cppSnippet(checkpoint, map),
                       .otherTorches = {},
                       .otherCode = {},
                       .note = {},
                       .writtenMap = options.mapFile,
                       .plan = options.plan()};
    addWhole(report);
    report.otherTorches = options.json || options.quiet ? std::string() : otherTorches(report, options);
    if (options.split) {
        tellSplit(report, options.gpusOnly);
    } else if (!report.plan) { // which has an answer of its own
        report.note = noteOnFirstDevice(report, options.machine != "this");
    }
    if (const auto added = addTraining(report, options); !added) {
        return reportFile(session, file, added.error(), options.json);
    }
    report.python = codeFor(report, line);
    report.otherCode = options.python && !options.json ? otherCode(report) : std::string();
    // Asked is what is held in the end. That the file as it was saved is larger, or tagged with other devices, decides
    // how it is loaded, not whether; but a map that was given is to be met.
    const bool isMapGiven = given != MapLocation() || options.split;
    const bool canBeRead = std::ranges::all_of(report.preflight.problems, [&](const devices::LoadProblem& problem) {
        return problem.severity != Severity::Error || problem.code == devices::ProblemCode::DeviceMemory ||
               (!isMapGiven && devices::isOfDevice(problem.code));
    });
    const bool isPlanMet = canBeRead && !report.isUnmet && report.training && report.training->fits;
    report.isCodeOfPlan = isPlanMet && readsOntoCpu(report);
    if (!options.mapFile.empty()) {
        const auto existing = options.force ? FileSink::Existing::Replace : FileSink::Existing::Refuse;
        auto written = convert::refuseOwnSource(checkpoint, options.mapFile);
        if (written) {
            written = devices::writeMapFile(options.mapFile, map, existing);
        }
        if (!written) {
            return reportFile(session, file, written.error(), options.json);
        }
    }
    if (const std::string target = onlyTarget(checkpoint, map, machine); !target.empty()) {
        report.paths = devices::compareLoadPaths(checkpoint, target, machine, line);
    }
    if (!devices::loadsIfTrusted(report.preflight) && (options.python || options.json)) {
        addFixThatLoads(report);
        if (isMapGiven) {
            addCastThatFits(report);
        }
    }
    if (options.json) {
        writeCheckJson(session.output, report);
    } else if (!options.quiet) {
        Screen screen(session.output, session.terminal);
        printCheck(screen, report, options.python);
    }
    if (!report.training) {
        return report.preflight.loads && !report.isUnmet ? ExitCode::Fine : ExitCode::NegativeVerdict;
    }
    return isPlanMet ? ExitCode::Fine : ExitCode::NegativeVerdict;
}

ExitCode check(Session& session, const CheckOptions& options)
{
    auto map = readMap(options.map);
    if (!map) {
        return worse(ExitCode::Usage, session.reportOptions(map.error()));
    }
    if (!options.mapFile.empty() && (options.inputs.given.size() != 1 || options.inputs.isRecursive)) {
        return session.reportOptions(error(ErrorCode::Usage, message("--write-map writes the map for one file")));
    }
    if (!options.mapFile.empty() && !options.split && options.map.empty()) {
        return session.reportOptions(error(ErrorCode::Usage, message("--write-map has no map to write"))
                                         .fix(message("Add --split, or a map as in --map '*=cuda:0'")));
    }
    if (const auto plan = options.plan();
        plan && !plan->optimizer.empty() && plan->dtype && !devices::canBeTrained(*plan->dtype)) {
        return session.reportOptions(
            error(ErrorCode::Usage,
                  message("nothing is trained in %1: gradients are floating-point numbers", options.dtype))
                .fix(message("Name the dtype of weights and gradients, as in --dtype bf16; without --train --dtype %1 "
                             "adds up the weights alone",
                             options.dtype)));
    }
    auto machine = options.machine == "this" ? Result<DeviceInventory>(runtime::machineHere())
                                             : devices::findMachine(options.machine);
    if (!machine) {
        return worse(ExitCode::Usage, session.reportOptions(machine.error()));
    }
    const Telling telling = options.json ? Telling::Json : options.quiet ? Telling::Quiet : Telling::Text;
    return forEachInput(session, options.inputs, telling, telling != Telling::Text, [&](const std::string& file) {
        return checkFile(session, options, file, map->value_or(MapLocation()), *machine);
    });
}

} // namespace

void addCheckCommand(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("check", kCheckDescription);
    command->footer(withJsonSection(kCheckFooter));
    auto options = std::make_shared<CheckOptions>();
    addFileInputs(*command, options->inputs, "A checkpoint, or several.");
    addMapOptions(*command, options->map);
    command->add_option("--machine", options->machine, "Where it shall load: this, cpu, a description, or a file.")
        ->option_text("MACHINE")
        ->type_name("{this,cpu}FILE");
    command->add_option("--torch", options->torch, "Which PyTorch shall load it: a version, as 1.13 or 2.6, or latest.")
        ->option_text("VERSION")
        ->type_name("{1.13,2.5,2.6,2.14,latest}")
        ->check(CLI::Validator(
            [](const std::string& version) {
                return isKnownTorch(version) ? std::string()
                                             : inQuotes(version) + " is no PyTorch whose answers are known: those are "
                                                                   "1.13, 2.0 and later, and latest";
            },
            std::string()));
    auto* split =
        command
            ->add_flag("--split", options->split,
                       "Spread it over the GPUs of the machine by their free memory, and the CPU if that is not "
                       "enough; no layer is cut. See SPLITS.")
            ->excludes("--map")
            ->excludes("--map-file");
    command->add_flag("--gpus-only", options->gpusOnly, "With --split: it fails where something goes to the CPU.")
        ->needs(split);
    auto* writeMap =
        command->add_option("--write-map", options->mapFile, "Write the map to a new *.devicemap.json file.")
            ->check(fileToWrite())
            ->option_text("FILE");
    command->add_flag("--force", options->force, "With --write-map: replace that file if it exists.")->needs(writeMap);
    std::vector<std::string> optimizers{std::string(devices::kSavedOptimizer)};
    for (const devices::OptimizerKind& kind : devices::optimizerKinds()) {
        optimizers.emplace_back(kind.name);
    }
    auto* train =
        command
            ->add_option("--train", options->optimizer,
                         "Is there room to train it, too? By the optimizer: saved is that in the file. See TRAINING.")
            ->option_text("OPTIMIZER")
            ->transform(oneOf(std::move(optimizers)));
    const CLI::Validator dtypes(
        [](const std::string& name) {
            return formats::dtypeNamed(name) ? std::string() : "torch has no dtype " + inQuotes(name);
        },
        std::string());
    command
        ->add_option("--dtype", options->dtype,
                     "Is there room for the weights in this dtype? With --train, for the gradients, too.")
        ->option_text("DTYPE")
        ->type_name("{float32,bfloat16,float16}")
        ->check(dtypes);
    command
        ->add_option("--state-dtype", options->stateDtype,
                     "With --train: of what the optimizer keeps; else as the weights.")
        ->option_text("DTYPE")
        ->type_name("{float32,bfloat16,float16}")
        ->check(dtypes)
        ->needs(train)
        ->group(kRareOptions);
    command->add_flag("--python", options->python, "Add the Python that loads it so, and C++ for TorchScript.");
    auto* trusted =
        command->add_flag("--trusted", options->trusted,
                          "The question is torch.load(FILE, weights_only=False), by someone who trusts it.");
    command->add_flag("--strict", options->strict, "Only a file that is nothing but data loads.")->excludes(trusted);
    command->add_flag("--lenient", options->lenient,
                      "What of the map matches nothing in a file is a warning, for many files with one map.");
    command->add_flag("--json", options->json, "Print one line of JSON for each file instead.");
    command->add_flag("-q,--quiet", options->quiet, "Print nothing but errors: the exit status tells.");
    command->callback(
        [options, &chosen] { chosen = [options](Session& session) { return check(session, *options); }; });
}

} // namespace cairn::cli
