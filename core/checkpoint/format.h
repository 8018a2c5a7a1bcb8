#pragma once

#include "core/base/error.h"
#include "core/formats/sniff/sniff.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

class Checkpoint;

enum class Format : std::uint8_t {
    TorchZip,
    TorchLegacy,
    TorchTar,
    TorchScript,
    TorchPackage,
    Pt2Archive,
    Safetensors,
    Sharded,
    DistributedShard, ///< .distcp
    Folder,           ///< of torch.distributed.checkpoint
    CutSafetensors,   ///< a folder of safetensors files with pieces of tensors
    RankFiles,        ///< a folder with one file a rank
    DeepSpeed,        ///< a folder of DeepSpeed's ZeRO
    Pickle,
    NumpyArray,
    NumpyArchive,
    Gguf,
};

/// What loads such a file in Python.
enum class Loader : std::uint8_t {
    TorchLoad,
    TorchJitLoad,
    PackageImporter,
    ExportLoad,
    SafetensorsLoad,
    PickleLoad,
    OneByOne,        ///< its files are loaded each for itself: shards by torch.load or by safetensors
    DistributedLoad, ///< torch.distributed.checkpoint
    HuggingFaceLoad, ///< the same, with its reader for Hugging Face
    OfItsFolder,     ///< nothing alone: what loads the folder that it is in
    Library,         ///< that of another program: FormatTraits::python
    None,
};

/// How the object of a file is pickled, for whoever reads or writes the pickle itself.
enum class PickleForm : std::uint8_t {
    None,      ///< not at all, or in several pickles that are no one object
    ZipRecord, ///< data.pkl of a zip that has each storage in a record
    Stream,    ///< between other pickles, with the storages behind them
    TarMember,
    WholeFile, ///< a plain pickle with all in it
    EachItem,  ///< several zips in a row
    Assembled, ///< made of the pieces of a folder
};

/// All that sets files of one format apart. Whoever wants to know what can be done with a file asks this, and never
/// which format it has: so a new format is a reader, and a row of the table in readers/format_table.cpp.
struct FormatTraits {
    using Read = Result<std::shared_ptr<const Checkpoint>> (*)(const SourcePtr& source, const std::string& path,
                                                               const Progress* progress);

    Format format = Format::Pickle;
    std::string_view name = {};       ///< the word in JSON: "torch-legacy"
    Phrase title = {};                ///< "torch legacy stream"
    std::string_view origin = {};     ///< what writes such files
    std::string_view recognised = {}; ///< by which content

    std::optional<formats::FileKind> kind = {}; ///< what such a file begins as; folders have none
    Read read = nullptr;                        ///< for its kind, which several formats can share; null for folders
    Loader loader = Loader::None;
    PickleForm pickle = PickleForm::None;
    bool hasOnlyTensors = false; ///< by name, and texts: no order, no classes, no attributes
    bool isSetOfFiles = false;   ///< a file that lists others beside it
    bool isFolder = false;

    std::array<std::string_view, 2> storagePickles{}; ///< patterns of the records that torch unpickles with storages
    Phrase whyTagsStay = {};                          ///< why device tags cannot be changed; empty where they can
    Phrase tagsAdvice = {};                           ///< and what to do then
    Phrase rewriteAdvice = {};    ///< what to do where the values cannot be written anew, which are not in one pickle
    Phrase program = {};          ///< what runs when it is loaded, in formats that are there to hold a program
    Phrase programRun = {};       ///< and how
    std::string_view python = {}; ///< of Loader::Library: what reads it, with FILE for the name of the file

    /// Whether torch.load reads it, or each of its files.
    [[nodiscard]] constexpr bool usesTorchLoad() const
    {
        return loader == Loader::TorchLoad || loader == Loader::OneByOne;
    }
};

/// In the order of Format.
[[nodiscard]] std::span<const FormatTraits> allFormats();
[[nodiscard]] const FormatTraits& traitsOf(Format format);

/// What reads files of a kind; null where nothing does. A reader may still say that this one is no checkpoint.
[[nodiscard]] const FormatTraits* readerOf(formats::FileKind kind);

} // namespace cairn::checkpoint
