#include "app/cli/check/allowances.h"
#include "app/cli/check/check_options.h"
#include "app/cli/check/check_views.h"
#include "app/cli/check/sarif_log.h"
#include "app/cli/check/strict.h"
#include "app/cli/common/input_stream.h"
#include "app/cli/common/map_warnings.h"
#include "app/cli/common/progress_bar.h"
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
#include "core/gate/gate.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cairn::cli {

using devices::DeviceInventory;
using devices::MapFix;
using devices::MapLocation;
using devices::TorchLine;

namespace {

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

/// Problems of the file as it was saved. Where its numbers in another dtype were asked about, that it is larger, or
/// tagged with other devices, decides how it is loaded, not whether; but a map that was given is to be met.
std::vector<devices::LoadProblem> inTheWay(const CheckReport& report, bool isMapGiven)
{
    std::vector<devices::LoadProblem> problems = report.preflight.problems;
    if (report.plan) {
        std::erase_if(problems, [&](const devices::LoadProblem& problem) {
            return problem.code == devices::ProblemCode::DeviceMemory ||
                   (!isMapGiven && devices::isOfDevice(problem.code));
        });
    }
    return problems;
}

/// Looks at all of the file, and lets pass what is allowed.
Result<StrictReport> examine(Session& session, const CheckOptions& options, const CheckReport& report, bool isMapGiven)
{
    CAIRN_ASSIGN(found, withBar(session.progress, session.terminal.charset, report.checkpoint.path(), [&] {
                     return gate::examine(report.checkpoint, inTheWay(report, isMapGiven), &session.progress);
                 }));
    StrictReport strict{.gate = std::move(found), .unusedAllowances = {}};
    strict.unusedAllowances = allowFindings(strict.gate, options.allowances);
    return strict;
}

/// An allowance that lets nothing pass most likely is mistyped, or outlived what it was for.
ExitCode tellUnusedAllowances(Session& session, const CheckOptions& options, const CheckReport& report)
{
    ExitCode code = ExitCode::Fine;
    for (const std::string& word : report.strict->unusedAllowances) {
        const std::string text = "--allow " + cairn::inQuotes(word) + " fits no finding";
        if (options.lenient) {
            session.warn(report.checkpoint.path() + ": " + text);
            continue;
        }
        code = session.report(error(ErrorCode::UnmetRequest, verbatim(text))
                                  .in(report.checkpoint.path())
                                  .fix(message("Leave it out, or make a warning of it with --lenient")));
    }
    return code;
}

/// Whether what was asked is so. What keeps a file from loading is a finding of the gate.
bool isMet(const CheckReport& report, bool canBeRead)
{
    const bool loads = report.training ? canBeRead && report.training->fits : report.preflight.loads;
    const bool fits = !report.training || report.training->fits;
    return !report.isUnmet && (report.strict ? fits && report.strict->gate.isOpen() : loads);
}

} // namespace

ExitCode checkFile(Session& session, const CheckOptions& options, const std::string& file, const MapLocation& given,
                   const DeviceInventory& machine, SarifLog* log)
{
    const auto failed = [&](const Error& failure) {
        if (log == nullptr || failure.code == ErrorCode::Cancelled) {
            return reportFile(session, file, failure, options.json);
        }
        log->addFailure(file, failure);
        return session.report(failure);
    };
    auto opened = openInput(file, session.progress);
    if (!opened) {
        return failed(opened.error());
    }
    const checkpoint::Checkpoint& checkpoint = **opened;
    const auto made = options.split ? splitMap(checkpoint, machine, options) : Result<MapLocation>(given);
    if (!made) {
        return failed(made.error());
    }
    const MapLocation& map = *made;
    if (const auto met = requireUseful(options, map, checkpoint); !met) {
        return failed(met.error());
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
    report.otherTorches =
        options.json || options.sarif || options.quiet ? std::string() : otherTorches(report, options);
    if (options.split) {
        tellSplit(report, options.gpusOnly);
    } else if (!report.plan) { // which has an answer of its own
        report.note = noteOnFirstDevice(report, options.machine != "this");
    }
    if (const auto added = addTraining(report, options); !added) {
        return failed(added.error());
    }
    report.python = codeFor(report, line);
    report.otherCode = options.python && !options.json ? otherCode(report) : std::string();
    const bool isMapGiven = given != MapLocation() || options.split;
    const bool canBeRead =
        std::ranges::count(inTheWay(report, isMapGiven), Severity::Error, &devices::LoadProblem::severity) == 0;
    const bool isPlanMet = canBeRead && !report.isUnmet && report.training && report.training->fits;
    report.isCodeOfPlan = isPlanMet && readsOntoCpu(report);
    if (!options.mapFile.empty()) {
        const auto existing = options.force ? FileSink::Existing::Replace : FileSink::Existing::Refuse;
        auto written = convert::refuseOwnSource(checkpoint, options.mapFile);
        if (written) {
            written = devices::writeMapFile(options.mapFile, map, existing);
        }
        if (!written) {
            return failed(written.error());
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
    if (options.isStrict()) {
        auto strict = examine(session, options, report, isMapGiven);
        if (!strict) {
            return failed(strict.error());
        }
        report.strict = std::move(*strict);
    }
    if (log != nullptr) {
        log->add(file, *report.strict);
    } else if (options.json) {
        writeCheckJson(session.output, report);
    } else if (!options.quiet) {
        Screen screen(session.output, session.terminal);
        printCheck(screen, report, options.python);
    }
    const ExitCode met = isMet(report, canBeRead) ? ExitCode::Fine : ExitCode::NegativeVerdict;
    return report.strict ? worse(met, tellUnusedAllowances(session, options, report)) : met;
}

} // namespace cairn::cli
