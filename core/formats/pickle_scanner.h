#pragma once

#include "core/base/byte_window.h"
#include "core/formats/pickle_opcodes.h"

#include <cstdint>
#include <string_view>

namespace cairn::formats {

/// One instruction of a pickle. Text points into the scanner's window and is valid until the next one.
struct PickleInstruction {
    PickleOp op = PickleOp::Stop;
    std::uint64_t offset = 0;         ///< of the opcode byte
    std::uint64_t number = 0;         ///< unsigned argument, or the two's complement of a signed one
    double real = 0;                  ///< BinFloat
    std::string_view text;            ///< line (without the feed) or counted bytes; module of TwoLines
    std::string_view name;            ///< second line of TwoLines
    std::uint64_t payloadOffset = 0;  ///< where counted bytes begin
    std::uint64_t payloadBytes = 0;   ///< how many there are
    bool external = false;            ///< payload too long for the window: `text` is empty, read it from the source
};

/// Cuts a pickle into instructions without interpreting them. Never allocates by a declared length:
/// a payload over kMaxInlineBytes is only measured, checked against the source and skipped.
class PickleScanner {
public:
    static constexpr std::size_t kMaxInlineBytes = 64 * 1024;

    PickleScanner(SourcePtr source, std::uint64_t offset = 0) : m_window(std::move(source), offset) {}

    [[nodiscard]] Result<void> next(PickleInstruction& instruction);
    [[nodiscard]] std::uint64_t position() const noexcept { return m_window.position(); }
    [[nodiscard]] const SourcePtr& source() const noexcept { return m_window.source(); }

private:
    [[nodiscard]] Result<void> readLine(std::string_view& line, std::size_t& used, std::size_t from);
    [[nodiscard]] Result<void> readCounted(PickleInstruction& instruction, std::size_t lengthBytes);

    ByteWindow m_window;
};

} // namespace cairn::formats
