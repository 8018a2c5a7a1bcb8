#include "core/formats/sniff/sniff.h"

#include "core/base/endian.h"
#include "core/base/text/hex.h"
#include "core/base/text/text.h"
#include "core/formats/pickle/pickle_probe.h"
#include "core/formats/sniff/sniff_text.h"
#include "core/formats/tar_archive.h"
#include "core/formats/zip/zip_end.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace cairn::formats {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t kHeadBytes = 4096;
constexpr std::string_view kJsonBlanks = " \t\r\n";

struct Signature {
    FileKind kind;
    std::size_t offset;
    std::string_view bytes;
};

// Long and certain signatures; what needs a second look has a function below.
constexpr std::array kSignatures = {
    Signature{FileKind::Zip, 0, "PK\x03\x04"sv},
    Signature{FileKind::Zip, 0, "PK\x05\x06"sv}, // without entries
    Signature{FileKind::Zip, 0, "PK\x07\x08"sv}, // first part of a split one
    Signature{FileKind::Hdf5, 0, "\x89HDF\r\n\x1a\n"sv},
    Signature{FileKind::Hdf5, 512, "\x89HDF\r\n\x1a\n"sv}, // after a user block
    Signature{FileKind::Hdf5, 1024, "\x89HDF\r\n\x1a\n"sv},
    Signature{FileKind::Hdf5, 2048, "\x89HDF\r\n\x1a\n"sv},
    Signature{FileKind::Gzip, 0, "\x1f\x8b\x08"sv},
    Signature{FileKind::Bzip2, 4, "1AY&SY"sv},
    Signature{FileKind::Xz, 0,
              "\xfd"
              "7zXZ\0"sv},
    Signature{FileKind::Zstd, 0, "\x28\xb5\x2f\xfd"sv},
    Signature{FileKind::Lz4, 0, "\x04\x22\x4d\x18"sv},
    Signature{FileKind::SevenZip, 0, "7z\xbc\xaf\x27\x1c"sv},
    Signature{FileKind::Rar, 0, "Rar!\x1a\x07"sv},
    Signature{FileKind::PreviewArchive, 0, "PYTORCH1"sv},
    Signature{FileKind::MobileFlatbuffer, 4, "PTMF"sv},
    Signature{FileKind::TfLite, 4, "TFL3"sv},
    Signature{FileKind::Gguf, 0, "GGUF"sv},
    Signature{FileKind::Ggml, 0, "lmgg"sv},
    Signature{FileKind::Ggml, 0, "fmgg"sv},
    Signature{FileKind::Ggml, 0, "tjgg"sv},
    Signature{FileKind::Ggml, 0, "algg"sv},
    Signature{FileKind::Numpy, 0, "\x93NUMPY"sv},
    Signature{FileKind::AppleDouble, 0, "\x00\x05\x16\x07"sv},
    Signature{FileKind::Image, 0, "\x89PNG\r\n\x1a\n"sv},
    Signature{FileKind::Image, 0, "\xff\xd8\xff"sv},
    Signature{FileKind::Image, 0, "GIF8"sv},
    Signature{FileKind::Media, 8, "WAVEfmt "sv},
    Signature{FileKind::Media, 8, "AVI LIST"sv},
    Signature{FileKind::Media, 0, "fLaC"sv},
    Signature{FileKind::Media, 0, "OggS\0"sv},
    Signature{FileKind::Media, 0, "ID3\2"sv},
    Signature{FileKind::Media, 0, "ID3\3"sv},
    Signature{FileKind::Media, 0, "ID3\4"sv},
    Signature{FileKind::Media, 4, "ftyp"sv},
    Signature{FileKind::Dgl, 0, "\x3f\xa1\xb4\x46\xf0\x4f\x2e\xdd"sv},
    Signature{FileKind::Pdf, 0, "%PDF-"sv},
    Signature{FileKind::Program, 0,
              "\x7f"
              "ELF"sv},
    Signature{FileKind::Program, 0, "MZ\x90\0"sv},
    Signature{FileKind::Program, 0, "\xcf\xfa\xed\xfe"sv},
    // A pickle that went through a text editor or a clipboard: byte 0x80 became a euro sign, U+0080 or U+FFFD.
    Signature{FileKind::MangledPickle, 0, "\xe2\x82\xac\x02"sv},
    Signature{FileKind::MangledPickle, 0, "\xc2\x80\x02"sv},
    Signature{FileKind::MangledPickle, 0, "\xef\xbf\xbd\x02"sv},
};

bool isSafetensors(std::string_view head)
{
    if (head.size() < 9) {
        return false;
    }
    std::string_view json = head.substr(8);
    if (json.starts_with("\xEF\xBB\xBF")) {
        json.remove_prefix(3);
    }
    json = json.substr(std::min(json.find_first_not_of(kJsonBlanks), json.size()));
    if (!json.starts_with('{')) {
        return false;
    }
    json.remove_prefix(1);
    json = json.substr(std::min(json.find_first_not_of(kJsonBlanks), json.size()));
    const bool isObject = json.empty() || json.starts_with('"') || json.starts_with('}');
    // Eight characters of prose before a brace are no length.
    return isObject && !isPlainText(head.substr(0, 8));
}

bool hasTarMagic(std::string_view head)
{
    return head.size() >= 512 && head.substr(257, 5) == "ustar";
}

bool isLuaTorch(std::string_view head)
{
    // A table (3) or an object (4), and near by the counted version of the first class; as text or as int32.
    if (head.starts_with("3\n1\n") || head.starts_with("4\n1\n")) {
        return head.find("\n3\nV 1\n") != std::string_view::npos;
    }
    const bool isBinary = head.starts_with("\x03\0\0\0"sv) || head.starts_with("\x04\0\0\0"sv);
    return isBinary && head.find("\x03\0\0\0V 1"sv) != std::string_view::npos;
}

bool isOnnx(std::string_view head)
{
    // Fields 1 (format version), then 2 (name of the producer, printable) or 7 (the graph).
    if (head.size() < 16 || head[0] != 0x08 || head[1] < 1 || head[1] > 40) {
        return false;
    }
    if (head[2] == 0x3A) {
        return true;
    }
    const auto length = static_cast<std::size_t>(static_cast<unsigned char>(head[3]));
    if (head[2] != 0x12 || length > 64 || head.size() < 5 + length) {
        return false;
    }
    const std::string_view producer = head.substr(4, length);
    const char next = head[4 + length];
    return isPlainText(producer) && (next == 0x1A || next == 0x22 || next == 0x2A || next == 0x32 || next == 0x3A);
}

/// Messages of a piece of text, its score and its kind, one after another.
bool isSentencePiece(std::string_view head)
{
    constexpr std::size_t mostPieces = 3;
    for (std::size_t i = 0; i < mostPieces; ++i) {
        if (head.size() < 4 || head[0] != 0x0A || head[1] < 7 || head[2] != 0x0A) {
            return false;
        }
        const auto length = static_cast<std::size_t>(static_cast<unsigned char>(head[1]));
        const auto text = static_cast<std::size_t>(static_cast<unsigned char>(head[3]));
        const bool isScored = length >= text + 7 && head.size() > 4 + text && head[4 + text] == 0x15;
        if (!isScored || head.size() < 2 + length) {
            return false;
        }
        head.remove_prefix(2 + length);
    }
    return true;
}

/// How many tensors there are, and of the first its name, dtype, rank and shape, in numbers of seven bits a byte.
bool isTorchSharp(std::string_view head)
{
    const auto number = [&]() -> std::uint64_t {
        std::uint64_t value = 0;
        for (unsigned shift = 0; !head.empty() && shift < 63; shift += 7) {
            const auto byte = static_cast<unsigned char>(head.front());
            head.remove_prefix(1);
            value |= std::uint64_t{byte & 127U} << shift;
            if (byte < 128) {
                return value;
            }
        }
        return 0;
    };
    constexpr std::uint64_t mostTensors = 1'000'000;
    constexpr std::uint64_t mostDtypes = 24;
    constexpr std::uint64_t mostDimensions = 6;
    const std::uint64_t tensors = number();
    const std::uint64_t length = number();
    if (tensors == 0 || tensors > mostTensors || length < 4 || length >= head.size() ||
        !isPlainText(head.substr(0, static_cast<std::size_t>(length))) ||
        !head.substr(0, static_cast<std::size_t>(length)).contains('.')) {
        return false;
    }
    head.remove_prefix(static_cast<std::size_t>(length));
    const std::uint64_t dtype = number();
    const std::uint64_t dimensions = number();
    bool isShape = dtype < mostDtypes && dimensions > 0 && dimensions <= mostDimensions;
    for (std::uint64_t i = 0; isShape && i < dimensions; ++i) {
        isShape = number() != 0;
    }
    return isShape;
}

bool isZlib(std::string_view head)
{
    const auto first = head.size() < 2 ? 0U : static_cast<unsigned char>(head[0]);
    return first == 0x78 && (first * 256 + static_cast<unsigned char>(head[1])) % 31 == 0 && !isPlainText(head);
}

std::optional<FileKind> sniffBinary(std::string_view head, std::string_view tail)
{
    if (head.size() >= 2 && head[0] == '\x80' && head[1] <= 5 && head[1] >= 0) {
        return FileKind::Pickle;
    }
    if (hasTarMagic(head)) { // of a header that does not fit its own sum: torch takes no notice of it
        return FileKind::Tar;
    }
    if (head.size() >= 8 && (head.substr(4, 2) == "ET" || head.substr(4, 2) == "FT") && isDigit(head[6]) &&
        isDigit(head[7])) {
        return FileKind::ExecuTorch;
    }
    if (tail.ends_with("\x57\xfb\x80\x8b\x24\x75\x47\xdb"sv)) {
        return FileKind::TfIndex;
    }
    if (tail.find("/.ATTRIBUTES/VARIABLE_VALUE") != std::string_view::npos) {
        return FileKind::TfData;
    }
    if (isLuaTorch(head)) {
        return FileKind::LuaTorch;
    }
    if (isOnnx(head)) {
        return FileKind::Onnx;
    }
    if (isSentencePiece(head)) {
        return FileKind::SentencePiece;
    }
    if (isTorchSharp(head)) {
        return FileKind::TorchSharp;
    }
    if (isZlib(head)) {
        return FileKind::Zlib;
    }
    return std::nullopt;
}

Message hexBeginning(std::string_view head)
{
    std::string text;
    for (const char c : head.substr(0, 8)) {
        text += text.empty() ? "" : " ";
        appendHex(text, static_cast<unsigned char>(c), 2);
    }
    return message("It begins with the bytes %1", text);
}

} // namespace

bool beginsAsSafetensors(std::string_view head)
{
    return isSafetensors(head);
}

Result<FileGuess> sniff(const ByteSource& source)
{
    const std::uint64_t size = source.sizeBytes();
    if (size == 0) {
        return FileGuess{FileKind::Empty, {}};
    }
    const std::uint64_t count = std::min<std::uint64_t>(size, kHeadBytes);
    CAIRN_ASSIGN(headBytes, source.readBytes(0, count));
    const std::string_view head(reinterpret_cast<const char*>(headBytes.data()), headBytes.size());

    // torch.load asks for a zip first, then for a tar, and takes all else for pickles. The eight bytes of length that
    // safetensors begins with can be anything, another format's signature too.
    if (isSafetensors(head)) {
        CAIRN_ASSIGN(directory, directoryForTorch(source));
        const bool isZip = head.starts_with("PK\x03\x04") && directory;
        const bool isTar = !isZip && isTarHeader(headBytes);
        return FileGuess{isZip ? FileKind::Zip : isTar ? FileKind::Tar : FileKind::Safetensors, {}};
    }
    if (!head.starts_with("PK\x03\x04") && isTarHeader(headBytes)) {
        return FileGuess{FileKind::Tar, {}};
    }
    for (const Signature& signature : kSignatures) {
        if (head.size() > signature.offset && head.substr(signature.offset).starts_with(signature.bytes)) {
            return FileGuess{signature.kind, {}};
        }
    }
    CAIRN_ASSIGN(tailBytes, source.readBytes(size - count, count));
    const std::string_view tail(reinterpret_cast<const char*>(tailBytes.data()), tailBytes.size());
    if (const auto kind = sniffBinary(head, tail)) {
        return FileGuess{*kind, {}};
    }
    if (head.find_first_not_of('\0') == std::string_view::npos) {
        return FileGuess{FileKind::Zeros, message("Its first %1 bytes are all zero", std::to_string(count))};
    }
    if (looksLikeOldPickle(headBytes)) {
        return FileGuess{FileKind::Pickle, {}};
    }
    if (auto text = sniffText(head, size == count)) {
        return std::move(*text);
    }
    return FileGuess{FileKind::Unknown, hexBeginning(head)};
}

} // namespace cairn::formats
