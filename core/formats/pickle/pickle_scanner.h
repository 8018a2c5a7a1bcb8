#pragma once

#include "core/base/endian.h"
#include "core/base/files/byte_window.h"
#include "core/formats/pickle/pickle_opcodes.h"

#include <cstdint>
#include <string_view>

namespace cairn::formats {

/// One instruction of a pickle. Text points into the scanner's window and is valid until the next one.
struct PickleInstruction {
    PickleOp op = PickleOp::Stop;
    std::uint64_t offset = 0;        ///< of the opcode byte
    std::uint64_t number = 0;        ///< unsigned argument, or the two's complement of a signed one
    double real = 0;                 ///< BinFloat
    std::string_view text;           ///< line (without the feed) or counted bytes; module of TwoLines
    std::string_view name;           ///< second line of TwoLines
    std::uint64_t payloadOffset = 0; ///< where counted bytes begin
    std::uint64_t payloadBytes = 0;  ///< how many there are
    bool external = false;           ///< payload too long for the window: `text` is empty, read it from the source
};

/// Cuts a pickle into instructions without interpreting them. Never allocates by a declared length:
/// a payload over kMaxInlineBytes is only measured, checked against the source and skipped.
class PickleScanner {
public:
    static constexpr std::size_t kMaxInlineBytes = 64 * 1024;
    /// Opcode and the longest argument of fixed size.
    static constexpr std::size_t kMaxFixedBytes = 9;

    PickleScanner(SourcePtr source, std::uint64_t offset = 0) : m_window(std::move(source), offset) {}

    [[nodiscard]] Result<void> next(PickleInstruction& instruction)
    {
        // Nearly every instruction is short and in the buffer already.
        if (nextBuffered(instruction)) [[likely]] {
            return {};
        }
        return nextUnbuffered(instruction);
    }
    /// What is in memory from here on, for those who cut instructions themselves; advance() moves over them.
    [[nodiscard]] std::span<const std::byte> buffered() const noexcept { return m_window.buffered(); }
    void advance(std::size_t count) noexcept { m_window.advance(count); }
    [[nodiscard]] std::uint64_t position() const noexcept { return m_window.position(); }
    [[nodiscard]] const SourcePtr& source() const noexcept { return m_window.source(); }

private:
    [[nodiscard]] bool nextBuffered(PickleInstruction& instruction);
    [[nodiscard]] bool takeBuffered(PickleInstruction& instruction, std::size_t head, std::uint64_t payloadBytes);
    [[nodiscard]] Result<void> nextUnbuffered(PickleInstruction& instruction);
    [[nodiscard]] Result<void> readLine(std::string_view& line, std::size_t& used, std::size_t from);
    [[nodiscard]] Result<void> readCounted(PickleInstruction& instruction, std::size_t lengthBytes);

    ByteWindow m_window;
};

inline bool PickleScanner::nextBuffered(PickleInstruction& instruction)
{
    const std::span<const std::byte> bytes = m_window.buffered();
    if (bytes.size() < kMaxFixedBytes) {
        return false;
    }
    instruction.op = static_cast<PickleOp>(bytes[0]);
    instruction.offset = m_window.position();
    const std::byte* argument = bytes.data() + 1;
    switch (pickleOpInfo(bytes[0]).argument) {
    case PickleArgument::None: m_window.advance(1); return true;
    case PickleArgument::Unsigned1:
        instruction.number = loadLittle<std::uint8_t>(argument);
        m_window.advance(2);
        return true;
    case PickleArgument::Unsigned2:
        instruction.number = loadLittle<std::uint16_t>(argument);
        m_window.advance(3);
        return true;
    case PickleArgument::Unsigned4:
        instruction.number = loadLittle<std::uint32_t>(argument);
        m_window.advance(5);
        return true;
    case PickleArgument::Signed4:
        instruction.number = static_cast<std::uint64_t>(std::int64_t{loadLittle<std::int32_t>(argument)});
        m_window.advance(5);
        return true;
    case PickleArgument::Unsigned8:
        instruction.number = loadLittle<std::uint64_t>(argument);
        m_window.advance(kMaxFixedBytes);
        return true;
    case PickleArgument::BigDouble:
        instruction.real = loadBigDouble(argument);
        m_window.advance(kMaxFixedBytes);
        return true;
    case PickleArgument::Bytes1: return takeBuffered(instruction, 2, loadLittle<std::uint8_t>(argument));
    case PickleArgument::Bytes4: return takeBuffered(instruction, 5, loadLittle<std::uint32_t>(argument));
    default: return false;
    }
}

inline bool PickleScanner::takeBuffered(PickleInstruction& instruction, std::size_t head, std::uint64_t payloadBytes)
{
    const std::span<const std::byte> bytes = m_window.buffered();
    if (payloadBytes > kMaxInlineBytes || head + payloadBytes > bytes.size()) {
        return false;
    }
    instruction.payloadOffset = instruction.offset + head;
    instruction.payloadBytes = payloadBytes;
    instruction.external = false;
    instruction.text = {reinterpret_cast<const char*>(bytes.data()) + head, static_cast<std::size_t>(payloadBytes)};
    m_window.advance(head + static_cast<std::size_t>(payloadBytes));
    return true;
}

} // namespace cairn::formats
