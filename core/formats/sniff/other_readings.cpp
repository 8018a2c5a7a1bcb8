#include "core/formats/sniff/other_readings.h"

#include "core/base/text/text.h"
#include "core/formats/pickle/pickle_lines.h"
#include "core/formats/tar_archive.h"
#include "core/formats/zip/zip_end.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace cairn::formats {

namespace {

constexpr std::uint64_t kReadingHeadBytes = 4096;

/// Whether an unpickler would get somewhere from the first byte on: to an import, or through the number that old
/// streams of torch begin with. Members of real tars and headers of real safetensors fail at once.
Result<bool> runsAsPickle(const SourcePtr& source)
{
    constexpr int maxInstructions = 1'000'000; // what gets so far runs
    LooseScanner scanner(source);
    PickleInstruction instruction;
    bool sawMagic = false;
    for (int i = 0; i < maxInstructions; ++i) {
        CAIRN_ASSIGN(goesOn, scanner.next(instruction));
        if (!goesOn) {
            return false;
        }
        sawMagic = sawMagic || mayBeMagic(instruction);
        switch (instruction.op) {
        case PickleOp::Stop: return sawMagic;
        case PickleOp::Int:
        case PickleOp::Long:
        case PickleOp::Float:
        case PickleOp::Get:
        case PickleOp::Put:
            if (!instruction.external && !mayBeNumber(instruction.op, instruction.text)) {
                return false;
            }
            break;
        case PickleOp::String:
            if (!instruction.external && !isQuoted(instruction.text)) {
                return false;
            }
            break;
        case PickleOp::PersId:
        case PickleOp::BinPersId: return false; // what reads the first pickle knows none of these
        case PickleOp::Global:
        case PickleOp::Inst:
            // The module is imported before it is asked for the name.
            if (instruction.external || (isImportName(instruction.text) && isValidUtf8(instruction.name))) {
                return true;
            }
            break;
        case PickleOp::StackGlobal: return i != 0; // nothing can be taken from an empty stack; a .npy begins so
        case PickleOp::Ext1:
        case PickleOp::Ext2:
        case PickleOp::Ext4: return false; // numbers of names that nobody has registered
        default: break;
        }
    }
    return true;
}

} // namespace

Result<std::vector<FileKind>> otherReadings(const SourcePtr& source, FileKind kind)
{
    CAIRN_ASSIGN(headBytes, source->readBytes(0, std::min(kReadingHeadBytes, source->sizeBytes())));
    const std::string_view head(reinterpret_cast<const char*>(headBytes.data()), headBytes.size());
    const bool isTorchZip = head.starts_with("PK\x03\x04");

    std::vector<FileKind> others;
    if (kind != FileKind::Safetensors && beginsAsSafetensors(head)) {
        others.push_back(FileKind::Safetensors);
    }
    if (kind != FileKind::Tar && !isTorchZip && isTarHeader(headBytes)) {
        others.push_back(FileKind::Tar);
    }
    // torch.jit.load and torch.package take a zip wherever it begins, and search a little further back for where it
    // ends.
    if (kind != FileKind::Zip) {
        CAIRN_ASSIGN(directory, directoryForTorch(*source));
        if (directory || isTorchZip) {
            others.push_back(FileKind::Zip);
        }
    }
    // What begins like a zip, torch.load never gives to an unpickler.
    if (kind != FileKind::Pickle && !isTorchZip) {
        CAIRN_ASSIGN(runs, runsAsPickle(source));
        if (runs) {
            others.push_back(FileKind::Pickle);
        }
    }
    return others;
}

Phrase readingName(FileKind kind)
{
    switch (kind) {
    case FileKind::Zip: return phrase("a zip");
    case FileKind::Safetensors: return phrase("a safetensors file");
    case FileKind::Tar: return phrase("a tar");
    case FileKind::Pickle: return phrase("a stream of pickles");
    default: return phrase("another format");
    }
}

} // namespace cairn::formats
