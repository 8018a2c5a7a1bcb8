#include "core/checkpoint/format.h"
#include "core/checkpoint/readers/gguf_reader.h"
#include "core/checkpoint/readers/numpy_reader.h"
#include "core/checkpoint/readers/pickle_reader.h"
#include "core/checkpoint/readers/safetensors_reader.h"
#include "core/checkpoint/readers/shard_reader.h"
#include "core/checkpoint/readers/torch_tar_reader.h"
#include "core/checkpoint/readers/torch_zip_reader.h"

#include <algorithm>

namespace cairn::checkpoint {

namespace {

using formats::FileKind;

constexpr Phrase kFromTensors = phrase("--to safetensors --drop-others writes its tensors");
constexpr Phrase kByTags =
    phrase("Without these options its tags can be changed; --to safetensors --drop-others writes its tensors");
constexpr Phrase kByPth = phrase("Make a .pth of it first, with --to pth, and then what is wanted of that");
constexpr Phrase kReadOnly = phrase("Cairn reads this format, but does not write it");
constexpr Phrase kWriteTensors = phrase("Write its tensors with --to safetensors --drop-others");
constexpr Phrase kNoDevices = phrase("The format has no device tags");
constexpr Phrase kReadAnywhere = phrase("It is read on any machine as it is");
constexpr Phrase kNoSingleFile = phrase("A folder has no file whose tags could be changed alone");
constexpr Phrase kMakeOneFile = phrase("Make one file of it, with a name that ends in .pth, or --to pth");

// clang-format off
constexpr std::array kFormats = {
    FormatTraits{.format = Format::TorchZip, .name = "torch-zip", .title = phrase("torch zip"),
        .origin = "torch.save since 1.6: .pt, .pth, .bin, .ckpt",
        .recognised = "a zip with a data.pkl in its folder",
        .kind = FileKind::Zip, .read = readZip, .loader = Loader::TorchLoad, .pickle = PickleForm::ZipRecord,
        .storagePickles = {"data.pkl"}},
    FormatTraits{.format = Format::TorchLegacy, .name = "torch-legacy", .title = phrase("torch legacy stream"),
        .origin = "torch.save from 0.1.11 to 1.5, Python 2 included",
        .recognised = "a pickle of the magic number 0x1950a86a20f9469cfc6c",
        .kind = FileKind::Pickle, .read = readPickleFile, .loader = Loader::TorchLoad, .pickle = PickleForm::Stream},
    FormatTraits{.format = Format::TorchTar, .name = "torch-tar", .title = phrase("torch tar"),
        .origin = "torch.save up to 0.1.10",
        .recognised = "a tar with members storages, tensors and pickle",
        .kind = FileKind::Tar, .read = readTorchTar, .loader = Loader::TorchLoad, .pickle = PickleForm::TarMember},
    FormatTraits{.format = Format::TorchScript, .name = "torchscript", .title = phrase("TorchScript"),
        .origin = "torch.jit.save, mobile models too: .pt, .ptl",
        .recognised = "a zip whose data.pkl holds a __torch__ class, or with a model.json",
        .kind = FileKind::Zip, .read = readZip, .loader = Loader::TorchJitLoad,
        .storagePickles = {"data.pkl", "constants.pkl"}, .rewriteAdvice = kByTags,
        .program = phrase("TorchScript code"),
        .programRun = phrase("torch.jit.load compiles it and runs its __setstate__ methods; the rest runs with the model")},
    FormatTraits{.format = Format::TorchPackage, .name = "torch-package", .title = phrase("torch.package"),
        .origin = "torch.package.PackageExporter",
        .recognised = "a zip with .data/version and pickles of any name",
        .kind = FileKind::Zip, .read = readZip, .loader = Loader::PackageImporter,
        .storagePickles = {"*.pkl"}, .rewriteAdvice = kByTags,
        .program = phrase("Python code in the package"),
        .programRun = phrase("torch.package imports it to load its objects")},
    FormatTraits{.format = Format::Pt2Archive, .name = "pt2-archive", .title = phrase("pt2 archive"),
        .origin = "torch.export.save and AOTInductor: .pt2",
        .recognised = "a zip whose archive_format says pt2, or with a program in JSON",
        .kind = FileKind::Zip, .read = readZip, .loader = Loader::ExportLoad,
        .whyTagsStay = kReadOnly, .tagsAdvice = kWriteTensors, .rewriteAdvice = kFromTensors,
        .program = phrase("an exported program"),
        .programRun = phrase("torch.export.load evaluates its expressions to build it")},
    FormatTraits{.format = Format::Safetensors, .name = "safetensors", .title = phrase("safetensors"),
        .origin = "the safetensors library",
        .recognised = "a header length and a JSON object right after it",
        .kind = FileKind::Safetensors, .read = readSafetensors, .loader = Loader::SafetensorsLoad,
        .hasOnlyTensors = true,
        .whyTagsStay = phrase("safetensors has no device tags"), .tagsAdvice = phrase("Load it on any device as it is"),
        .rewriteAdvice = kByPth},
    FormatTraits{.format = Format::Sharded, .name = "sharded", .title = phrase("sharded set"),
        .origin = "Hugging Face: *.index.json and its shards, .safetensors or .bin",
        .recognised = "a JSON object with a weight_map",
        .kind = FileKind::JsonObject, .read = readShards, .loader = Loader::OneByOne,
        .hasOnlyTensors = true, .isSetOfFiles = true,
        .whyTagsStay = phrase("The tags are in its shards"),
        .tagsAdvice = phrase("Convert each shard; the index stays valid"), .rewriteAdvice = kByPth},
    FormatTraits{.format = Format::DistributedShard, .name = "distributed-shard", .title = phrase("distributed shard"),
        .origin = "torch.distributed.checkpoint: one rank's .distcp",
        .recognised = "torch zips one after the other",
        .kind = FileKind::Zip, .read = readZip, .loader = Loader::OfItsFolder, .pickle = PickleForm::EachItem,
        .whyTagsStay = kReadOnly, .tagsAdvice = kWriteTensors, .rewriteAdvice = kFromTensors},
    FormatTraits{.format = Format::Folder, .name = "folder", .title = phrase("checkpoint folder"),
        .origin = "torch.distributed.checkpoint (DCP): .metadata and the .distcp of all ranks",
        .recognised = "a folder with a .metadata, or the .metadata itself",
        .loader = Loader::DistributedLoad, .pickle = PickleForm::Assembled, .isFolder = true,
        .whyTagsStay = kNoSingleFile, .tagsAdvice = kMakeOneFile},
    FormatTraits{.format = Format::CutSafetensors, .name = "cut-safetensors", .title = phrase("safetensors in pieces"),
        .origin = "torch.distributed.checkpoint with HuggingFaceStorageWriter(save_distributed=True)",
        .recognised = "a folder of safetensors files that say where their tensors begin in larger ones",
        .loader = Loader::HuggingFaceLoad, .pickle = PickleForm::Assembled, .isFolder = true,
        .whyTagsStay = kNoSingleFile, .tagsAdvice = kMakeOneFile},
    FormatTraits{.format = Format::RankFiles, .name = "rank-files", .title = phrase("files of ranks"),
        .origin = "torch.save on each rank, as FSDP, verl and SkyRL do: one .pt, .pth or .bin a rank",
        .recognised = "a folder of files whose names end in the number of their rank, or one of these files",
        .loader = Loader::None, .pickle = PickleForm::Assembled, .isFolder = true,
        .whyTagsStay = kNoSingleFile, .tagsAdvice = kMakeOneFile},
    FormatTraits{.format = Format::DeepSpeed, .name = "deepspeed", .title = phrase("DeepSpeed folder"),
        .origin = "DeepSpeed, ZeRO stages 0 to 3, and its universal checkpoints: *_model_states.pt and *_optim_states.pt",
        .recognised = "a folder with files of these names, or one whose `latest` names such a folder",
        .loader = Loader::None, .pickle = PickleForm::Assembled, .isFolder = true,
        .whyTagsStay = kNoSingleFile, .tagsAdvice = kMakeOneFile},
    FormatTraits{.format = Format::Pickle, .name = "pickle", .title = phrase("pickle"),
        .origin = "pickle.dump of anything with tensors in it",
        .recognised = "a pickle with tensors in _load_from_bytes blobs",
        .kind = FileKind::Pickle, .read = readPickleFile, .loader = Loader::PickleLoad,
        .pickle = PickleForm::WholeFile},
    FormatTraits{.format = Format::NumpyArray, .name = "numpy-array", .title = phrase("NumPy array"),
        .origin = "numpy.save: .npy",
        .recognised = "the bytes 93 4E 55 4D 50 59, which are NUMPY behind one that is no letter",
        .kind = FileKind::Numpy, .read = readNpy, .loader = Loader::Library,
        .hasOnlyTensors = true,
        .whyTagsStay = kNoDevices, .tagsAdvice = kReadAnywhere, .rewriteAdvice = kFromTensors,
        .python = "import numpy\n\narray = numpy.load(FILE)\n"},
    FormatTraits{.format = Format::NumpyArchive, .name = "numpy-archive", .title = phrase("NumPy archive"),
        .origin = "numpy.savez and numpy.savez_compressed: .npz",
        .recognised = "a zip in which all names end in .npy",
        .kind = FileKind::Zip, .read = readZip, .loader = Loader::Library,
        .hasOnlyTensors = true,
        .whyTagsStay = kNoDevices, .tagsAdvice = kReadAnywhere, .rewriteAdvice = kFromTensors,
        .python = "import numpy\n\narrays = numpy.load(FILE)\n"},
    FormatTraits{.format = Format::Gguf, .name = "gguf", .title = phrase("GGUF"),
        .origin = "llama.cpp and its converters: .gguf",
        .recognised = "the letters GGUF",
        .kind = FileKind::Gguf, .read = readGguf, .loader = Loader::Library,
        .hasOnlyTensors = true,
        .whyTagsStay = kNoDevices, .tagsAdvice = kReadAnywhere, .rewriteAdvice = kFromTensors,
        .python = "import gguf\n\nreader = gguf.GGUFReader(FILE)\n"},
};
// clang-format on

constexpr bool isInOrder()
{
    for (std::size_t i = 0; i < kFormats.size(); ++i) {
        if (kFormats[i].format != static_cast<Format>(i)) {
            return false;
        }
    }
    return true;
}
static_assert(isInOrder());

} // namespace

std::span<const FormatTraits> allFormats()
{
    return kFormats;
}

const FormatTraits& traitsOf(Format format)
{
    return kFormats.at(static_cast<std::size_t>(format));
}

const FormatTraits* readerOf(FileKind kind)
{
    const auto* const row = std::ranges::find(kFormats, kind, &FormatTraits::kind);
    return row == kFormats.end() ? nullptr : row;
}

} // namespace cairn::checkpoint
