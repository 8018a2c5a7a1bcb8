#include "core/formats/gguf/ggml_blocks.h"

#include "core/base/endian.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>
#include <vector>

namespace cairn::formats {

namespace {

std::uint32_t byteAt(const std::byte* bytes, std::size_t at)
{
    return std::to_integer<std::uint32_t>(bytes[at]);
}

float half(const std::byte* bytes)
{
    const std::uint32_t bits = loadLittle<std::uint16_t>(bytes);
    const std::uint32_t sign = (bits & 0x8000U) << 16;
    const std::uint32_t exponent = (bits >> 10) & 0x1FU;
    const std::uint32_t fraction = bits & 0x3FFU;
    if (exponent == 0x1FU) {
        return std::bit_cast<float>(sign | 0x7F800000U | (fraction << 13));
    }
    if (exponent != 0) {
        return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (fraction << 13));
    }
    constexpr float smallest = 1.0F / (1 << 24);
    const float number = static_cast<float>(fraction) * smallest;
    return sign == 0 ? number : -number;
}

float whole(std::uint32_t number)
{
    return static_cast<float>(number);
}

/// A number of four bits: those of the first half of a block are in the low ones.
std::uint32_t nibble(const std::byte* packed, std::size_t number, std::size_t halfBlock)
{
    return number < halfBlock ? byteAt(packed, number) & 15U : byteAt(packed, number - halfBlock) >> 4;
}

void decodeQ40(const std::byte* block, std::span<float> numbers)
{
    const float scale = half(block);
    for (std::size_t i = 0; i < 32; ++i) {
        numbers[i] = scale * (whole(nibble(block + 2, i, 16)) - 8);
    }
}

void decodeQ41(const std::byte* block, std::span<float> numbers)
{
    const float scale = half(block);
    const float least = half(block + 2);
    for (std::size_t i = 0; i < 32; ++i) {
        numbers[i] = scale * whole(nibble(block + 4, i, 16)) + least;
    }
}

/// Four bits of a number, and the fifth in a word of its own.
std::uint32_t fiveBits(const std::byte* packed, std::uint32_t fifths, std::size_t number)
{
    return nibble(packed, number, 16) | (((fifths >> number) & 1U) << 4);
}

void decodeQ50(const std::byte* block, std::span<float> numbers)
{
    const float scale = half(block);
    const auto fifths = loadLittle<std::uint32_t>(block + 2);
    for (std::size_t i = 0; i < 32; ++i) {
        numbers[i] = scale * (whole(fiveBits(block + 6, fifths, i)) - 16);
    }
}

void decodeQ51(const std::byte* block, std::span<float> numbers)
{
    const float scale = half(block);
    const float least = half(block + 2);
    const auto fifths = loadLittle<std::uint32_t>(block + 4);
    for (std::size_t i = 0; i < 32; ++i) {
        numbers[i] = scale * whole(fiveBits(block + 8, fifths, i)) + least;
    }
}

void decodeQ80(const std::byte* block, std::span<float> numbers)
{
    const float scale = half(block);
    for (std::size_t i = 0; i < 32; ++i) {
        numbers[i] = scale * static_cast<float>(static_cast<std::int8_t>(byteAt(block, 2 + i)));
    }
}

/// The scale and the least number of one of the eight parts of a block, six bits each.
std::pair<float, float> partOf(const std::byte* packed, std::size_t part)
{
    if (part < 4) {
        return {whole(byteAt(packed, part) & 63U), whole(byteAt(packed, part + 4) & 63U)};
    }
    return {whole((byteAt(packed, part + 4) & 15U) | ((byteAt(packed, part - 4) >> 6) << 4)),
            whole((byteAt(packed, part + 4) >> 4) | ((byteAt(packed, part) >> 6) << 4))};
}

/// `fifths`: where the fifth bits are; null: there are none.
void decodeParts(const std::byte* block, const std::byte* fifths, const std::byte* packed, std::span<float> numbers)
{
    const float scale = half(block);
    const float least = half(block + 2);
    for (std::size_t part = 0; part < 8; ++part) {
        const auto [scaleOfPart, leastOfPart] = partOf(block + 4, part);
        const float step = scale * scaleOfPart;
        const float base = least * leastOfPart;
        for (std::size_t i = 0; i < 32; ++i) {
            const std::uint32_t both = byteAt(packed, part / 2 * 32 + i);
            std::uint32_t number = part % 2 == 0 ? both & 15U : both >> 4;
            if (fifths != nullptr) {
                number |= ((byteAt(fifths, i) >> part) & 1U) << 4;
            }
            numbers[part * 32 + i] = step * whole(number) - base;
        }
    }
}

void decodeQ4K(const std::byte* block, std::span<float> numbers)
{
    decodeParts(block, nullptr, block + 16, numbers);
}

void decodeQ5K(const std::byte* block, std::span<float> numbers)
{
    decodeParts(block, block + 16, block + 48, numbers);
}

void decodeQ6K(const std::byte* block, std::span<float> numbers)
{
    const std::byte* const low = block;
    const std::byte* const high = block + 128;
    const std::byte* const scales = block + 192;
    const float scale = half(block + 208);
    for (std::size_t i = 0; i < 256; ++i) {
        const std::size_t side = i / 128;
        const std::size_t quarter = i % 128 / 32;
        const std::size_t place = i % 32;
        const std::uint32_t four = byteAt(low, side * 64 + quarter % 2 * 32 + place);
        const std::uint32_t bits =
            (quarter < 2 ? four & 15U : four >> 4) | (((byteAt(high, side * 32 + place) >> (2 * quarter)) & 3U) << 4);
        const auto part = static_cast<std::int8_t>(byteAt(scales, i / 16));
        numbers[i] = scale * static_cast<float>(part) * (whole(bits) - 32);
    }
}

/// Where a number of a block of 256 lies, of which two bits are in each byte: those of four runs of 32 numbers.
std::uint32_t twoBits(const std::byte* packed, std::size_t number)
{
    const std::size_t side = number / 128;
    return (byteAt(packed, side * 32 + number % 32) >> (2 * (number % 128 / 32))) & 3U;
}

void decodeQ2K(const std::byte* block, std::span<float> numbers)
{
    const float scale = half(block + 80);
    const float least = half(block + 82);
    for (std::size_t i = 0; i < 256; ++i) {
        const std::uint32_t part = byteAt(block, i / 16);
        numbers[i] = scale * whole(part & 15U) * whole(twoBits(block + 16, i)) - least * whole(part >> 4);
    }
}

void decodeQ3K(const std::byte* block, std::span<float> numbers)
{
    const std::byte* const thirds = block;
    const std::byte* const scales = block + 96;
    const float scale = half(block + 108);
    for (std::size_t i = 0; i < 256; ++i) {
        const std::size_t part = i / 16;
        const std::uint32_t low = nibble(scales, part, 8);
        const std::uint32_t high = (byteAt(scales, 8 + part % 4) >> (2 * (part / 4))) & 3U;
        const std::uint32_t third = (byteAt(thirds, i % 32) >> (i / 32)) & 1U;
        const float step = scale * (whole(low | (high << 4)) - 32);
        numbers[i] = step * (whole(twoBits(block + 32, i) | (third << 2)) - 4);
    }
}

constexpr std::array<float, 16> kUneven = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};

void decodeIq4Nl(const std::byte* block, std::span<float> numbers)
{
    const float scale = half(block);
    for (std::size_t i = 0; i < 32; ++i) {
        numbers[i] = scale * kUneven[nibble(block + 2, i, 16)];
    }
}

void decodeIq4Xs(const std::byte* block, std::span<float> numbers)
{
    const float scale = half(block);
    const std::uint32_t highs = loadLittle<std::uint16_t>(block + 2);
    for (std::size_t part = 0; part < 8; ++part) {
        const std::uint32_t low = (byteAt(block + 4, part / 2) >> (4 * (part % 2))) & 15U;
        const float step = scale * (whole(low | (((highs >> (2 * part)) & 3U) << 4)) - 32);
        for (std::size_t i = 0; i < 32; ++i) {
            numbers[part * 32 + i] = step * kUneven[nibble(block + 8 + part * 16, i, 16)];
        }
    }
}

/// Numbers of one bit for the sign, two for the exponent and one for the fraction: here twice as large as they are.
constexpr std::array<float, 16> kFourBitFloats = {0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};

void decodeMxfp4(const std::byte* block, std::span<float> numbers)
{
    const std::uint32_t exponent = byteAt(block, 0); // of a scale, halved
    const float scale = std::bit_cast<float>(exponent < 2 ? 0x00200000U << exponent : (exponent - 1) << 23);
    for (std::size_t i = 0; i < 32; ++i) {
        numbers[i] = scale * kFourBitFloats[nibble(block + 1, i, 16)];
    }
}

void decodeTq20(const std::byte* block, std::span<float> numbers)
{
    const float scale = half(block + 64);
    for (std::size_t i = 0; i < 256; ++i) {
        numbers[i] = scale * (whole(twoBits(block, i)) - 1);
    }
}

constexpr std::array kTypes = {
    GgmlType{0, "F32", 1, 4, Dtype::Float32},
    GgmlType{1, "F16", 1, 2, Dtype::Float16},
    GgmlType{2, "Q4_0", 32, 18, Dtype::Unknown, decodeQ40},
    GgmlType{3, "Q4_1", 32, 20, Dtype::Unknown, decodeQ41},
    GgmlType{6, "Q5_0", 32, 22, Dtype::Unknown, decodeQ50},
    GgmlType{7, "Q5_1", 32, 24, Dtype::Unknown, decodeQ51},
    GgmlType{8, "Q8_0", 32, 34, Dtype::Unknown, decodeQ80},
    GgmlType{9, "Q8_1", 32, 40},
    GgmlType{10, "Q2_K", 256, 84, Dtype::Unknown, decodeQ2K},
    GgmlType{11, "Q3_K", 256, 110, Dtype::Unknown, decodeQ3K},
    GgmlType{12, "Q4_K", 256, 144, Dtype::Unknown, decodeQ4K},
    GgmlType{13, "Q5_K", 256, 176, Dtype::Unknown, decodeQ5K},
    GgmlType{14, "Q6_K", 256, 210, Dtype::Unknown, decodeQ6K},
    GgmlType{15, "Q8_K", 256, 292},
    GgmlType{16, "IQ2_XXS", 256, 66},
    GgmlType{17, "IQ2_XS", 256, 74},
    GgmlType{18, "IQ3_XXS", 256, 98},
    GgmlType{19, "IQ1_S", 256, 50},
    GgmlType{20, "IQ4_NL", 32, 18, Dtype::Unknown, decodeIq4Nl},
    GgmlType{21, "IQ3_S", 256, 110},
    GgmlType{22, "IQ2_S", 256, 82},
    GgmlType{23, "IQ4_XS", 256, 136, Dtype::Unknown, decodeIq4Xs},
    GgmlType{24, "I8", 1, 1, Dtype::Int8},
    GgmlType{25, "I16", 1, 2, Dtype::Int16},
    GgmlType{26, "I32", 1, 4, Dtype::Int32},
    GgmlType{27, "I64", 1, 8, Dtype::Int64},
    GgmlType{28, "F64", 1, 8, Dtype::Float64},
    GgmlType{29, "IQ1_M", 256, 56},
    GgmlType{30, "BF16", 1, 2, Dtype::BFloat16},
    GgmlType{34, "TQ1_0", 256, 54},
    GgmlType{35, "TQ2_0", 256, 66, Dtype::Unknown, decodeTq20},
    GgmlType{39, "MXFP4", 32, 17, Dtype::Unknown, decodeMxfp4},
};

class DequantizedSource final : public ByteSource {
public:
    DequantizedSource(SourcePtr blocks, const GgmlType& type)
        : m_blocks(std::move(blocks)), m_type(type),
          m_sizeBytes(m_blocks->sizeBytes() / type.blockBytes * numberBytes())
    {
    }

    [[nodiscard]] std::uint64_t sizeBytes() const noexcept override { return m_sizeBytes; }
    [[nodiscard]] std::uint64_t heldBytes() const noexcept override { return m_blocks->heldBytes(); }

private:
    /// Of the numbers of one block.
    [[nodiscard]] std::uint64_t numberBytes() const { return std::uint64_t{m_type.blockNumbers} * sizeof(float); }

    [[nodiscard]] Result<void> doRead(std::uint64_t offset, std::span<std::byte> into) const override
    {
        constexpr std::uint64_t most = 1024; // blocks at a time
        std::vector<float> numbers(m_type.blockNumbers);
        Bytes plain(static_cast<std::size_t>(numberBytes()));
        while (!into.empty()) {
            const std::uint64_t first = offset / numberBytes();
            const std::uint64_t last = (offset + into.size() - 1) / numberBytes();
            const std::uint64_t count = std::min(most, last - first + 1);
            CAIRN_ASSIGN(blocks, m_blocks->readBytes(first * m_type.blockBytes, count * m_type.blockBytes));
            for (std::uint64_t i = 0; i < count; ++i) {
                m_type.decode(blocks.data() + i * m_type.blockBytes, numbers);
                for (std::size_t number = 0; number < numbers.size(); ++number) {
                    auto bits = std::bit_cast<std::uint32_t>(numbers[number]);
                    if constexpr (std::endian::native == std::endian::big) {
                        bits = std::byteswap(bits);
                    }
                    std::memcpy(plain.data() + number * sizeof(bits), &bits, sizeof(bits));
                }
                const auto skipped = static_cast<std::size_t>(offset % numberBytes());
                const std::size_t taken = std::min(plain.size() - skipped, into.size());
                std::memcpy(into.data(), plain.data() + skipped, taken);
                into = into.subspan(taken);
                offset += taken;
            }
        }
        return {};
    }

    SourcePtr m_blocks;
    const GgmlType& m_type;
    std::uint64_t m_sizeBytes;
};

} // namespace

const GgmlType* ggmlType(std::uint32_t id)
{
    const auto* const found = std::ranges::find(kTypes, id, &GgmlType::id);
    return found == kTypes.end() ? nullptr : found;
}

SourcePtr makeDequantizedSource(SourcePtr blocks, const GgmlType& type)
{
    return std::make_shared<DequantizedSource>(std::move(blocks), type);
}

} // namespace cairn::formats
