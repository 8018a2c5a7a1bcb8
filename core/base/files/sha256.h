#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace cairn {

/// The SHA-256 of bytes that come in pieces.
class Sha256 {
public:
    void add(std::span<const std::byte> bytes);
    /// 64 digits, of all that was added. Nothing may be added after that.
    [[nodiscard]] std::string finish();
    /// The same as 32 bytes.
    [[nodiscard]] std::string finishBytes();

private:
    void addEnd();
    void addBlock(const std::byte* block);

    static constexpr std::size_t kBlockBytes = 64;

    std::array<std::uint32_t, 8> m_state = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                                            0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
    std::array<std::byte, kBlockBytes> m_rest{}; ///< what is not yet a block
    std::size_t m_restBytes = 0;
    std::uint64_t m_bytes = 0;
};

} // namespace cairn
