#include "core/base/files/sha256.h"

#include "core/base/text/hex.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>

namespace cairn {

namespace {

constexpr std::array<std::uint32_t, 64> kRounds = {
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
    0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
    0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
    0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
    0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
    0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2};

std::uint32_t loadBig(const std::byte* bytes)
{
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < sizeof(word); ++i) {
        word = word << 8 | std::to_integer<std::uint32_t>(bytes[i]);
    }
    return word;
}

} // namespace

void Sha256::addBlock(const std::byte* block)
{
    std::array<std::uint32_t, 64> words{};
    for (std::size_t i = 0; i < 16; ++i) {
        words[i] = loadBig(block + 4 * i);
    }
    for (std::size_t i = 16; i < words.size(); ++i) {
        const std::uint32_t a = words[i - 15];
        const std::uint32_t b = words[i - 2];
        words[i] = words[i - 16] + words[i - 7] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3)) +
                   (std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10));
    }
    auto [a, b, c, d, e, f, g, h] = m_state;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::uint32_t first =
            h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + kRounds[i] + words[i];
        const std::uint32_t second =
            (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    const std::array<std::uint32_t, 8> more = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < more.size(); ++i) {
        m_state[i] += more[i];
    }
}

void Sha256::add(std::span<const std::byte> bytes)
{
    m_bytes += bytes.size();
    if (m_restBytes != 0) {
        const std::size_t taken = std::min(bytes.size(), kBlockBytes - m_restBytes);
        std::memcpy(m_rest.data() + m_restBytes, bytes.data(), taken);
        m_restBytes += taken;
        bytes = bytes.subspan(taken);
        if (m_restBytes < kBlockBytes) {
            return;
        }
        addBlock(m_rest.data());
        m_restBytes = 0;
    }
    for (; bytes.size() >= kBlockBytes; bytes = bytes.subspan(kBlockBytes)) {
        addBlock(bytes.data());
    }
    if (!bytes.empty()) {
        std::memcpy(m_rest.data(), bytes.data(), bytes.size());
        m_restBytes = bytes.size();
    }
}

void Sha256::addEnd()
{
    const std::uint64_t bits = m_bytes * 8;
    std::array<std::byte, 2 * kBlockBytes> end{};
    end[0] = std::byte{0x80};
    const std::size_t zeros = (2 * kBlockBytes - 9 - m_restBytes) % kBlockBytes;
    for (std::size_t i = 0; i < 8; ++i) {
        end[1 + zeros + i] = static_cast<std::byte>(bits >> (56 - 8 * i));
    }
    add(std::span(end).first(zeros + 9));
}

std::string Sha256::finish()
{
    addEnd();
    std::string text;
    for (const std::uint32_t word : m_state) {
        appendHex(text, word, 8);
    }
    return text;
}

std::string Sha256::finishBytes()
{
    addEnd();
    std::string bytes;
    for (const std::uint32_t word : m_state) {
        for (unsigned shift = 32; shift > 0; shift -= 8) {
            bytes.push_back(static_cast<char>(static_cast<unsigned char>(word >> (shift - 8))));
        }
    }
    return bytes;
}

} // namespace cairn
