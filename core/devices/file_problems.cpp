#include "core/devices/file_problems.h"

#include "core/base/text.h"
#include "core/checkpoint/weights_only.h"
#include "core/devices/load_problems.h"

#include <algorithm>
#include <utility>

namespace cairn::devices {

using checkpoint::Checkpoint;
using checkpoint::Format;
using checkpoint::Verdict;

namespace {

/// Whether torch of that line minds what is wrong with the file itself. Of damage that it may overlook nothing is said.
/// It may where records are short: before 2.14 it read on behind them.
bool stopsTorch(const Issue& issue, Format format, TorchLine line, bool hasShortRecords)
{
    switch (issue.code) {
    case ErrorCode::ZipForeignRecord: return checkpoint::isLoadedByTorchLoad(format);
    case ErrorCode::TensorBounds:
        return issue.severity == Severity::Error && (line == TorchLine::Latest || !hasShortRecords);
    case ErrorCode::RecordMissing:
    case ErrorCode::ZipVersion: return issue.severity == Severity::Error;
    case ErrorCode::RecordSize: return line == TorchLine::Latest;
    case ErrorCode::ZipByteorder: return line != TorchLine::Torch113;
    default: return format == Format::Sharded && issue.severity == Severity::Error;
    }
}

void addDamage(const Checkpoint& checkpoint, TorchLine line, Preflight& result)
{
    const bool hasShortRecords = std::ranges::count(checkpoint.issues(), ErrorCode::RecordSize, &Issue::code) != 0;
    LoadProblem problem;
    std::size_t others = 0;
    for (const Issue& issue : checkpoint.issues()) {
        if (!stopsTorch(issue, checkpoint.format(), line, hasShortRecords)) {
            continue;
        }
        if (!problem.what.empty()) {
            ++others;
            continue;
        }
        problem.what = (issue.path.empty() ? std::string() : quoted(issue.path) + ": ") + printable(issue.message);
    }
    if (problem.what.empty()) {
        return;
    }
    problem.code = "file.damaged";
    problem.what += others == 0 ? std::string() : " (and " + groupedDigits(others) + " more of this kind)";
    problem.cause = spokenTorchLine(line) + " does not load what is damaged, on any device";
    problem.advice = "Get the file again, or save it again where it was made";
    result.problems.push_back(std::move(problem));
}

/// What the file names and that line of torch does not have.
void addUnknownNames(const Checkpoint& checkpoint, TorchLine line, Preflight& result)
{
    std::vector<std::string> missing;
    for (const checkpoint::GlobalUse& global : checkpoint.globals()) {
        if (!checkpoint::hasName(fieldOf(line), global.name)) {
            missing.push_back(printable(global.name));
        }
    }
    if (missing.empty()) {
        return;
    }
    LoadProblem problem;
    problem.code = "file.other-torch";
    problem.what = spokenTorchLine(line) + " has no " + joinedNames(missing) + ", which the file needs";
    problem.cause = "The file was saved by another version of torch";
    problem.advice = "Load it with a version like that; `cairn-cli convert --to safetensors` keeps its plain tensors";
    result.problems.push_back(std::move(problem));
}

/// What torch says of the names in a file before it looks at devices.
void addTrust(const Checkpoint& checkpoint, TorchLine line, Preflight& result)
{
    if (!checkpoint::isLoadedByTorchLoad(checkpoint.format())) {
        return;
    }
    const checkpoint::FileVerdict found = checkpoint::weightsOnlyVerdict(checkpoint, fieldOf(line));
    const bool isAsked = line != TorchLine::Torch113; // weights_only=True was not the default
    if (found.verdict == Verdict::Allowed || (found.verdict == Verdict::Blocked && !isAsked)) {
        return;
    }
    LoadProblem problem;
    problem.torchError = isAsked ? "_pickle.UnpicklingError: Weights only load failed." : "";
    if (found.verdict == Verdict::Dangerous) {
        problem.code = "file.dangerous";
        problem.what = "loading it calls " + printable(found.what) + ", which can do harm";
        problem.cause = isAsked ? "torch.load refuses it, and runs it with weights_only=False"
                                : "torch.load runs what a file names";
        problem.advice =
            "Do not load it unless you know why that is there; Cairn runs nothing, and can convert its tensors";
    } else {
        problem.code = "file.trust";
        problem.severity = Severity::Warning;
        problem.what = "torch.load wants weights_only=False for " + printable(found.what);
        problem.cause = "Since torch 2.6 weights_only=True is the default, and it does not know that";
        problem.advice = "Give weights_only=False only if you trust the file";
    }
    result.problems.push_back(std::move(problem));
}

} // namespace

void addFileProblems(const Checkpoint& checkpoint, TorchLine line, Preflight& result)
{
    addDamage(checkpoint, line, result);
    addUnknownNames(checkpoint, line, result);
    addTrust(checkpoint, line, result);
}

} // namespace cairn::devices
