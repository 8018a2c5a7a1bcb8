#include "app/cli/check_views.h"
#include "app/cli/command.h"
#include "app/cli/file_inputs.h"
#include "app/cli/input_stream.h"
#include "app/cli/inspect_views.h"
#include "app/cli/map_options.h"
#include "app/cli/map_warnings.h"
#include "core/base/progress.h"
#include "core/devices/machine_text.h"
#include "core/devices/placement.h"
#include "core/devices/python_snippet.h"

#include <CLI/CLI.hpp>

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
    FILE                 what `cairn-cli devices --json` wrote there

EXIT STATUS
    0    it loads
    1    it does not
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
    cairn-cli check model.pth --machine '2 x 24 GB' --json | jq '.devices'
        What would each of two GPUs hold?
)";

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

    [[nodiscard]] devices::FileTrust trust() const
    {
        return strict    ? devices::FileTrust::DataOnly
               : trusted ? devices::FileTrust::Trusted
                         : devices::FileTrust::Default;
    }
};

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
                report.fix = fix.text;
                report.fixPython = devices::pythonSnippet(report.checkpoint, fix.map, report.line);
                return;
            }
        }
    }
}

ExitCode checkFile(Session& session, const CheckOptions& options, const std::string& file, const MapLocation& map,
                   const DeviceInventory& machine)
{
    auto opened = openInput(file, session.progress);
    if (!opened) {
        return reportFile(session, file, opened.error(), options.json);
    }
    const checkpoint::Checkpoint& checkpoint = **opened;
    const TorchLine line = devices::torchLineByName(options.torch).value_or(TorchLine::Latest);
    CheckReport report{.checkpoint = checkpoint,
                       .map = map,
                       .machine = machine,
                       .line = line,
                       .preflight = devices::preflight(checkpoint, map, machine, line, options.trust()),
                       .mapWarnings = mapWarnings(map, checkpoint),
                       .paths = {},
                       .python = devices::pythonSnippet(checkpoint, map, line),
                       .fix = {},
                       .fixPython = {},
                       .cpp = devices::cppSnippet(checkpoint, map)};
    if (const std::string target = onlyTarget(checkpoint, map, machine); !target.empty()) {
        report.paths = devices::compareLoadPaths(checkpoint, target, machine, line);
    }
    if (!devices::loadsIfTrusted(report.preflight) && (options.python || options.json)) {
        addFixThatLoads(report);
    }
    if (options.json) {
        writeCheckJson(session.output, report);
    } else if (!options.quiet) {
        Screen screen(session.output, session.terminal);
        printCheck(screen, report, options.python);
    }
    return report.preflight.loads ? ExitCode::Fine : ExitCode::NegativeVerdict;
}

ExitCode check(Session& session, const CheckOptions& options)
{
    auto map = readMap(options.map);
    if (!map) {
        return worse(ExitCode::Usage, session.reportOptions(map.error()));
    }
    auto machine = devices::findMachine(options.machine);
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
    command->footer(kCheckFooter);
    auto options = std::make_shared<CheckOptions>();
    addFileInputs(*command, options->inputs, "A checkpoint, or several.");
    addMapOptions(*command, options->map);
    command->add_option("--machine", options->machine, "Where it shall load: this, cpu, a description, or a file.")
        ->option_text("MACHINE")
        ->type_name("{this,cpu}FILE");
    command->add_option("--torch", options->torch, "Which PyTorch shall load it: a version, as 1.13 or 2.6, or latest.")
        ->option_text("VERSION")
        ->type_name("{1.13,2.6,latest}")
        ->check(CLI::Validator(
            [](const std::string& version) {
                return devices::torchLineByName(version) ? std::string() : "there is no PyTorch \"" + version + "\"";
            },
            std::string()));
    command->add_flag("--python", options->python, "Add the Python that loads it so, and C++ for TorchScript.");
    auto* trusted =
        command->add_flag("--trusted", options->trusted,
                          "The question is torch.load(FILE, weights_only=False), by someone who trusts it.");
    command->add_flag("--strict", options->strict, "Only a file that is nothing but data loads.")->excludes(trusted);
    auto* json = command->add_flag("--json", options->json, "Print one line of JSON for each file instead.");
    command->add_flag("-q,--quiet", options->quiet, "Print nothing but errors: the exit status tells.")->excludes(json);
    command->callback(
        [options, &chosen] { chosen = [options](Session& session) { return check(session, *options); }; });
}

} // namespace cairn::cli
