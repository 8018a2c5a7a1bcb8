#include "core/devices/file_problems.h"

#include "core/base/platform/machine.h"
#include "core/base/text/text.h"
#include "core/checkpoint/folders/rank_parts.h"
#include "core/checkpoint/plain_load.h"
#include "core/checkpoint/trust.h"
#include "core/checkpoint/trust/weights_only.h"
#include "core/devices/load_problems.h"

#include <algorithm>
#include <utility>

namespace cairn::devices {

using checkpoint::Checkpoint;
using checkpoint::FormatTraits;
using checkpoint::Trust;
using checkpoint::TrustVerdict;
using checkpoint::Verdict;

namespace {

constexpr Phrase kOtherTorch = phrase("The file was saved by another version of torch");
constexpr Phrase kTakeOtherTorch =
    phrase("Load it with a version like that; `cairn-cli convert --to safetensors` keeps its plain tensors");

/// Whether torch of that line minds what is wrong with the file itself. Of damage that it may overlook nothing is said.
/// It may where records are short: before 2.14 it read on behind them.
bool stopsTorch(const Issue& issue, const FormatTraits& traits, TorchLine line, bool hasShortRecords)
{
    const bool isUnpickled = traits.usesTorchLoad() || traits.loader == checkpoint::Loader::PickleLoad;
    switch (issue.code) {
    case ErrorCode::PickleCall:
    case ErrorCode::PickleText:
    case ErrorCode::PersistentId:
    case ErrorCode::StorageClass:
    case ErrorCode::StorageKey:
    case ErrorCode::StorageNumel:
    case ErrorCode::TensorArguments:
    case ErrorCode::TensorGradFlag: return isUnpickled;
    case ErrorCode::TensorQuantizer:
    case ErrorCode::TensorSparse: return isUnpickled && issue.severity == Severity::Error;
    case ErrorCode::ZipForeignRecord: return true;
    case ErrorCode::TensorBounds:
        return issue.severity == Severity::Error && (line >= TorchLine::Torch214 || !hasShortRecords);
    case ErrorCode::RecordMissing:
    case ErrorCode::TensorHuge:
    case ErrorCode::ZipUnsupported:
    case ErrorCode::ZipVersion: return issue.severity == Severity::Error;
    case ErrorCode::RecordSize: return line >= TorchLine::Torch214;
    case ErrorCode::ZipByteorder:
    case ErrorCode::ZipIdentity: return line != TorchLine::Torch113;
    case ErrorCode::ZipAlignment: return line >= TorchLine::Torch214;
    default: return (traits.isSetOfFiles || traits.isFolder) && issue.severity == Severity::Error;
    }
}

/// Issues of one kind: the first in words, and how many others there are.
class IssueCount {
public:
    void add(const Issue& issue)
    {
        if (m_count++ == 0) {
            m_first = withPlace(issue);
        }
    }
    [[nodiscard]] bool isEmpty() const { return m_count == 0; }
    [[nodiscard]] Message words() const
    {
        return m_count == 1 ? m_first : message("%1 (and %2 more of this kind)", m_first, groupedDigits(m_count - 1));
    }

private:
    Message m_first;
    std::size_t m_count = 0;
};

void addDamage(const Checkpoint& checkpoint, TorchLine line, Preflight& result)
{
    const bool hasShortRecords = std::ranges::count(checkpoint.issues(), ErrorCode::RecordSize, &Issue::code) != 0;
    IssueCount damaged;
    IssueCount packed; // which torch can unpack
    for (const Issue& issue : checkpoint.issues()) {
        if (stopsTorch(issue, checkpoint.traits(), line, hasShortRecords)) {
            (issue.code == ErrorCode::PiecePacked ? packed : damaged).add(issue);
        }
    }
    const auto add = [&result](ProblemCode code, Message what, Message cause, Message advice) {
        LoadProblem problem;
        problem.code = code;
        problem.what = std::move(what);
        problem.cause = std::move(cause);
        problem.advice = std::move(advice);
        result.problems.push_back(std::move(problem));
    };
    if (!damaged.isEmpty()) {
        add(ProblemCode::FileDamaged, damaged.words(),
            message("%1 does not load what is damaged, on any device", spokenTorchLine(line)),
            message("Get the file again, or save it again where it was made"));
    }
    if (!packed.isEmpty()) {
        add(ProblemCode::FileUnreadable, packed.words(),
            message("Whether it loads cannot be told without looking into it"),
            message("Load it with PyTorch, and save it again without compression"));
    }
}

/// What torch.load does not load though it is whole.
void addUnreadable(const Checkpoint& checkpoint, bool namesAreThere, Preflight& result)
{
    auto refusal = checkpoint::plainLoadRefusal(checkpoint);
    if (!refusal) {
        return;
    }
    LoadProblem problem;
    problem.code = ProblemCode::FileUnreadable;
    problem.what = std::move(refusal->what);
    problem.torchError = namesAreThere ? std::move(refusal->torchError) : std::string(); // else it fails at a name
    problem.cause = std::move(refusal->why);
    problem.advice = std::move(refusal->advice);
    result.problems.push_back(std::move(problem));
}

/// What the file names and that line of torch does not have.
std::vector<std::string> missingNames(const Checkpoint& checkpoint, TorchLine line)
{
    std::vector<std::string> missing;
    for (const checkpoint::GlobalUse& global : checkpoint.globals()) {
        if (!checkpoint::hasName(fieldOf(line), global.name)) {
            missing.push_back(printable(global.name));
        }
    }
    return missing;
}

/// What reads safetensors in pieces came to torch after 2.6.
void addNewReader(const Checkpoint& checkpoint, TorchLine line, Preflight& result)
{
    if (checkpoint.traits().loader != checkpoint::Loader::HuggingFaceLoad || line >= TorchLine::Torch214) {
        return;
    }
    LoadProblem problem;
    problem.code = ProblemCode::FileOtherTorch;
    problem.what = message("%1 has no HuggingFaceStorageReader, which reads such folders", spokenTorchLine(line));
    problem.cause = kOtherTorch;
    problem.advice = message("Make one file of it: `cairn-cli convert --to safetensors`");
    result.problems.push_back(std::move(problem));
}

/// torch after 2.6 goes by the name: what is called so is handed to safetensors, whatever it is.
void addWrongName(const Checkpoint& checkpoint, TorchLine line, Preflight& result)
{
    constexpr std::string_view ending = ".safetensors";
    if (!checkpoint.traits().usesTorchLoad() || line < TorchLine::Torch214 || !checkpoint.path().ends_with(ending)) {
        return;
    }
    LoadProblem problem;
    problem.code = ProblemCode::FileUnreadable;
    problem.what = message("its name ends in %1, and it is none", ending);
    problem.cause = message("torch.load hands files of that name to safetensors, which cannot read it");
    problem.advice = message("Rename it to .pth");
    result.problems.push_back(std::move(problem));
}

void addUnknownNames(const std::vector<std::string>& missing, TorchLine line, Preflight& result)
{
    if (missing.empty()) {
        return;
    }
    LoadProblem problem;
    problem.code = ProblemCode::FileOtherTorch;
    problem.what = message("%1 has no %2, which the file needs", spokenTorchLine(line), joinedNames(missing));
    problem.cause = kOtherTorch;
    problem.advice = kTakeOtherTorch;
    result.problems.push_back(std::move(problem));
}

/// Python makes the paths of Windows there alone. Programs that were run there save such paths with their settings.
void addPathsOfWindows(const Checkpoint& checkpoint, Preflight& result)
{
    constexpr std::string_view paths = "pathlib.WindowsPath";
    const auto isPath = [&](const checkpoint::GlobalUse& global) {
        return global.name == paths || global.name == "pathlib._local.WindowsPath"; // as Python 3.13 has it
    };
    if (platform::isWindows() || std::ranges::none_of(checkpoint.globals(), isPath)) {
        return;
    }
    LoadProblem problem;
    problem.code = ProblemCode::FileOtherSystem;
    problem.what = message("it holds paths of Windows (%1), which Python makes there alone", paths);
    problem.cause = message("It was saved by a program that ran on Windows");
    problem.torchError = "NotImplementedError: cannot instantiate 'WindowsPath' on your system";
    problem.advice = message("Before it is loaded: `import pathlib; pathlib.WindowsPath = pathlib.PureWindowsPath`");
    result.problems.push_back(std::move(problem));
}

/// What Python 2 saved does not say its encoding.
void addOtherEncoding(const Checkpoint& checkpoint, Preflight& result)
{
    const bool isPlain = checkpoint.traits().loader == checkpoint::Loader::PickleLoad;
    if (!checkpoint.hasOtherEncoding() || !(isPlain || checkpoint.traits().usesTorchLoad())) {
        return;
    }
    LoadProblem problem;
    problem.code = ProblemCode::FileOtherSystem;
    problem.what = message("it holds texts of Python 2 in another encoding than Python takes them for");
    problem.cause = message("It was saved by Python 2, which writes NumPy arrays so, too");
    problem.torchError = isPlain ? "UnicodeDecodeError: 'ascii' codec can't decode byte"
                                 : "UnicodeDecodeError: 'utf-8' codec can't decode byte";
    problem.isSolvedInCode = true;
    problem.advice =
        message("Say which: `%1(..., encoding=\"latin1\")`", std::string(isPlain ? "pickle.load" : "torch.load"));
    result.problems.push_back(std::move(problem));
}

/// Modules that only later releases of Python and of NumPy have, by which these save what others have as well.
void addNewerModules(const Checkpoint& checkpoint, TorchLine line, Preflight& result)
{
    const auto isIn = [&](std::string_view module) {
        return std::ranges::any_of(checkpoint.globals(), [&](const checkpoint::GlobalUse& global) {
            return global.name.starts_with(module) && global.name[module.size()] == '.';
        });
    };
    const bool isOld = line == TorchLine::Torch113;
    const auto add = [&](std::string_view module, Severity severity, Message cause, Message advice, std::string error) {
        LoadProblem problem;
        problem.code = ProblemCode::FileOtherSystem;
        problem.severity = severity;
        problem.what = message("the file needs %1", module);
        problem.cause = std::move(cause);
        problem.torchError = std::move(error);
        problem.advice = std::move(advice);
        result.problems.push_back(std::move(problem));
    };
    if (isIn("pathlib._local")) {
        add("pathlib._local", isOld ? Severity::Error : Severity::Warning,
            isOld ? message("Only Python 3.13 and later have it, for which there is no torch 1.13")
                  : message("Only Python 3.13 and later have it"),
            message(
                "Before it is loaded by an older one: `import sys, pathlib; sys.modules['pathlib._local'] = pathlib`"),
            isOld ? "ModuleNotFoundError: No module named 'pathlib._local'; 'pathlib' is not a package" : "");
    }
    if (isOld && isIn("numpy._core")) {
        add("numpy._core", Severity::Warning, message("NumPy has it since 1.26.1, and torch 1.13 needs one before 2"),
            message("Install it as `numpy>=1.26.1,<2`"), {});
    }
}

/// What torch 1.13 raises for a tensor that only later ones save so; empty where it makes it.
std::string errorOfTorch113(const checkpoint::Tensor& tensor)
{
    if (!tensor.sinceTorch2) {
        return {};
    }
    if (tensor.layout == checkpoint::Layout::Strided) {
        return "TypeError: _rebuild_tensor_v2() takes 6 positional arguments but 7 were given";
    }
    return tensor.layout == checkpoint::Layout::SparseCoo
               ? "ValueError: too many values to unpack (expected 3)"
               : "NotImplementedError: rebuilding sparse tensor for layout torch." +
                     std::string(layoutName(tensor.layout));
}

/// Tensors that torch 1.13 knows, saved in ways that it does not.
void addTooNewTensors(const Checkpoint& checkpoint, TorchLine line, Preflight& result)
{
    if (line != TorchLine::Torch113 || !checkpoint.traits().usesTorchLoad()) {
        return;
    }
    LoadProblem problem;
    std::size_t others = 0;
    for (const checkpoint::Tensor& tensor : checkpoint.tensors()) {
        std::string error = errorOfTorch113(tensor);
        if (error.empty()) {
            continue;
        }
        if (!problem.what.empty()) {
            ++others;
            continue;
        }
        problem.torchError = std::move(error);
        problem.what = tensor.layout != checkpoint::Layout::Strided
                           ? message("%1 cannot make the sparse tensor %2", spokenTorchLine(line),
                                     inQuotes(checkpoint.entryName(tensor.entry)))
                           : message("%1 cannot make the conjugated or negated tensor %2", spokenTorchLine(line),
                                     inQuotes(checkpoint.entryName(tensor.entry)));
    }
    if (problem.what.empty()) {
        return;
    }
    problem.code = ProblemCode::FileOtherTorch;
    if (others != 0) {
        problem.what = message("%1 and %2 more", std::move(problem.what), groupedDigits(others));
    }
    problem.cause = kOtherTorch;
    problem.advice = kTakeOtherTorch;
    result.problems.push_back(std::move(problem));
}

/// What that line of torch reads in another way than the one that wrote it, without a word.
void addOtherNumbers(const Checkpoint& checkpoint, TorchLine line, Preflight& result)
{
    if (!checkpoint.traits().usesTorchLoad()) {
        return;
    }
    const bool isOld = line == TorchLine::Torch113;
    const auto add = [&](Severity severity, Message what, Message cause, Message advice) {
        LoadProblem problem;
        problem.code = ProblemCode::FileOtherTorch;
        problem.severity = severity;
        problem.what = std::move(what);
        problem.cause = std::move(cause);
        problem.advice = std::move(advice);
        result.problems.push_back(std::move(problem));
    };
    const auto isTaken = [&](const checkpoint::Storage& storage) {
        const bool isUntyped = storage.dtype == formats::Dtype::Unknown;
        return storage.byteOrder == checkpoint::ByteOrder::Big && storage.bytes != 0 && (isOld || isUntyped);
    };
    if (std::ranges::any_of(checkpoint.storages(), isTaken)) {
        add(Severity::Error,
            message("%1 would load other numbers than were saved: it takes big-endian ones for little-endian",
                    spokenTorchLine(line)),
            isOld ? message("The byte order of a file was not looked at before torch 2.1")
                  : message("torch does not swap the bytes of storages without a type"),
            message("Load a copy with the bytes in order: `cairn-cli convert --to safetensors` writes one"));
    }
    const auto isOfOtherDtype = [&](const checkpoint::Tensor& tensor) {
        if (tensor.storage == checkpoint::kNoId) {
            return false;
        }
        const checkpoint::Storage& storage = checkpoint.storages()[tensor.storage];
        return storage.bytes == 0 && storage.dtype != formats::Dtype::Unknown && storage.dtype != tensor.dtype;
    };
    const auto tensor = std::ranges::find_if(checkpoint.tensors(), isOfOtherDtype);
    if (isOld && tensor != checkpoint.tensors().end()) {
        add(Severity::Warning,
            message("%1 gives the empty tensor %2 the dtype of another one", spokenTorchLine(line),
                    inQuotes(checkpoint.entryName(tensor->entry))),
            kOtherTorch, kTakeOtherTorch);
    }
}

/// A file in which programs find different things: no promise about one of them holds for the next.
void addAmbiguity(const Checkpoint& checkpoint, Preflight& result)
{
    if (!checkpoint.isAmbiguous()) {
        return;
    }
    LoadProblem problem;
    problem.code = ProblemCode::FileAmbiguous;
    problem.what = message("different programs would read different things in it");
    problem.cause = message("What a check of this file finds may not be what torch.load runs");
    problem.advice = message("Do not load it; ask for one written by torch.save");
    result.problems.push_back(std::move(problem));
}

LoadProblem dangerOf(const TrustVerdict& run, bool isAsked)
{
    LoadProblem problem;
    problem.torchError = isAsked ? "_pickle.UnpicklingError: Weights only load failed." : "";
    problem.code = ProblemCode::FileDangerous;
    problem.what = message("loading it brings in %1, which can do harm", checkpoint::someNames(run));
    problem.cause =
        isAsked ? message("Since torch 2.6 torch.load refuses it unless weights_only=False; older ones run it at once")
                : message("torch.load runs what a file names");
    problem.advice =
        message("Do not load it unless you know why that is there; Cairn runs nothing, and can convert its tensors");
    return problem;
}

/// The name that weights_only=True stops at, and how many others it refuses; or what else it minds.
Message whatIsRefused(const Checkpoint& checkpoint, TorchLine line, const checkpoint::FileVerdict& found)
{
    constexpr std::size_t most = 1;
    std::vector<std::string> names;
    for (const checkpoint::GlobalUse& use : checkpoint.globals()) {
        if (use.*fieldOf(line) == Verdict::Blocked) {
            names.push_back(printable(use.name));
        }
    }
    return found.isGlobal ? listOf(names, most) : listOf({{printable(found.what)}}, most);
}

/// What torch says of the names in a file before it looks at devices, and what they would run.
void addTrust(const Checkpoint& checkpoint, TorchLine line, FileTrust trust, Preflight& result)
{
    const TrustVerdict run = checkpoint::trustOf(checkpoint);
    const bool isUnpickled = checkpoint.traits().usesTorchLoad();
    const bool isAsked = isUnpickled && loadsWeightsOnly(line);
    if (run.trust == Trust::Dangerous) {
        const bool isTold = checkpoint.isAmbiguous() && run.names.size() == 1;
        if (!isTold) {
            result.problems.push_back(dangerOf(run, isAsked && trust != FileTrust::Trusted));
        }
        return;
    }
    const checkpoint::FileVerdict found = checkpoint::weightsOnlyVerdict(checkpoint, fieldOf(line));
    const bool isRefused = isUnpickled && found.verdict != Verdict::Allowed;
    LoadProblem problem;
    if (isRefused && (isAsked || trust == FileTrust::DataOnly)) {
        problem.code = ProblemCode::FileTrust;
        problem.severity = trust == FileTrust::Trusted ? Severity::Warning : Severity::Error;
        problem.what =
            found.instruction.empty()
                ? message("torch.load wants weights_only=False for %1", whatIsRefused(checkpoint, line, found))
                : message("torch.load wants weights_only=False for the pickle instruction %1", found.instruction);
        problem.cause = isAsked ? message("Since torch 2.6 weights_only=True is the default, and it does not know that")
                                : message("weights_only=True does not know that");
        problem.torchError = isAsked ? "_pickle.UnpicklingError: Weights only load failed." : "";
        problem.advice = run.trust == Trust::RunsCode
                             ? message("Give weights_only=False only if you trust the file: it runs code of %1",
                                       checkpoint::someNames(run))
                         : !checkpoint::namesToAllow(checkpoint, fieldOf(line)).empty()
                             ? message("Allow what it names with torch.serialization.safe_globals, or give "
                                       "weights_only=False if you trust the file")
                             : message("Give weights_only=False only if you trust the file");
    } else if (run.trust == Trust::RunsCode) {
        problem.code = ProblemCode::FileCode;
        problem.severity = trust == FileTrust::DataOnly ? Severity::Error : Severity::Warning;
        problem.what = message("loading it runs code of %1", checkpoint::someNames(run));
        problem.cause = run.why;
        problem.advice = message("Load it only if you trust the file");
    } else {
        return;
    }
    result.problems.push_back(std::move(problem));
}

/// What loads a file in place of torch.load; empty where that does, or nothing.
std::string otherLoader(const FormatTraits& traits, TorchLine line)
{
    switch (traits.loader) {
    case checkpoint::Loader::PickleLoad: return "pickle.load";
    case checkpoint::Loader::DistributedLoad: return "torch.distributed.checkpoint.load";
    case checkpoint::Loader::HuggingFaceLoad:
        return "torch.distributed.checkpoint.load with a HuggingFaceStorageReader";
    case checkpoint::Loader::PackageImporter: return "torch.package.PackageImporter";
    case checkpoint::Loader::ExportLoad: return "torch.export.load";
    case checkpoint::Loader::TorchJitLoad: return loadsWeightsOnly(line) ? "torch.jit.load" : "";
    case checkpoint::Loader::Library: { // "arrays = numpy.load(FILE)"
        const std::string_view call = traits.python.substr(traits.python.find("= ") + 2);
        return std::string(call.substr(0, call.find('(')));
    }
    default: return {};
    }
}

/// A file with the parts of tensors that one rank held loads by itself, and gives no more than those.
void addPieces(const Checkpoint& checkpoint, Preflight& result)
{
    const auto isPart = [&](const checkpoint::Tensor& tensor) { return checkpoint::isInParts(checkpoint, tensor); };
    if (!checkpoint.holdsPieces() && std::ranges::none_of(checkpoint.tensors(), isPart)) {
        return;
    }
    LoadProblem problem;
    problem.code = ProblemCode::FilePart;
    problem.severity = Severity::Warning;
    problem.what = message("it has the part of one rank: its tensors are pieces of larger ones");
    problem.cause = kPartCause;
    problem.advice = message("Put the files of all ranks into one folder, and take that for the checkpoint");
    result.problems.push_back(std::move(problem));
}

/// Who is used to torch.load shall not be told that a file loads, and then see it fail.
void addOtherLoader(const Checkpoint& checkpoint, TorchLine line, FileTrust trust, Preflight& result)
{
    const FormatTraits& traits = checkpoint.traits();
    const std::string loader = otherLoader(traits, line);
    const bool isRefused = std::ranges::any_of(result.problems, [](const LoadProblem& problem) { // and it is said why
        return problem.code == ProblemCode::FileUnreadable || problem.code == ProblemCode::FileDamaged;
    });
    if (loader.empty() || isRefused) {
        return;
    }
    LoadProblem problem;
    problem.code = ProblemCode::FileLoader;
    // A plain pickle is called like a file of torch.save, so the question was about that.
    const bool isAsked = traits.loader == checkpoint::Loader::PickleLoad && trust == FileTrust::Default;
    problem.severity = isAsked ? Severity::Error : Severity::Warning;
    problem.what = message("%1 loads it, torch.load does not", loader);
    problem.cause = traits.loader == checkpoint::Loader::TorchJitLoad
                        ? message("weights_only=True, the default since torch 2.6, takes no programs")
                        : message("torch.load takes what torch.save writes");
    problem.advice = traits.isFolder
                         ? message("Make one file of it, which torch.load takes: `cairn-cli convert --to pth`")
                         : message("Load it with %1", loader);
    result.problems.push_back(std::move(problem));
}

} // namespace

bool isOfTrust(const LoadProblem& problem)
{
    return problem.code == ProblemCode::FileTrust || problem.code == ProblemCode::FileCode;
}

bool loadsIfTrusted(const Preflight& preflight)
{
    return std::ranges::all_of(preflight.problems, [](const LoadProblem& problem) {
        return problem.severity != Severity::Error || isOfTrust(problem);
    });
}

void addFileProblems(const Checkpoint& checkpoint, TorchLine line, FileTrust trust, Preflight& result)
{
    addAmbiguity(checkpoint, result);
    addDamage(checkpoint, line, result);
    const std::vector<std::string> missing = missingNames(checkpoint, line);
    addUnreadable(checkpoint, missing.empty(), result);
    addUnknownNames(missing, line, result);
    addNewReader(checkpoint, line, result);
    addWrongName(checkpoint, line, result);
    addTooNewTensors(checkpoint, line, result);
    addOtherNumbers(checkpoint, line, result);
    addPathsOfWindows(checkpoint, result);
    addOtherEncoding(checkpoint, result);
    addNewerModules(checkpoint, line, result);
    addTrust(checkpoint, line, trust, result);
    addPieces(checkpoint, result);
    addOtherLoader(checkpoint, line, trust, result);
}

} // namespace cairn::devices
