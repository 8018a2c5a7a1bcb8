#include "core/formats/sniff/foreign.h"

#include <algorithm>
#include <array>

namespace cairn::formats {

namespace {

struct Explanation {
    FileKind kind = FileKind::Unknown;
    Phrase what;
    Phrase why; ///< in general; FileGuess::detail comes before it
    Phrase advice;
};

constexpr Phrase kDownloadAgain = phrase("Download or copy the file again and compare its size with the original");

// clang-format off
constexpr std::array kExplanations = {
    Explanation{FileKind::Zip, phrase("this is a zip archive without a checkpoint in it"), {},
        phrase("If it was made by torch.save, it is damaged: get it again")},
    Explanation{FileKind::Safetensors, phrase("this is not a usable safetensors file"), {}, kDownloadAgain},
    Explanation{FileKind::Tar, phrase("this is a tar archive, not a checkpoint"),
        phrase("Only PyTorch before 0.1.11 saved checkpoints as tar, with members called storages, tensors and pickle"),
        phrase("Unpack it with `tar xf` and open the checkpoints inside")},
    Explanation{FileKind::JsonObject, phrase("this is a JSON document, not weights"),
        phrase("Only the index of a sharded checkpoint can be opened, and that has a \"weight_map\""),
        phrase("If this is a model's configuration, open the weights beside it (.safetensors, .bin, .pth)")},
    Explanation{FileKind::Pickle, phrase("this is a Python pickle that holds no tensor"), {}, phrase("Open a file made by torch.save")},

    Explanation{FileKind::LfsPointer, phrase("this is a Git LFS pointer, a short text that stands for the real file"),
        phrase("The repository was copied without Git LFS"),
        phrase("Run `git lfs install` once and `git lfs pull` in the repository, or download the file from the repository's web page")},
    Explanation{FileKind::AnnexPointer, phrase("this is a git-annex pointer, a short text that stands for the real file"),
        phrase("The content was not fetched into this copy of the repository"), phrase("Run `git annex get` on it in the repository")},
    Explanation{FileKind::DvcPointer, phrase("this is a DVC pointer, a short text that stands for the real file"),
        phrase("The content was not fetched into this copy of the repository"), phrase("Run `dvc pull` in the repository")},
    Explanation{FileKind::GitObjectId, phrase("this is a git object id, left in place of a large file that was taken out of the repository"),
        phrase("The file itself is not in the repository's history any more"),
        phrase("In an older clone `git cat-file blob ID` may still print it; otherwise ask the authors where it lives now")},
    Explanation{FileKind::SymlinkText, phrase("this is the target of a symbolic link, written out as text"),
        phrase("git does that where links are switched off, as is usual on Windows"),
        phrase("Open the target instead, or check out again with `git config core.symlinks true`")},

    Explanation{FileKind::HtmlPage, phrase("this is a web page, not the file it was saved as"),
        phrase("The download gave the page around the file: a login, a warning or a preview"),
        phrase("Use the link that downloads the file itself (on a code host the raw one), or sign in first")},
    Explanation{FileKind::XmlDocument, phrase("this is an XML document, not weights"),
        phrase("Storage services answer so when a download is refused or has expired"),
        phrase("Open it in a text editor to see the reason, then download again")},
    Explanation{FileKind::MangledPickle, phrase("this was a checkpoint, but something has rewritten it as text"),
        phrase("Every byte over 127 became several, so numbers and lengths in it are lost"),
        phrase("Get the file again and copy it as binary: not through an editor, a clipboard or a text mode transfer")},
    Explanation{FileKind::Zeros, phrase("the file holds zeros where its content should begin"),
        phrase("Space was set aside for it, but its bytes were never written: a download or copy that did not finish"),
        kDownloadAgain},
    Explanation{FileKind::Empty, phrase("the file is empty"), phrase("It has no bytes at all, as after a save or a download that failed at once"),
        kDownloadAgain},
    Explanation{FileKind::AppleDouble, phrase("this is an AppleDouble file: macOS keeps Finder data of another file in it"),
        phrase("Such files appear when a Mac copies to a foreign disk or packs an archive; they hold no weights"),
        phrase("Open the file of the same name without the leading \"._\"")},

    Explanation{FileKind::Gzip, phrase("this is gzip-compressed data"), phrase("Compressed files are not unpacked here, nor by torch.load"),
        phrase("Unpack it (`gunzip`, or `tar xzf` for a .tar.gz) and open what comes out")},
    Explanation{FileKind::Zlib, phrase("this is zlib-compressed data, as joblib.dump writes with compress=..."),
        phrase("Compressed files are not unpacked here, nor by torch.load"), phrase("Load it with joblib in Python and save it with torch.save")},
    Explanation{FileKind::Bzip2, phrase("this is bzip2-compressed data"), phrase("Compressed files are not unpacked here, nor by torch.load"),
        phrase("Unpack it (`bunzip2`, or `tar xjf` for a .tar.bz2) and open what comes out")},
    Explanation{FileKind::Xz, phrase("this is xz-compressed data"), phrase("Compressed files are not unpacked here, nor by torch.load"),
        phrase("Unpack it (`unxz`, or `tar xJf` for a .tar.xz) and open what comes out")},
    Explanation{FileKind::Zstd, phrase("this is zstd-compressed data"), phrase("Compressed files are not unpacked here, nor by torch.load"),
        phrase("Unpack it with `unzstd` and open what comes out")},
    Explanation{FileKind::Lz4, phrase("this is lz4-compressed data"), phrase("Compressed files are not unpacked here, nor by torch.load"),
        phrase("Unpack it with `unlz4` and open what comes out")},
    Explanation{FileKind::SevenZip, phrase("this is a 7z archive"), {}, phrase("Unpack it with `7z x` and open the checkpoints inside")},
    Explanation{FileKind::Rar, phrase("this is a RAR archive"), {}, phrase("Unpack it with `unrar x` and open the checkpoints inside")},

    Explanation{FileKind::Hdf5, phrase("this is an HDF5 file, most likely weights of Keras"), phrase("PyTorch does not write HDF5"),
        phrase("Open it with Keras or h5py; its arrays can be saved for PyTorch with torch.save or safetensors")},
    Explanation{FileKind::LuaTorch, phrase("this is a file of Torch7, the Lua program before PyTorch (.t7)"), {},
        phrase("PyTorch up to 0.4.1 reads it with torch.utils.serialization.load_lua; save the result with torch.save")},
    Explanation{FileKind::PreviewArchive, phrase("this is a TorchScript file of a PyTorch 1.0 preview"),
        phrase("Its layout was given up before the release, and no later PyTorch reads it"), phrase("Save the model again with PyTorch 1.0 or later")},
    Explanation{FileKind::ExecuTorch, phrase("this is a program for ExecuTorch (.pte, .ptd)"),
        phrase("It was compiled for a device; names, classes and the original weights are gone or repacked"),
        phrase("Open the checkpoint or the .pt2 it was made from")},
    Explanation{FileKind::MobileFlatbuffer, phrase("this is a PyTorch mobile model in flatbuffer form"), {},
        phrase("Load it with torch.jit.jit_module_from_flatbuffer and save it with torch.jit.save")},
    Explanation{FileKind::TfLite, phrase("this is a TensorFlow Lite model"), {}, phrase("Open it with TensorFlow Lite; PyTorch cannot")},
    Explanation{FileKind::TfIndex, phrase("this is the index of a TensorFlow checkpoint"), phrase("The weights are in the files .data-... beside it"),
        phrase("Read it with tf.train.load_checkpoint; its arrays can be saved for PyTorch with torch.save or safetensors")},
    Explanation{FileKind::TfData, phrase("this is the data part of a TensorFlow checkpoint"), phrase("The names of its weights are in the .index file beside it"),
        phrase("Read it with tf.train.load_checkpoint; its arrays can be saved for PyTorch with torch.save or safetensors")},
    Explanation{FileKind::Onnx, phrase("this is an ONNX model"), phrase("It holds a graph of operators with its weights inside"),
        phrase("Open it with the onnx package, or open the checkpoint it was exported from")},
    Explanation{FileKind::Gguf, phrase("this is not a usable GGUF file"), {}, kDownloadAgain},
    Explanation{FileKind::Ggml, phrase("this is a model in a GGML format older than GGUF"), phrase("Its weights are in block formats that PyTorch has no dtype for"),
        phrase("Open the checkpoint it was converted from")},
    Explanation{FileKind::Numpy, phrase("this is not a usable NumPy array"), {}, kDownloadAgain},

    Explanation{FileKind::Dgl, phrase("these are graphs that DGL saved, not a model's weights"), {}, phrase("Load them with dgl.load_graphs; their tensors can be saved with torch.save")},
    Explanation{FileKind::TorchSharp, phrase("these are weights in the format of TorchSharp, PyTorch for .NET"), phrase("Python's torch has no reader for it"),
        phrase("Load them in .NET; TorchSharp.PyBridge saves them for torch.load")},
    Explanation{FileKind::SentencePiece, phrase("this is a model of SentencePiece, which cuts text into tokens"), phrase("It has words and their scores, but no tensors"),
        phrase("Open the weights beside it (.safetensors, .bin, .pth)")},

    Explanation{FileKind::Media, phrase("this is sound or video, not weights"), {}, phrase("Check the name: another file was meant")},
    Explanation{FileKind::Image, phrase("this is a picture, not weights"), {}, phrase("Check the name: another file was meant")},
    Explanation{FileKind::Pdf, phrase("this is a PDF document, not weights"), {}, phrase("Check the name: another file was meant")},
    Explanation{FileKind::Program, phrase("this is a program or a library, not weights"), {}, phrase("Check the name: another file was meant")},
    Explanation{FileKind::PythonPaths, phrase("this is a list of folders for Python's module search, as .pth files of site-packages are"),
        phrase("It shares nothing with PyTorch but the ending of its name"), phrase("Open a file made by torch.save")},
    Explanation{FileKind::Text, phrase("this is a text file, not weights"), {}, phrase("If it was downloaded, the text may say what went wrong")},
    Explanation{FileKind::Unknown, phrase("this is no checkpoint format that is known here"), {},
        phrase("Open it with the program that wrote it. If that was torch.save, the beginning of the file is damaged: get it again")},
};
// clang-format on

} // namespace

Error explainForeign(const FileGuess& guess)
{
    const auto* const row = std::ranges::find(kExplanations, guess.kind, &Explanation::kind);
    if (row == kExplanations.end()) {
        return error(ErrorCode::Internal, message("a kind of file has no explanation"));
    }
    return error(ErrorCode::NotACheckpoint, row->what).because(inARow(guess.detail, row->why)).fix(row->advice);
}

} // namespace cairn::formats
