#include "core/formats/pickle/pickle_probe.h"

#include "core/formats/pickle/pickle_lines.h"
#include "core/formats/pickle/pickle_scanner.h"

#include <algorithm>
#include <cctype>
#include <memory>
#include <optional>
#include <vector>

namespace cairn::formats {

namespace {

/// What an instruction does to the height of the stack.
struct Effect {
    std::size_t pops = 0;
    std::size_t pushes = 0;
    bool toMark = false; ///< pops everything above the last mark, and the mark, first
};

std::optional<Effect> effectOf(PickleOp op)
{
    switch (op) {
    case PickleOp::Int:
    case PickleOp::Long:
    case PickleOp::Float:
    case PickleOp::None:
    case PickleOp::BinInt:
    case PickleOp::BinInt1:
    case PickleOp::BinInt2:
    case PickleOp::BinFloat:
    case PickleOp::String:
    case PickleOp::BinString:
    case PickleOp::ShortBinString:
    case PickleOp::Unicode:
    case PickleOp::BinUnicode:
    case PickleOp::EmptyDict:
    case PickleOp::EmptyList:
    case PickleOp::EmptyTuple:
    case PickleOp::Global:
    case PickleOp::PersId:
    case PickleOp::Get:
    case PickleOp::BinGet:
    case PickleOp::LongBinGet: return Effect{0, 1};
    case PickleOp::Put:
    case PickleOp::BinPut:
    case PickleOp::LongBinPut:
    case PickleOp::BinPersId: return Effect{1, 1};
    case PickleOp::Dup: return Effect{1, 2};
    case PickleOp::Pop: return Effect{1, 0};
    case PickleOp::Append:
    case PickleOp::Build:
    case PickleOp::Reduce: return Effect{2, 1};
    case PickleOp::SetItem: return Effect{3, 1};
    case PickleOp::Tuple:
    case PickleOp::List:
    case PickleOp::Dict:
    case PickleOp::Obj:
    case PickleOp::Inst: return Effect{0, 1, true};
    case PickleOp::Appends:
    case PickleOp::SetItems: return Effect{1, 1, true};
    case PickleOp::PopMark: return Effect{0, 0, true};
    default: return std::nullopt; // of a later protocol, so the pickle would begin with PROTO
    }
}

/// Text after an opcode letter must look like its argument; this is what tells a pickle from prose.
bool argumentFits(const PickleInstruction& instruction)
{
    const auto isNumeric = [](char c) {
        return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '-' || c == 'L';
    };
    const auto isFloating = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '+' || c == '.';
    };
    const auto isIdentifier = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || (c & 0x80) != 0;
    };
    switch (instruction.op) {
    case PickleOp::Int:
    case PickleOp::Long:
    case PickleOp::Put:
    case PickleOp::Get: return !instruction.text.empty() && std::ranges::all_of(instruction.text, isNumeric);
    case PickleOp::Float: return !instruction.text.empty() && std::ranges::all_of(instruction.text, isFloating);
    case PickleOp::String:
        return instruction.text.size() >= 2 && instruction.text.front() == instruction.text.back() &&
               (instruction.text.front() == '\'' || instruction.text.front() == '"');
    case PickleOp::Global:
    case PickleOp::Inst:
        return !instruction.text.empty() && !instruction.name.empty() &&
               std::ranges::all_of(instruction.text, isIdentifier) &&
               std::ranges::all_of(instruction.name, isIdentifier);
    default: return true;
    }
}

bool isPut(PickleOp op)
{
    return op == PickleOp::Put || op == PickleOp::BinPut || op == PickleOp::LongBinPut;
}

} // namespace

bool looksLikeOldPickle(std::span<const std::byte> head)
{
    constexpr std::size_t enough = 64;
    constexpr std::size_t enoughWhenCut = 4;

    PickleScanner scanner(std::make_shared<MemorySource>(Bytes(head.begin(), head.end())));
    PickleInstruction instruction;
    std::vector<std::size_t> marks;
    std::size_t height = 0;
    bool remembers = false;
    for (std::size_t count = 0; count < enough; ++count) {
        if (const auto next = scanner.next(instruction); !next) {
            // Cut off by the end of `head`: fine if enough of it made sense.
            return next.error().code == ErrorCode::PickleTruncated && count >= enoughWhenCut && remembers;
        }
        if (instruction.op == PickleOp::Stop) {
            return marks.empty() && height == 1;
        }
        if (instruction.op == PickleOp::Mark) {
            marks.push_back(height);
            continue;
        }
        const auto effect = effectOf(instruction.op);
        if (!effect || !argumentFits(instruction)) {
            return false;
        }
        if (effect->toMark) {
            if (marks.empty()) {
                return false;
            }
            height = marks.back();
            marks.pop_back();
        }
        const std::size_t floor = marks.empty() ? 0 : marks.back();
        if (height < floor + effect->pops) {
            return false;
        }
        height = height - effect->pops + effect->pushes;
        remembers = remembers || isPut(instruction.op);
    }
    return remembers;
}

bool mayCall(const SourcePtr& source)
{
    constexpr std::size_t most = 1'000'000; // instructions; more of them in a row are no accident
    LooseScanner scanner(source);
    PickleInstruction instruction;
    bool hasMark = false;
    bool hasCallable = false;
    bool sawMagic = false;
    for (std::size_t count = 0; count < most; ++count) {
        if (const auto goesOn = scanner.next(instruction); !goesOn || !*goesOn) {
            return false;
        }
        sawMagic = sawMagic || mayBeMagic(instruction);
        switch (instruction.op) {
        case PickleOp::Stop: return sawMagic; // more pickles follow that number
        case PickleOp::Mark: hasMark = true; break;
        case PickleOp::Global:
        case PickleOp::StackGlobal: hasCallable = true; break;
        case PickleOp::Inst:
            if (hasMark) {
                return true;
            }
            break;
        case PickleOp::Reduce:
        case PickleOp::Obj:
        case PickleOp::NewObj:
        case PickleOp::NewObjEx:
        case PickleOp::Build:
            if (hasCallable) {
                return true;
            }
            break;
        default: break;
        }
    }
    return true;
}

} // namespace cairn::formats
