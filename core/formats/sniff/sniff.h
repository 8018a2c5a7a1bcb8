#pragma once

#include "core/base/files/byte_source.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace cairn::formats {

/// What the content of a file is. foreign.h has a sentence for each that is no checkpoint.
enum class FileKind : std::uint8_t {
    Zip,
    Safetensors,
    Tar,
    JsonObject,
    Pickle,

    // Stand-ins for a file that is elsewhere
    LfsPointer,
    AnnexPointer,
    DvcPointer,
    GitObjectId,
    SymlinkText,
    // Downloads and copies that went wrong
    HtmlPage,
    XmlDocument,
    MangledPickle,
    Zeros,
    Empty,
    AppleDouble,
    // Packed files
    Gzip,
    Zlib,
    Bzip2,
    Xz,
    Zstd,
    Lz4,
    SevenZip,
    Rar,
    // Models of other programs
    Hdf5,
    LuaTorch,
    PreviewArchive,
    ExecuTorch,
    MobileFlatbuffer,
    TfLite,
    TfIndex,
    TfData,
    Onnx,
    Gguf,
    Ggml,
    Numpy,
    Dgl,
    TorchSharp,
    SentencePiece,
    // Anything else
    Image,
    Media,
    Pdf,
    Program,
    PythonPaths,
    Text,
    Unknown,
};

/// Whether something was to be there and is not: a stand-in, or a download or copy that went wrong.
[[nodiscard]] constexpr bool isInPlaceOfFile(FileKind kind)
{
    return kind >= FileKind::LfsPointer && kind <= FileKind::AppleDouble;
}

struct FileGuess {
    FileKind kind = FileKind::Unknown;
    Message detail; ///< a sentence about this very file, from its content; may be empty
};

/// Whether bytes could be the beginning of a safetensors file.
[[nodiscard]] bool beginsAsSafetensors(std::string_view head);

/// Looks at a few kilobytes and says what the file is. Names play no part. A broken checkpoint is still recognised
/// as one, so that its own reader can say what is wrong with it. Asks in the order of torch.load; see README.md.
[[nodiscard]] Result<FileGuess> sniff(const ByteSource& source);

} // namespace cairn::formats
