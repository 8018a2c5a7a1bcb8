#include "core/formats/sniff/foreign.h"

#include <algorithm>
#include <array>

namespace cairn::formats {

namespace {

struct Explanation {
    FileKind kind;
    std::string_view what;
    std::string_view why; ///< in general; FileGuess::detail comes before it
    std::string_view advice;
};

constexpr std::string_view kDownloadAgain = "Download or copy the file again and compare its size with the original";

// clang-format off
constexpr std::array kExplanations = {
    Explanation{FileKind::Zip, "this is a zip archive without a checkpoint in it", "",
        "If it was made by torch.save, it is damaged: get it again"},
    Explanation{FileKind::Safetensors, "this is not a usable safetensors file", "", kDownloadAgain},
    Explanation{FileKind::Tar, "this is a tar archive, not a checkpoint",
        "Only PyTorch before 0.1.11 saved checkpoints as tar, with members called storages, tensors and pickle",
        "Unpack it with `tar xf` and open the checkpoints inside"},
    Explanation{FileKind::JsonObject, "this is a JSON document, not weights",
        "Only the index of a sharded checkpoint can be opened, and that has a \"weight_map\"",
        "If this is a model's configuration, open the weights beside it (.safetensors, .bin, .pth)"},
    Explanation{FileKind::Pickle, "this is a Python pickle that holds no tensor", "", "Open a file made by torch.save"},

    Explanation{FileKind::LfsPointer, "this is a Git LFS pointer, a short text that stands for the real file",
        "The repository was copied without Git LFS",
        "Run `git lfs install` once and `git lfs pull` in the repository, or download the file from the repository's web page"},
    Explanation{FileKind::AnnexPointer, "this is a git-annex pointer, a short text that stands for the real file",
        "The content was not fetched into this copy of the repository", "Run `git annex get` on it in the repository"},
    Explanation{FileKind::DvcPointer, "this is a DVC pointer, a short text that stands for the real file",
        "The content was not fetched into this copy of the repository", "Run `dvc pull` in the repository"},
    Explanation{FileKind::GitObjectId, "this is a git object id, left in place of a large file that was taken out of the repository",
        "The file itself is not in the repository's history any more",
        "In an older clone `git cat-file blob ID` may still print it; otherwise ask the authors where it lives now"},
    Explanation{FileKind::SymlinkText, "this is the target of a symbolic link, written out as text",
        "git does that where links are switched off, as is usual on Windows",
        "Open the target instead, or check out again with `git config core.symlinks true`"},

    Explanation{FileKind::HtmlPage, "this is a web page, not the file it was saved as",
        "The download gave the page around the file: a login, a warning or a preview",
        "Use the link that downloads the file itself (on a code host the raw one), or sign in first"},
    Explanation{FileKind::XmlDocument, "this is an XML document, not weights",
        "Storage services answer so when a download is refused or has expired",
        "Open it in a text editor to see the reason, then download again"},
    Explanation{FileKind::MangledPickle, "this was a checkpoint, but something has rewritten it as text",
        "Every byte over 127 became several, so numbers and lengths in it are lost",
        "Get the file again and copy it as binary: not through an editor, a clipboard or a text mode transfer"},
    Explanation{FileKind::Zeros, "the file holds zeros where its content should begin",
        "Space was set aside for it, but its bytes were never written: a download or copy that did not finish",
        kDownloadAgain},
    Explanation{FileKind::Empty, "the file is empty", "It has no bytes at all, as after a save or a download that failed at once",
        kDownloadAgain},
    Explanation{FileKind::AppleDouble, "this is an AppleDouble file: macOS keeps Finder data of another file in it",
        "Such files appear when a Mac copies to a foreign disk or packs an archive; they hold no weights",
        "Open the file of the same name without the leading \"._\""},

    Explanation{FileKind::Gzip, "this is gzip-compressed data", "Compressed files are not unpacked here, nor by torch.load",
        "Unpack it (`gunzip`, or `tar xzf` for a .tar.gz) and open what comes out"},
    Explanation{FileKind::Zlib, "this is zlib-compressed data, as joblib.dump writes with compress=...",
        "Compressed files are not unpacked here, nor by torch.load", "Load it with joblib in Python and save it with torch.save"},
    Explanation{FileKind::Bzip2, "this is bzip2-compressed data", "Compressed files are not unpacked here, nor by torch.load",
        "Unpack it (`bunzip2`, or `tar xjf` for a .tar.bz2) and open what comes out"},
    Explanation{FileKind::Xz, "this is xz-compressed data", "Compressed files are not unpacked here, nor by torch.load",
        "Unpack it (`unxz`, or `tar xJf` for a .tar.xz) and open what comes out"},
    Explanation{FileKind::Zstd, "this is zstd-compressed data", "Compressed files are not unpacked here, nor by torch.load",
        "Unpack it with `unzstd` and open what comes out"},
    Explanation{FileKind::Lz4, "this is lz4-compressed data", "Compressed files are not unpacked here, nor by torch.load",
        "Unpack it with `unlz4` and open what comes out"},
    Explanation{FileKind::SevenZip, "this is a 7z archive", "", "Unpack it with `7z x` and open the checkpoints inside"},
    Explanation{FileKind::Rar, "this is a RAR archive", "", "Unpack it with `unrar x` and open the checkpoints inside"},

    Explanation{FileKind::Hdf5, "this is an HDF5 file, most likely weights of Keras", "PyTorch does not write HDF5",
        "Open it with Keras or h5py; its arrays can be saved for PyTorch with torch.save or safetensors"},
    Explanation{FileKind::LuaTorch, "this is a file of Torch7, the Lua program before PyTorch (.t7)", "",
        "PyTorch up to 0.4.1 reads it with torch.utils.serialization.load_lua; save the result with torch.save"},
    Explanation{FileKind::PreviewArchive, "this is a TorchScript file of a PyTorch 1.0 preview",
        "Its layout was given up before the release, and no later PyTorch reads it", "Save the model again with PyTorch 1.0 or later"},
    Explanation{FileKind::ExecuTorch, "this is a program for ExecuTorch (.pte, .ptd)",
        "It was compiled for a device; names, classes and the original weights are gone or repacked",
        "Open the checkpoint or the .pt2 it was made from"},
    Explanation{FileKind::MobileFlatbuffer, "this is a PyTorch mobile model in flatbuffer form", "",
        "Load it with torch.jit.jit_module_from_flatbuffer and save it with torch.jit.save"},
    Explanation{FileKind::TfLite, "this is a TensorFlow Lite model", "", "Open it with TensorFlow Lite; PyTorch cannot"},
    Explanation{FileKind::TfIndex, "this is the index of a TensorFlow checkpoint", "The weights are in the files .data-... beside it",
        "Read it with tf.train.load_checkpoint; its arrays can be saved for PyTorch with torch.save or safetensors"},
    Explanation{FileKind::TfData, "this is the data part of a TensorFlow checkpoint", "The names of its weights are in the .index file beside it",
        "Read it with tf.train.load_checkpoint; its arrays can be saved for PyTorch with torch.save or safetensors"},
    Explanation{FileKind::Onnx, "this is an ONNX model", "It holds a graph of operators with its weights inside",
        "Open it with the onnx package, or open the checkpoint it was exported from"},
    Explanation{FileKind::Gguf, "this is a GGUF model, as llama.cpp uses", "Its weights are in block formats that PyTorch has no dtype for",
        "Open the checkpoint it was converted from, or use the gguf Python package"},
    Explanation{FileKind::Ggml, "this is a model in a GGML format older than GGUF", "Its weights are in block formats that PyTorch has no dtype for",
        "Open the checkpoint it was converted from"},
    Explanation{FileKind::Numpy, "this is a single NumPy array (.npy)", "", "Load it with numpy.load and save it with torch.save"},

    Explanation{FileKind::Dgl, "these are graphs that DGL saved, not a model's weights", "", "Load them with dgl.load_graphs; their tensors can be saved with torch.save"},
    Explanation{FileKind::TorchSharp, "these are weights in the format of TorchSharp, PyTorch for .NET", "Python's torch has no reader for it",
        "Load them in .NET; TorchSharp.PyBridge saves them for torch.load"},
    Explanation{FileKind::SentencePiece, "this is a model of SentencePiece, which cuts text into tokens", "It has words and their scores, but no tensors",
        "Open the weights beside it (.safetensors, .bin, .pth)"},

    Explanation{FileKind::Media, "this is sound or video, not weights", "", "Check the name: another file was meant"},
    Explanation{FileKind::Image, "this is a picture, not weights", "", "Check the name: another file was meant"},
    Explanation{FileKind::Pdf, "this is a PDF document, not weights", "", "Check the name: another file was meant"},
    Explanation{FileKind::Program, "this is a program or a library, not weights", "", "Check the name: another file was meant"},
    Explanation{FileKind::PythonPaths, "this is a list of folders for Python's module search, as .pth files of site-packages are",
        "It shares nothing with PyTorch but the ending of its name", "Open a file made by torch.save"},
    Explanation{FileKind::Text, "this is a text file, not weights", "", "If it was downloaded, the text may say what went wrong"},
    Explanation{FileKind::Unknown, "this is no checkpoint format that is known here", "",
        "Open it with the program that wrote it. If that was torch.save, the beginning of the file is damaged: get it again"},
};
// clang-format on

} // namespace

Error explainForeign(const FileGuess& guess)
{
    const auto* const row = std::ranges::find(kExplanations, guess.kind, &Explanation::kind);
    if (row == kExplanations.end()) {
        return error(ErrorCode::Internal, "a kind of file has no explanation");
    }
    std::string why = guess.detail;
    if (!why.empty() && !row->why.empty()) {
        why += ". ";
    }
    why += row->why;
    return error(ErrorCode::NotACheckpoint, std::string(row->what))
        .because(std::move(why))
        .fix(std::string(row->advice));
}

} // namespace cairn::formats
