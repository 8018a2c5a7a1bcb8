#include "app/cli/check/check_views.h"
#include "app/cli/common/table.h"
#include "app/cli/inspect/device_advice.h"
#include "core/base/text/shell_word.h"
#include "core/base/text/text.h"
#include "core/checkpoint/trust.h"
#include "core/checkpoint/trust/python_modules.h"
#include "core/convert/common/cast.h"
#include "core/devices/load_sentence.h"
#include "core/devices/map/map_edit.h"

#include <algorithm>
#include <array>

namespace cairn::cli {

using checkpoint::Checkpoint;
using devices::DeviceUse;
using devices::LoadPath;
using devices::LoadProblem;

namespace {

constexpr std::size_t kLabelColumns = 13;

void field(Screen& screen, std::string_view label, std::string_view text, Ink ink = Ink::Plain)
{
    if (text.empty()) {
        return;
    }
    screen.put("  ");
    screen.put(label, Ink::Dim);
    screen.spaces(kLabelColumns - 2 - std::min(label.size(), kLabelColumns - 3));
    screen.paragraph(text, ink, kLabelColumns);
}

void printDevices(Screen& screen, const std::vector<DeviceUse>& devices)
{
    if (devices.empty()) {
        return;
    }
    const Table table({{.title = "Device"},
                       {.title = "Storages", .align = Align::Right},
                       {.title = "Bytes", .align = Align::Right},
                       {.title = "Peak", .align = Align::Right},
                       {.title = "Free", .align = Align::Right}});
    screen.newLine();
    table.print(screen, [&](const Table::Sink& sink) {
        Table::Row row(5);
        for (const DeviceUse& use : std::span(devices).first(std::min(devices.size(), kMostRows))) {
            row[0].set(screen.safe(use.device), inkOfDevice(use.device));
            row[1].set(groupedDigits(use.storages));
            row[2].set(humanBytes(use.bytes));
            row[3].set(use.isThere ? humanBytes(use.peakBytes) : "");
            row[4].set(use.freeBytes ? humanBytes(*use.freeBytes)
                       : use.isThere ? std::string()
                                     : std::string("not there"),
                       use.isThere ? Ink::Plain : Ink::Red);
            sink(row);
        }
    });
    printRest(screen, devices.size(), kMostRows);
}

void printProblem(Screen& screen, const Checkpoint& checkpoint, const LoadProblem& problem)
{
    screen.newLine();
    const bool isError = problem.severity == Severity::Error;
    screen.paragraph((isError ? "Problem: " : "Warning: ") + screen.safe(problem.what.text()),
                     isError ? Ink::Red : Ink::Yellow);
    std::string entries = countOf(problem.storages.size(), "storage") + ", " + humanBytes(problem.bytes);
    constexpr std::size_t kMostExamples = 3;
    const std::vector<std::string> examples = exampleEntries(checkpoint, problem, kMostExamples + 1);
    for (std::size_t i = 0; i < examples.size(); ++i) {
        entries += (i == 0 ? ": " : ", ") + (i == kMostExamples ? "..." : screen.safe(shortened(examples[i])));
    }
    if (!problem.storages.empty()) { // else it is the file itself
        field(screen, "affects", entries);
    }
    field(screen, "torch says", screen.safe(problem.torchError));
    field(screen, "because", screen.safe(problem.cause.text()));
    field(screen, "advice", screen.safe(adviceFor(problem)));
}

void printFixes(Screen& screen, const LoadProblem& problem)
{
    for (const devices::MapFix& fix : problem.fixes) {
        const std::string options = fixOptions(fix);
        field(screen, "fix",
              screen.safe(fix.text.text()) + (options.empty() ? " (--json has the map)" : ": " + screen.safe(options)),
              Ink::Green);
    }
}

void printPath(Screen& screen, const LoadPath& path)
{
    screen.put("  ");
    screen.line(screen.safe(path.python), Ink::Bold);
    std::string steps;
    for (const std::string& step : path.steps) {
        steps += (steps.empty() ? "" : "; then ") + screen.safe(step);
    }
    field(screen, "steps", steps);
    if (!path.works) {
        field(screen, "fails", screen.safe(path.failure), Ink::Red);
        return;
    }
    std::string peaks;
    for (const DeviceUse& use : path.peaks) {
        peaks += (peaks.empty() ? "" : ", ") + screen.safe(use.device) + ' ' + humanBytes(use.peakBytes);
    }
    field(screen, "moves", humanBytes(path.transferredBytes) + " between devices");
    field(screen, "peak", peaks);
}

void printCode(Screen& screen, std::string_view title, const std::string& code)
{
    if (code.empty()) {
        return;
    }
    screen.newLine();
    screen.line(title, Ink::Dim);
    screen.newLine();
    screen.output().write(code);
}

/// The code for a map that fails and has no fix, which must not pass for one that loads.
std::string failingCode(const CheckReport& report)
{
    const bool isIgnored = std::ranges::any_of(report.preflight.problems, [](const auto& problem) {
        return problem.code == devices::ProblemCode::MapIgnored;
    });
    const bool isSolved = std::ranges::all_of(report.preflight.problems, [](const auto& problem) {
        return problem.severity != Severity::Error || problem.isSolvedInCode;
    });
    if (isSolved) {
        return report.python;
    }
    return (isIgnored ? "# This fails as the file is: write a copy with `cairn-cli convert` and the same map first.\n"
                      : "# This fails, for the reasons above.\n") +
           report.python;
}

} // namespace

void printMapWarnings(Screen& screen, const std::vector<std::string>& warnings)
{
    for (const std::string& warning : warnings) {
        screen.paragraph("Warning: " + screen.safe(warning), Ink::Yellow);
    }
}

std::string fixOptions(const devices::MapFix& fix)
{
    return fix.isSplit ? "--split" : devices::mapOptions(fix.map);
}

std::string adviceFor(const LoadProblem& problem)
{
    std::string advice = problem.advice.text();
    if (devices::isOfTrust(problem) && problem.severity == Severity::Error) {
        advice += "; --trusted then asks about that";
    } else if (problem.code == devices::ProblemCode::FileDangerous) {
        advice += ", with `cairn-cli convert` to a .safetensors";
    }
    return advice;
}

std::vector<std::string> exampleEntries(const Checkpoint& checkpoint, const LoadProblem& problem, std::size_t most)
{
    std::vector<std::string> names;
    for (const checkpoint::StorageId id : problem.storages) {
        for (const checkpoint::TensorId tensor : checkpoint.tensorsOf(id)) {
            if (names.size() == most) {
                return names;
            }
            names.push_back(checkpoint.entryName(checkpoint.tensors()[tensor].entry));
        }
    }
    return names;
}

namespace {

/// Classes that neither Python nor torch brings: loading the file imports them.
void printNeededCode(Screen& screen, const Checkpoint& checkpoint)
{
    checkpoint::TrustVerdict needed;
    for (const checkpoint::GlobalUse& global : checkpoint.globals()) {
        const std::string_view module = std::string_view(global.name).substr(0, global.name.find('.'));
        const bool isTorchs = module == "torch" || module == "numpy" || module == "__torch__"; // in the file itself
        if (global.trust == checkpoint::Trust::RunsCode && !isTorchs && !checkpoint::isPythonModule(module)) {
            needed.names.push_back(verbatim(global.name));
        }
    }
    if (needed.names.empty()) {
        return;
    }
    screen.paragraph(
        "It needs the code of " + checkpoint::someNames(needed).text() + ": torch.load imports it under that name" +
            (needed.names.front().text().starts_with("__main__.") ? ", from the script that calls it." : "."),
        Ink::Yellow);
}

std::string roomText(const devices::TrainingEstimate& training)
{
    const bool isFull = std::ranges::any_of(training.devices,
                                            [](const devices::TrainingUse& use) { return use.isThere && !use.fits(); });
    const auto missing = std::ranges::find(training.devices, false, &devices::TrainingUse::isThere);
    if (!isFull && missing != training.devices.end()) {
        return printable(missing->device) + " is not there";
    }
    return training.fits ? "There is room" : "There is too little room";
}

/// A copy in the dtype that was asked for is one, where the file as it was saved has no room. Empty elsewhere.
std::string wayToDtype(const CheckReport& report)
{
    if (!fitsInDtypeAlone(report)) {
        return {};
    }
    const std::string dtype(formats::dtypeInfo(*report.plan->dtype).name);
    const std::string way = convert::CastRules::make(std::array{dtype})
                                ? " Make a copy that does: `cairn-cli convert " + shellFile(report.checkpoint.path()) +
                                      " -o COPY --cast " + dtype + "`."
                                : std::string();
    return "As it was saved it is larger, and will not load on " + report.machine.machine + "." + way;
}

} // namespace

bool fitsInDtypeAlone(const CheckReport& report)
{
    const bool isAsked = report.training && report.training->fits && report.plan && report.plan->dtype;
    return isAsked && !report.preflight.loads &&
           std::ranges::all_of(report.preflight.problems, [](const LoadProblem& problem) {
               return problem.severity != Severity::Error || problem.code == devices::ProblemCode::DeviceMemory;
           });
}

void printCheck(Screen& screen, const CheckReport& report, bool withPython)
{
    screen.line(screen.safe(report.checkpoint.path()), Ink::Bold);
    if (report.training && report.plan) { // the question that was asked
        const std::string counted = countedText(*report.training);
        screen.paragraph(roomText(*report.training) + ' ' + purposeOf(*report.plan) + "." +
                             (counted.empty() ? "" : ' ' + screen.safe(counted)),
                         report.training->fits ? Ink::Green : Ink::Red);
    }
    const bool loads = report.preflight.loads;
    const bool runsCode = checkpoint::trustOf(report.checkpoint).trust != checkpoint::Trust::DataOnly;
    const std::string way = wayToDtype(report);
    const std::string verdict =
        way.empty()
            ? devices::loadSentence(report.checkpoint, report.preflight, report.map, report.machine).text() + '.'
            : way;
    screen.paragraph(screen.safe(verdict), !way.empty() ? Ink::Yellow
                                           : !loads     ? Ink::Red
                                           : runsCode   ? Ink::Yellow
                                                        : Ink::Green);
    if (!report.otherTorches.empty()) {
        screen.paragraph(report.otherTorches, Ink::Dim);
    }
    if (loads && runsCode) {
        printNeededCode(screen, report.checkpoint);
    }
    printMapWarnings(screen, report.mapWarnings);
    printDevices(screen, report.preflight.devices);
    if (!report.note.empty()) {
        screen.newLine();
        screen.paragraph(screen.safe(report.note), report.isUnmet ? Ink::Red : Ink::Dim);
    }
    const LoadProblem* before = nullptr;
    for (const LoadProblem& problem : report.preflight.problems) {
        printProblem(screen, report.checkpoint, problem);
        const bool isSame = before != nullptr && !problem.fixes.empty() && problem.fixes == before->fixes;
        if (isSame) {
            field(screen, "fix", "the same as above", Ink::Green);
        } else {
            printFixes(screen, problem);
        }
        before = &problem;
    }
    if (std::ranges::any_of(report.preflight.problems,
                            [](const LoadProblem& problem) { return !problem.fixes.empty(); })) {
        screen.newLine();
        screen.paragraph(
            "`cairn-cli convert` takes the same --map and writes a copy that needs none; without one, all of "
            "it goes to the cpu.",
            Ink::Dim);
    }
    if (!report.paths.empty()) {
        screen.newLine();
        screen.line("Two ways there", Ink::Dim);
        for (const LoadPath& path : report.paths) {
            printPath(screen, path);
        }
    }
    printTraining(screen, report);
    if (!report.writtenMap.empty()) {
        screen.newLine();
        screen.paragraph("The map is in " + screen.safe(report.writtenMap) + ", which --map-file takes.");
    }
    if (withPython) {
        if (devices::loadsIfTrusted(report.preflight) || report.isCodeOfPlan) {
            printCode(screen, "Python", report.python);
        } else if (report.fix.empty()) {
            printCode(screen, "Python", failingCode(report));
        } else {
            printCode(screen, "Python, with the fix: " + report.fix, report.fixPython);
        }
        if (!report.otherCode.empty()) {
            screen.newLine();
            screen.paragraph(report.otherCode, Ink::Dim);
        }
        printCode(screen, "C++", report.cpp);
    }
    if (report.strict) {
        printStrict(screen, *report.strict);
    }
}

} // namespace cairn::cli
