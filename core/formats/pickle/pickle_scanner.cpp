#include "core/formats/pickle/pickle_scanner.h"

#include <algorithm>
#include <utility>

namespace cairn::formats {

namespace {

std::string_view asText(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string hexByte(std::byte value)
{
    constexpr std::string_view digits = "0123456789abcdef";
    const auto number = std::to_integer<unsigned>(value);
    return {'0', 'x', digits[number >> 4], digits[number & 15]};
}

std::unexpected<Error> cutShort(std::uint64_t offset)
{
    return fail(
        error(ErrorCode::PickleTruncated, message("the pickle ends in the middle of an instruction"))
            .at(offset)
            .fix(message("The file is probably incomplete: compare its size with the original and copy it again")));
}

/// Reading errors keep their code; running out of data inside a pickle has its own.
std::unexpected<Error> inPickle(Error&& failure, std::uint64_t offset)
{
    return failure.code == ErrorCode::Truncated ? cutShort(offset) : fail(std::move(failure));
}

} // namespace

Result<void> PickleScanner::nextUnbuffered(PickleInstruction& instruction)
{
    instruction.offset = m_window.position();
    // Near the end of the source fewer bytes are left than the longest argument takes.
    const auto head = static_cast<std::size_t>(std::min<std::uint64_t>(kMaxFixedBytes, m_window.remaining()));
    if (head == 0) {
        return fail(
            error(ErrorCode::PickleTruncated, message("the pickle has no end: its STOP instruction is missing"))
                .at(instruction.offset)
                .fix(message("The file is probably incomplete: compare its size with the original and copy it again")));
    }
    auto peeked = m_window.peek(head);
    if (!peeked) {
        return inPickle(std::move(peeked).error(), instruction.offset);
    }
    const std::span<const std::byte> bytes = *peeked;
    const PickleOpInfo& info = pickleOpInfo(bytes[0]);
    if (info.argument == PickleArgument::Invalid) {
        return fail(error(ErrorCode::PickleOpcode, message("byte %1 is not a pickle instruction", hexByte(bytes[0])))
                        .at(instruction.offset)
                        .because(message("The data is damaged here, or this is not a pickle")));
    }
    instruction.op = static_cast<PickleOp>(bytes[0]);

    const auto fixed = [&](std::size_t width) -> Result<void> {
        if (bytes.size() < 1 + width) {
            return cutShort(instruction.offset);
        }
        m_window.advance(1 + width);
        return {};
    };
    const std::byte* argument = bytes.data() + 1;

    switch (info.argument) {
    case PickleArgument::Invalid: break;
    case PickleArgument::None: m_window.advance(1); return {};
    case PickleArgument::Unsigned1:
        CAIRN_TRY(fixed(1));
        instruction.number = loadLittle<std::uint8_t>(argument);
        return {};
    case PickleArgument::Unsigned2:
        CAIRN_TRY(fixed(2));
        instruction.number = loadLittle<std::uint16_t>(argument);
        return {};
    case PickleArgument::Unsigned4:
        CAIRN_TRY(fixed(4));
        instruction.number = loadLittle<std::uint32_t>(argument);
        return {};
    case PickleArgument::Signed4:
        CAIRN_TRY(fixed(4));
        instruction.number = static_cast<std::uint64_t>(std::int64_t{loadLittle<std::int32_t>(argument)});
        return {};
    case PickleArgument::Unsigned8:
        CAIRN_TRY(fixed(8));
        instruction.number = loadLittle<std::uint64_t>(argument);
        return {};
    case PickleArgument::BigDouble:
        CAIRN_TRY(fixed(8));
        instruction.real = loadBigDouble(argument);
        return {};
    case PickleArgument::Line: {
        std::size_t used = 1;
        CAIRN_TRY(readLine(instruction.text, used, 1));
        m_window.advance(used);
        return {};
    }
    case PickleArgument::TwoLines: {
        std::size_t used = 1;
        CAIRN_TRY(readLine(instruction.text, used, 1));
        const std::size_t firstLength = instruction.text.size();
        CAIRN_TRY(readLine(instruction.name, used, used));
        // Reading the second line may have moved the buffer; the first starts one byte after the opcode.
        auto again = m_window.peek(used);
        if (!again) {
            return fail(std::move(again).error());
        }
        instruction.text = asText(again->subspan(1, firstLength));
        m_window.advance(used);
        return {};
    }
    case PickleArgument::Bytes1: return readCounted(instruction, 1);
    case PickleArgument::Bytes4:
    case PickleArgument::SignedBytes4: return readCounted(instruction, 4);
    case PickleArgument::Bytes8: return readCounted(instruction, 8);
    }
    return fail(ErrorCode::Internal, message("unknown pickle argument layout"));
}

Result<void> PickleScanner::readLine(std::string_view& line, std::size_t& used, std::size_t from)
{
    std::size_t looked = from;
    std::size_t wanted = from + 64;
    for (;;) {
        const auto available = static_cast<std::size_t>(std::min<std::uint64_t>(wanted, m_window.remaining()));
        auto peeked = m_window.peek(available);
        if (!peeked) {
            return inPickle(std::move(peeked).error(), m_window.position());
        }
        const auto feed = std::ranges::find(peeked->subspan(looked), std::byte{'\n'});
        const auto end = static_cast<std::size_t>(feed - peeked->begin());
        if (end - from > kMaxInlineBytes) {
            return fail(error(ErrorCode::LimitExceeded, message("a line of text in the pickle is longer than %1 bytes",
                                                                std::to_string(kMaxInlineBytes)))
                            .at(m_window.position()));
        }
        if (end < peeked->size()) {
            line = asText(peeked->subspan(from, end - from));
            used = end + 1;
            return {};
        }
        if (peeked->size() == m_window.remaining()) {
            return cutShort(m_window.position());
        }
        looked = peeked->size();
        wanted = peeked->size() * 2;
    }
}

Result<void> PickleScanner::readCounted(PickleInstruction& instruction, std::size_t lengthBytes)
{
    const std::size_t head = 1 + lengthBytes;
    auto peeked = m_window.peek(head);
    if (!peeked) {
        return inPickle(std::move(peeked).error(), instruction.offset);
    }
    const std::byte* length = peeked->data() + 1;
    if (lengthBytes == 1) {
        instruction.payloadBytes = loadLittle<std::uint8_t>(length);
    } else if (lengthBytes == 8) {
        instruction.payloadBytes = loadLittle<std::uint64_t>(length);
    } else {
        instruction.payloadBytes = loadLittle<std::uint32_t>(length);
        const bool isSigned =
            pickleOpInfo(static_cast<std::byte>(instruction.op)).argument == PickleArgument::SignedBytes4;
        if (isSigned && loadLittle<std::int32_t>(length) < 0) {
            return fail(
                error(ErrorCode::PickleNumber, message("a length in the pickle is negative")).at(instruction.offset));
        }
    }
    const std::uint64_t left = m_window.remaining() - head;
    if (instruction.payloadBytes > left) {
        return fail(
            error(ErrorCode::PickleTruncated, message("an item of the pickle claims %1 bytes, but only %2 are left",
                                                      std::to_string(instruction.payloadBytes), std::to_string(left)))
                .at(instruction.offset)
                .fix(message("The file is incomplete or damaged: copy it again from where it came")));
    }
    instruction.payloadOffset = m_window.position() + head;
    instruction.external = instruction.payloadBytes > kMaxInlineBytes;
    if (instruction.external) {
        instruction.text = {};
        m_window.skip(head + instruction.payloadBytes);
        return {};
    }
    const auto whole = head + static_cast<std::size_t>(instruction.payloadBytes);
    peeked = m_window.peek(whole);
    if (!peeked) {
        return inPickle(std::move(peeked).error(), instruction.offset);
    }
    instruction.text = asText(peeked->subspan(head, whole - head));
    m_window.advance(whole);
    return {};
}

} // namespace cairn::formats
