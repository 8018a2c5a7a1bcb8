#include "core/checkpoint/plain_load.h"

#include "core/base/text/text.h"
#include "core/formats/zip/zip_archive.h"

#include <algorithm>
#include <utility>

namespace cairn::checkpoint {

namespace {

constexpr Phrase kLoadTheFolder =
    phrase("Load the folder with torch.distributed.checkpoint, or make one file of it: `python -m "
           "torch.distributed.checkpoint.format_utils dcp_to_torch FOLDER FILE`");

PlainLoadRefusal ofFolder(Message what, Message why)
{
    return {.what = std::move(what), .why = std::move(why), .torchError = {}, .advice = kLoadTheFolder};
}

/// A program in JSON has the version of its format beside it, in a record. torch.export.load stops where that is not of
/// two numbers: at first it was one.
std::optional<PlainLoadRefusal> refusalOfExport(const Checkpoint& checkpoint)
{
    constexpr std::uint64_t longest = 64;
    const formats::ZipArchive* archive = checkpoint.archive();
    const bool isOld = checkpoint.traits().loader == Loader::ExportLoad && archive != nullptr &&
                       archive->find("serialized_exported_program.json") != nullptr;
    const formats::ZipEntry* record = isOld ? archive->find("version") : nullptr;
    if (record == nullptr || record->plainBytes > longest) {
        return std::nullopt;
    }
    const auto version = archive->readText(*record);
    if (!version || std::ranges::count(*version, '.') == 1) {
        return std::nullopt;
    }
    return PlainLoadRefusal{
        .what = message("its program has the format version %1", inQuotes(*version)),
        .why = message(
            "torch.export.load takes versions of two numbers, as \"8.2\"; the first releases that had it wrote one"),
        .torchError = {},
        .advice = message("Export the program again; `cairn-cli convert --to safetensors` keeps its tensors")};
}

/// What torch.distributed.checkpoint wrote, and does not give back as one.
std::optional<PlainLoadRefusal> refusalOfFolder(const Checkpoint& checkpoint)
{
    if (checkpoint.fact(FactKey::PieceFormat) != nullptr) {
        return PlainLoadRefusal{
            .what = message("its tensors are saved as safetensors in the files of the folder"),
            .why =
                message("torch.distributed.checkpoint writes such folders, and its reader takes only what torch.save "
                        "writes"),
            .torchError = {},
            .advice = message("Make one file of it: `cairn-cli convert --to pth`")};
    }
    if (checkpoint.traits().loader == Loader::DistributedLoad && checkpoint.fact(FactKey::OwnMetadata) != nullptr) {
        return PlainLoadRefusal{
            .what = message("each of its ranks wrote metadata of its own"),
            .why =
                message("torch.distributed.checkpoint gives each process what the rank of its number wrote: a single "
                        "process gets a part of the tensors, and no error"),
            .torchError = {},
            .advice = message("Make one file of it: `cairn-cli convert --to pth`")};
    }
    if (isFolderMetadata(checkpoint.typeName(checkpoint.entries().front()))) {
        return ofFolder(message("it describes a folder that torch.distributed.checkpoint wrote"),
                        message("The tensors are in the .distcp files beside it"));
    }
    return std::nullopt;
}

/// numpy.load unpickles, and reads long headers, only where it is told to.
std::optional<PlainLoadRefusal> refusalOfNumpy(const Checkpoint& checkpoint)
{
    PlainLoadRefusal refusal{.what = {},
                             .why = message("numpy.load takes that only where it is told to trust the file"),
                             .torchError = {},
                             .advice = message("If you trust it: `numpy.load(FILE, allow_pickle=True)`")};
    if (checkpoint.fact(FactKey::Protocol) != nullptr) { // there is a pickle
        refusal.what = message("it holds Python objects");
        refusal.torchError = "ValueError: Object arrays cannot be loaded when allow_pickle=False";
        return refusal;
    }
    if (checkpoint.fact(FactKey::LongHeader) != nullptr) {
        refusal.what = message("the header of its array is longer than 10 000 bytes");
        return refusal;
    }
    return std::nullopt;
}

/// safetensors keeps types that torch has not.
std::optional<PlainLoadRefusal> refusalOfDtype(const Checkpoint& checkpoint)
{
    const auto isOfNoTorch = [](const Tensor& tensor) { return formats::dtypeInfo(tensor.dtype).sinceTorch.empty(); };
    const auto found = std::ranges::find_if(checkpoint.tensors(), isOfNoTorch);
    if (found == checkpoint.tensors().end()) {
        return std::nullopt;
    }
    return PlainLoadRefusal{.what = message("%1 has the dtype %2, which no PyTorch has",
                                            inQuotes(checkpoint.entryName(found->entry)),
                                            formats::dtypeInfo(found->dtype).safetensors),
                            .why = message("safetensors makes tensors of torch, and stops at what torch has not"),
                            .torchError = {},
                            .advice = message("Leave such tensors out: `cairn-cli convert --drop`")};
}

} // namespace

bool isFolderMetadata(std::string_view className)
{
    return className == "torch.distributed.checkpoint.metadata.Metadata";
}

std::optional<PlainLoadRefusal> plainLoadRefusal(const Checkpoint& checkpoint)
{
    const FormatTraits& traits = checkpoint.traits();
    if (traits.loader == Loader::None) {
        return PlainLoadRefusal{.what = message("each of its files has the parts that one rank held"),
                                .why = message("No function of torch puts the files of the ranks together"),
                                .torchError = {},
                                .advice = message("Make one file of them: `cairn-cli convert --to pth`")};
    }
    if (traits.loader == Loader::OfItsFolder) {
        PlainLoadRefusal refusal =
            ofFolder(message("it is a part of a folder that torch.distributed.checkpoint wrote"),
                     message("It is several archives in a row, and torch.load reads the first one alone"));
        if (checkpoint.fact(FactKey::PlainLoadRefuses) != nullptr) {
            refusal.why = message("It is several archives in a row, and torch.load reads files of one");
            refusal.torchError =
                "RuntimeError: PytorchStreamReader failed reading zip archive: invalid header or archive is corrupted";
        }
        return refusal;
    }
    if (auto refusal = refusalOfExport(checkpoint)) {
        return refusal;
    }
    if (traits.loader == Loader::Library) {
        return refusalOfNumpy(checkpoint);
    }
    if (traits.loader == Loader::SafetensorsLoad) {
        return refusalOfDtype(checkpoint);
    }
    if (checkpoint.fact(FactKey::Followed) != nullptr) {
        return PlainLoadRefusal{
            .what = message("more follows its first value"),
            .why = message("pickle.load reads the first value alone, and torch.load wants the number there that "
                           "torch.save begins with"),
            .torchError = "RuntimeError: Invalid magic number; corrupt file?",
            .advice = message("If torch.save wrote it, it is damaged: copy it again. If not, call pickle.load on the "
                              "open file once for each value")};
    }
    if (auto refusal = refusalOfFolder(checkpoint)) {
        return refusal;
    }
    const auto script = std::ranges::find(checkpoint.issues(), ErrorCode::ScriptModel, &Issue::code);
    if (script != checkpoint.issues().end()) {
        return PlainLoadRefusal{.what = script->message,
                                .why = message("torch.load goes by the names of records"),
                                .torchError = {},
                                .advice = message("Write a copy without that record: `cairn-cli convert --to pth`")};
    }
    const auto untyped = std::ranges::find_if(checkpoint.storages(), [&](const Storage& storage) {
        return storage.dtype == formats::Dtype::Unknown &&
               (traits.pickle == PickleForm::Stream || checkpoint.liesInBlob(storage));
    });
    if (untyped != checkpoint.storages().end()) {
        return PlainLoadRefusal{
            .what = message("its storages have no dtype, as those of float8 tensors"),
            .why = message("torch saves them in the old stream, but no version of it loads them from there"),
            .torchError = "AttributeError: type object 'torch.storage.UntypedStorage' has no attribute 'dtype'",
            .advice = message("Write a copy that loads: `cairn-cli convert --to pth`")};
    }
    const bool isStream = traits.pickle == PickleForm::Stream || traits.pickle == PickleForm::TarMember;
    const auto nested = std::ranges::find(checkpoint.tensors(), Layout::Nested, &Tensor::layout);
    if (isStream && nested != checkpoint.tensors().end()) {
        return PlainLoadRefusal{
            .what = message("its tensor %1 is nested", inQuotes(checkpoint.entryName(nested->entry))),
            .why =
                message("torch saves them in the old stream, but makes them from there before it has read their sizes"),
            .torchError = {},
            .advice = message("Write a copy that loads: `cairn-cli convert --to pth`")};
    }
    const bool hasGenerator =
        std::ranges::find(checkpoint.globals(), "torch._C.Generator", &GlobalUse::name) != checkpoint.globals().end();
    if (isStream && hasGenerator) {
        return PlainLoadRefusal{
            .what = message("it holds a torch.Generator"),
            .why = message(
                "torch saves them in the old stream, but restores them from there before it has read their state"),
            .torchError = "SystemError",
            .advice = message("Write a copy that loads: `cairn-cli convert --to pth`")};
    }
    const auto inPlace = std::ranges::find_if(checkpoint.tensors(), [&](const Tensor& tensor) {
        return tensor.requiresGrad && tensor.kind != TensorKind::Parameter && tensor.storage != kNoId &&
               checkpoint.storages()[tensor.storage].dtype == formats::Dtype::Unknown;
    });
    if (inPlace != checkpoint.tensors().end()) {
        return PlainLoadRefusal{
            .what =
                message("its tensor %1 was saved with requires_grad", inQuotes(checkpoint.entryName(inPlace->entry))),
            .why = message(
                "torch fills tensors of its dtype after it has made them, and refuses that where gradients are kept"),
            .torchError = "RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.",
            .advice =
                message("Save it again from detached tensors; `cairn-cli convert --to safetensors` keeps its values")};
    }
    const auto unwritten = std::ranges::find_if(checkpoint.storages(), [&](const Storage& storage) {
        return storage.bytes == 0 && storage.source == kNoId && traits.pickle == PickleForm::ZipRecord;
    });
    if (unwritten != checkpoint.storages().end()) {
        return PlainLoadRefusal{
            .what = message("its storage %1 has no record", inQuotes(checkpoint.storageKey(*unwritten))),
            .why = message("torch.load wants one even where there are no bytes"),
            .torchError = {},
            .advice = message("Write a copy that loads: `cairn-cli convert --to pth`")};
    }
    return std::nullopt;
}

} // namespace cairn::checkpoint
