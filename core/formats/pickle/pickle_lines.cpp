#include "core/formats/pickle/pickle_lines.h"

#include "core/base/files/byte_window.h"
#include "core/base/text/text.h"
#include "core/formats/pickle/pickle_scanner.h"

#include <algorithm>
#include <cstddef>

namespace cairn::formats {

namespace {

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

} // namespace

bool mayBeNumber(PickleOp op, std::string_view line)
{
    const std::size_t first = line.find_first_not_of(" \t\v\f\r");
    if (first == std::string_view::npos || line[first] == '\0') {
        return op == PickleOp::Int && first != std::string_view::npos;
    }
    const char c = line[first];
    const bool isWord = op == PickleOp::Float && std::string_view("nNiI").contains(c); // nan, infinity
    return isDigit(c) || c == '-' || c == '+' || c == '.' || isWord;
}

bool isQuoted(std::string_view line)
{
    return line.starts_with('\'') || line.starts_with('"');
}

Result<std::optional<std::uint64_t>> afterLongLine(const SourcePtr& source, std::uint64_t offset)
{
    constexpr std::uint64_t enough = 64; // for all of a number, and its blanks, that anybody writes
    CAIRN_ASSIGN(bytes, source->readBytes(offset, std::min(enough, source->sizeBytes() - offset)));
    const std::string_view head(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (head.empty()) {
        return std::nullopt;
    }
    const auto op = static_cast<PickleOp>(head.front());
    const bool isText = op == PickleOp::Unicode || (op == PickleOp::String && isQuoted(head.substr(1)));
    const bool isNumber = op == PickleOp::Int || op == PickleOp::Long || op == PickleOp::Float || op == PickleOp::Get ||
                          op == PickleOp::Put;
    const bool isTaken = isText || (isNumber && mayBeNumber(op, head.substr(1)));
    return isTaken ? afterLine(source, offset) : Result<std::optional<std::uint64_t>>(std::nullopt);
}

} // namespace cairn::formats
