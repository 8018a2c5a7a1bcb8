#include "app/cli/check/allowances.h"
#include "app/cli/check/check_options.h"
#include "app/cli/check/sarif_log.h"
#include "app/cli/common/command.h"
#include "app/cli/common/file_inputs.h"
#include "app/cli/common/help_formatter.h"
#include "app/cli/common/input_stream.h"
#include "app/cli/common/map_options.h"
#include "app/cli/common/usage_error.h"
#include "core/base/text/text.h"
#include "core/devices/machine/machine_text.h"
#include "core/formats/dtype_names.h"
#include "core/gate/rules.h"
#include "core/runtime/usable_devices.h"

#include <CLI/CLI.hpp>

#include <charconv>

namespace cairn::cli {

using devices::DeviceInventory;
using devices::MapLocation;
using devices::TorchLine;

namespace {

constexpr const char* kCheckDescription =
    R"(tell whether a checkpoint loads, here or elsewhere
Answers without loading anything: which storages go to which device, whether the device is there and has room, every problem at once with the words PyTorch would use for it, the cause on this machine, and maps that solve it.

Without --map the question is what torch.load(FILE) would do as it is. Since torch 2.6 that refuses files which name more than tensors need: they do not load, unless --trusted asks about weights_only=False. Files that are known to do harm never load.)";

constexpr const char* kCheckMaps = R"(MAPS
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

GATE
    --strict is what a pipeline asks before it takes a checkpoint: was all of it
    looked at, and is nothing wrong? It compares each record of a zip with its
    checksum, and files in the cache of huggingface_hub with the sum they are
    called by; reads every value, those of arrays of NumPy and of sparse tensors
    too; and takes nothing that is more than data for what loads. The last
    paragraph says what was looked at, and what was not, as a format without
    checksums. What is found is an error, a warning, or a note, which does not
    shut the gate:

)";

constexpr const char* kCheckEnd = R"(    --allow lets pass what a rule finds, also by the name that is before it, and
    can be repeated; what lets nothing pass is an error, with --lenient a
    warning. Not looked at are numbers of a kind that is not read, what bytes
    among the values hold, and bytes of a storage that no tensor reaches; the
    last paragraph says so. Integers hold no NaN. That all is zero is a warning
    for a weight of two or more dimensions, and a note for a bias or what an
    optimizer keeps.

EXIT STATUS
    0    it loads; with --train or --dtype: it can be read, and that fits; with
         --strict: nothing is wrong with it
    1    it does not; or --split had nothing for the GPUs, or, with --gpus-only,
         something for the CPU
    2    the command line, the map or the machine is wrong
    3    a file is damaged beyond opening, or no checkpoint
    4    a file could not be read
    130  cancelled
    With several files the highest one counts.

EXAMPLES
    cairn-cli check model.pth
        Does it load here?
    cairn-cli check model.pth --machine cpu --map '*=cpu' --python
        Does it load on a machine without a GPU, and what do I write?
    cairn-cli check --strict -r release --allow 'infinite:*attn_mask'
        A gate: is everything in these files as it should be?
    cairn-cli check model.pth --machine '2 x 24 GB' --split --json |
      jq '.devices'
        What would each of two GPUs hold?
    cairn-cli check model.pth --machine '1 x 24 GB' --train adamw --dtype bf16
        Can a GPU of 24 GB train it?
    cairn-cli check model.pth --machine '1 x 24 GB' --dtype bf16
        Are its weights small enough for that GPU in bfloat16?
    cairn-cli check model.pth --machine '2 x 24 GB' --split --write-map two.json
        How do its layers go onto two GPUs? Keep the map.
    cairn-cli check --sarif -r release > findings.sarif
        What a gate finds, for a tool that shows the findings of others.
)";

/// The rules as a table, between these.
std::string checkFooter()
{
    std::string text = kCheckMaps;
    for (const gate::RuleInfo& info : gate::allRules()) {
        const std::string id(info.id);
        const std::string_view level = gate::levelName(info.level);
        text += "    " + id + std::string(16 - id.size(), ' ') + std::string(level) +
                std::string(9 - level.size(), ' ') + info.meaning.words() + '\n';
    }
    return text + '\n' + kCheckEnd;
}

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

ExitCode check(Session& session, const CheckOptions& options)
{
    auto map = readMap(options.map);
    if (!map) {
        return worse(ExitCode::Usage, session.reportOptions(map.error()));
    }
    if (!options.allowances.empty() && !options.isStrict()) {
        return session.reportOptions(error(ErrorCode::Usage, message("--allow goes with --strict or --sarif")));
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
    const bool isDense = options.json || options.sarif || options.quiet;
    const Telling telling = options.json ? Telling::Json : options.quiet ? Telling::Quiet : Telling::Text;
    auto found = findInputs(session, options.inputs, TreeUse::Read, telling);
    if (!found) {
        return session.reportOptions(found.error());
    }
    std::optional<SarifLog> log;
    if (options.sarif) {
        log.emplace(session.output, session.version);
        for (const Error& failure : found->failures) {
            log->addFailure(failure.where, failure);
        }
    }
    const ExitCode code = forEachFound(session, std::move(*found), isDense, [&](const std::string& file) {
        return checkFile(session, options, file, map->value_or(MapLocation()), *machine, log ? &*log : nullptr);
    });
    if (log) {
        log->finish(code);
    }
    return code;
}

} // namespace

void addCheckCommand(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("check", kCheckDescription);
    command->footer(withJsonSection(checkFooter()));
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
        ->needs(split)
        ->group(kRareOptions);
    auto* writeMap =
        command->add_option("--write-map", options->mapFile, "Write the map to a new *.devicemap.json file.")
            ->check(fileToWrite())
            ->option_text("FILE");
    command->add_flag("--force", options->force, "With --write-map: replace that file if it exists.")
        ->needs(writeMap)
        ->group(kRareOptions);
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
    command
        ->add_flag("--strict", options->strict,
                   "A gate: all that PyTorch would read is looked at, and nothing is wrong. See GATE.")
        ->excludes(trusted);
    auto* allow = addRepeatable(*command, "--allow", options->allowances,
                                "With --strict: let what a rule finds pass. With a GLOB, what of it has such a name, "
                                "as infinite:*attn_mask.");
    allow->option_text("RULE[:GLOB]")->check(CLI::Validator(wrongAllowance, std::string()));
    command
        ->add_flag("--lenient", options->lenient,
                   "What of the map, or of --allow, matches nothing in a file is a warning, for many files with one "
                   "command line.")
        ->group(kRareOptions);
    auto* json = command->add_flag("--json", options->json, "Print one line of JSON for each file instead.");
    command
        ->add_flag("--sarif", options->sarif,
                   "A gate as --strict is. Print one document of SARIF 2.1.0 for all files instead.")
        ->excludes(json)
        ->excludes(trusted);
    command->add_flag("-q,--quiet", options->quiet, "Print nothing but errors: the exit status tells.");
    command->callback(
        [options, &chosen] { chosen = [options](Session& session) { return check(session, *options); }; });
}

} // namespace cairn::cli
