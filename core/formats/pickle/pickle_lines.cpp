#include "core/formats/pickle/pickle_lines.h"

#include "core/base/files/byte_window.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace cairn::formats {

namespace {

constexpr std::string_view kBlanks = " \t\v\f\r";

/// The first byte of a line that is no blank, or nothing if the file ends before.
Result<std::optional<char>> firstAfterBlanks(const SourcePtr& source, std::uint64_t offset)
{
    for (ByteWindow window(source, offset); window.remaining() != 0;) {
        CAIRN_ASSIGN(bytes, window.peek(static_cast<std::size_t>(
                                std::min<std::uint64_t>(window.remaining(), PickleScanner::kMaxInlineBytes))));
        const auto found =
            std::ranges::find_if(bytes, [](std::byte byte) { return !kBlanks.contains(static_cast<char>(byte)); });
        if (found != bytes.end()) {
            return static_cast<char>(*found);
        }
        window.advance(bytes.size());
    }
    return std::nullopt;
}

/// Just past the next line feed, or nothing without one.
Result<std::optional<std::uint64_t>> afterLine(const SourcePtr& source, std::uint64_t offset)
{
    for (ByteWindow window(source, offset); window.remaining() != 0;) {
        CAIRN_ASSIGN(bytes, window.peek(static_cast<std::size_t>(
                                std::min<std::uint64_t>(window.remaining(), PickleScanner::kMaxInlineBytes))));
        const auto feed = std::ranges::find(bytes, std::byte{'\n'});
        window.advance(static_cast<std::size_t>(feed - bytes.begin()));
        if (feed != bytes.end()) {
            return window.position() + 1;
        }
    }
    return std::nullopt;
}

/// By the first of its bytes that is no blank.
bool mayBeginNumber(PickleOp op, char first)
{
    const bool isWord = op == PickleOp::Float && std::string_view("nNiI").contains(first); // nan, infinity
    const bool isEnd = op == PickleOp::Int && first == '\0';
    return isDigit(first) || first == '-' || first == '+' || first == '.' || isWord || isEnd;
}

bool hasNumber(PickleOp op)
{
    return op == PickleOp::Int || op == PickleOp::Long || op == PickleOp::Float || op == PickleOp::Get ||
           op == PickleOp::Put;
}

/// An instruction whose lines are longer than PickleScanner takes.
struct LongLines {
    PickleOp op = PickleOp::Stop;
    std::uint64_t end = 0; ///< just past them
};

/// Nothing if there is none here, or none that an unpickler takes.
Result<std::optional<LongLines>> longLinesAt(const SourcePtr& source, std::uint64_t offset)
{
    constexpr std::uint64_t enough = 64; // to tell the length of a header from the name of a module
    CAIRN_ASSIGN(bytes, source->readBytes(offset, std::min(enough, source->sizeBytes() - offset)));
    if (bytes.empty()) {
        return std::nullopt;
    }
    const std::string_view head(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const auto op = static_cast<PickleOp>(bytes.front());
    const bool isName =
        (op == PickleOp::Global || op == PickleOp::Inst) && !head.substr(0, head.find('\n')).contains('\0');
    bool isTaken = isName || op == PickleOp::Unicode || (op == PickleOp::String && isQuoted(head.substr(1)));
    if (hasNumber(op)) {
        CAIRN_ASSIGN(first, firstAfterBlanks(source, offset + 1));
        isTaken = first && mayBeginNumber(op, *first);
    }
    CAIRN_ASSIGN(end, isTaken ? afterLine(source, offset) : Result<std::optional<std::uint64_t>>(std::nullopt));
    if (end && isName) {
        CAIRN_ASSIGN(afterName, afterLine(source, *end));
        end = afterName;
    }
    return end ? std::optional(LongLines{.op = op, .end = *end}) : std::nullopt;
}

} // namespace

bool mayBeNumber(PickleOp op, std::string_view line)
{
    const std::size_t first = line.find_first_not_of(kBlanks);
    return first != std::string_view::npos && mayBeginNumber(op, line[first]);
}

bool isQuoted(std::string_view line)
{
    return line.starts_with('\'') || line.starts_with('"');
}

bool isImportName(std::string_view module)
{
    return !module.empty() && !module.contains('\0') && isValidUtf8(module);
}

bool mayBeMagic(const PickleInstruction& instruction)
{
    constexpr std::string_view magic = "\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19";
    constexpr std::size_t digits = 20; // in 16, the highest base that Python guesses
    switch (instruction.op) {
    case PickleOp::Long1:
    case PickleOp::Long4: return instruction.external || instruction.text.starts_with(magic);
    case PickleOp::Int:
    case PickleOp::Long:
        return instruction.external || std::min(instruction.text.size(), instruction.text.find('\0')) >= digits;
    default: return false;
    }
}

Result<bool> LooseScanner::next(PickleInstruction& instruction)
{
    const std::uint64_t begin = m_scanner.position();
    auto next = m_scanner.next(instruction);
    if (next) {
        return true;
    }
    if (errorClass(next.error().code) == ErrorClass::Io) {
        return fail(std::move(next).error());
    }
    CAIRN_ASSIGN(lines, longLinesAt(m_source, begin));
    if (lines) {
        instruction = {.op = lines->op, .offset = begin, .text = {}, .name = {}, .external = true};
        m_scanner = PickleScanner(m_source, lines->end);
    }
    return lines.has_value();
}

} // namespace cairn::formats
