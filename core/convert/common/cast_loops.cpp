#include "core/convert/common/cast_loops.h"

#include "core/values/float_blocks.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace cairn::convert {

using formats::Dtype;

namespace {

// Numbers go through a block of float32.
using values::FloatBlock;
using values::kBlock;
using values::load;
using values::select;
using values::store;

constexpr std::uint32_t kSign = 0x8000'0000;
constexpr std::uint32_t kInfinity = 0x7F80'0000;
constexpr unsigned kFloatMantissaBits = 23;

std::uint32_t both(bool a, bool b)
{
    return static_cast<std::uint32_t>(a) & static_cast<std::uint32_t>(b);
}

// Decoders

struct FromFloat64 {
    using Element = double;

    [[gnu::always_inline]] static std::uint32_t decode(const std::byte* in, FloatBlock& out)
    {
        std::uint32_t overflows = 0;
        for (std::size_t i = 0; i < kBlock; ++i) {
            const auto value = load<double>(in, i);
            out[i] = static_cast<float>(value);
            const std::uint32_t magnitude = std::bit_cast<std::uint32_t>(out[i]) & ~kSign;
            const bool wasInfinite = std::bit_cast<std::uint64_t>(value) << 1 == 0xFFE0'0000'0000'0000;
            overflows += both(magnitude == kInfinity, !wasInfinite);
        }
        return overflows;
    }
};

struct FromFloat32 {
    using Element = float;

    [[gnu::always_inline]] static std::uint32_t decode(const std::byte* in, FloatBlock& out)
    {
        values::decodeFloat32(in, out);
        return 0;
    }
};

struct FromFloat16 {
    using Element = std::uint16_t;

    [[gnu::always_inline]] static std::uint32_t decode(const std::byte* in, FloatBlock& out)
    {
        values::decodeFloat16(in, out);
        return 0;
    }
};

struct FromBFloat16 {
    using Element = std::uint16_t;

    [[gnu::always_inline]] static std::uint32_t decode(const std::byte* in, FloatBlock& out)
    {
        values::decodeBFloat16(in, out);
        return 0;
    }
};

/// Exact: every number of float8_e4m3fn is one of float32. It has no infinity, and one NaN of each sign.
struct FromFloat8E4M3 {
    using Element = std::uint8_t;

    [[gnu::always_inline]] static std::uint32_t decode(const std::byte* in, FloatBlock& out)
    {
        constexpr std::uint32_t rebias = std::uint32_t{127 - 7} << kFloatMantissaBits;
        constexpr float smallest = 0x1p-9F; // one step of the subnormal numbers
        constexpr std::uint32_t nan = 0x7FF0'0000;
        for (std::size_t i = 0; i < kBlock; ++i) {
            const std::uint32_t bits = load<std::uint8_t>(in, i);
            const std::uint32_t magnitude = bits & 0x7FU;
            const auto subnormal =
                std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<std::int32_t>(magnitude)) * smallest);
            const std::uint32_t finite = select(magnitude < 0x08U, subnormal, (magnitude << 20) + rebias);
            const std::uint32_t result = select(magnitude == 0x7FU, nan, finite);
            out[i] = std::bit_cast<float>(result | ((bits & 0x80U) << 24));
        }
        return 0;
    }
};

/// The upper half of a float16.
struct FromFloat8E5M2 {
    using Element = std::uint8_t;

    [[gnu::always_inline]] static std::uint32_t decode(const std::byte* in, FloatBlock& out)
    {
        std::array<std::uint16_t, kBlock> halves{};
        for (std::size_t i = 0; i < kBlock; ++i) {
            halves[i] = static_cast<std::uint16_t>(load<std::uint8_t>(in, i) << 8U);
        }
        values::decodeFloat16(reinterpret_cast<const std::byte*>(halves.data()), out);
        return 0;
    }
};

// Encoders

struct ToFloat64 {
    using Element = double;

    [[gnu::always_inline]] static std::uint32_t encode(const FloatBlock& in, std::byte* out)
    {
        for (std::size_t i = 0; i < kBlock; ++i) {
            store(out, i, static_cast<double>(in[i]));
        }
        return 0;
    }
};

struct ToFloat32 {
    using Element = float;

    [[gnu::always_inline]] static std::uint32_t encode(const FloatBlock& in, std::byte* out)
    {
        std::memcpy(out, in.data(), sizeof(in));
        return 0;
    }
};

struct ToBFloat16 {
    using Element = std::uint16_t;

    [[gnu::always_inline]] static std::uint32_t encode(const FloatBlock& in, std::byte* out)
    {
        std::uint32_t overflows = 0;
        for (std::size_t i = 0; i < kBlock; ++i) {
            const auto bits = std::bit_cast<std::uint32_t>(in[i]);
            const std::uint32_t magnitude = bits & ~kSign;
            const std::uint32_t rounded = (bits + 0x7FFFU + ((bits >> 16) & 1U)) >> 16;
            store(out, i, static_cast<std::uint16_t>(select(magnitude > kInfinity, 0x7FC0U, rounded)));
            overflows += both(magnitude < kInfinity, (rounded & 0x7FFFU) == 0x7F80U);
        }
        return overflows;
    }
};

/// A format with a sign, a few exponent bits and a few mantissa bits in one small integer.
template <typename T, unsigned MantissaBits, std::uint32_t Bias, std::uint32_t Overflow, std::uint32_t Nan,
          std::uint32_t FirstTooLarge>
struct ToSmall {
    using Element = T;

    [[gnu::always_inline]] static std::uint32_t encode(const FloatBlock& in, std::byte* out)
    {
        constexpr unsigned dropped = kFloatMantissaBits - MantissaBits;
        constexpr std::uint32_t rebias = (127 - Bias) << kFloatMantissaBits;
        constexpr std::uint32_t smallestNormal = rebias + (1U << kFloatMantissaBits);
        // Added to a number below the normal ones, this leaves it in the last bits of the sum, rounded by the addition.
        constexpr std::uint32_t shifter = (127 - Bias + dropped + 1) << kFloatMantissaBits;
        constexpr unsigned signShift = 32 - 8 * sizeof(T);
        std::uint32_t overflows = 0;
        for (std::size_t i = 0; i < kBlock; ++i) {
            const auto bits = std::bit_cast<std::uint32_t>(in[i]);
            const std::uint32_t magnitude = bits & ~kSign;
            const std::uint32_t half = (1U << (dropped - 1)) - 1 + ((magnitude >> dropped) & 1U);
            const std::uint32_t normal = (magnitude + half - rebias) >> dropped;
            const std::uint32_t subnormal =
                std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) + std::bit_cast<float>(shifter)) - shifter;
            const std::uint32_t inRange = select(magnitude < smallestNormal, subnormal, normal);
            const std::uint32_t finite = select(magnitude >= FirstTooLarge, Overflow, inRange);
            const std::uint32_t result = select(magnitude > kInfinity, Nan, finite);
            store(out, i, static_cast<T>(result | ((bits & kSign) >> signShift)));
            overflows += both(magnitude >= FirstTooLarge, magnitude < kInfinity);
        }
        return overflows;
    }
};

// The last argument is the middle between the largest number and what would come next, where rounding leaves the range.
using ToFloat16 = ToSmall<std::uint16_t, 10, 15, 0x7C00, 0x7E00, 0x477F'F000>; // 65520
using ToFloat8E4M3 = ToSmall<std::uint8_t, 3, 7, 0x7E, 0x7F, 0x43E8'0001>;     // just above 464
using ToFloat8E5M2 = ToSmall<std::uint8_t, 2, 15, 0x7C, 0x7F, 0x4770'0000>;    // 61440

template <typename From, typename To>
[[gnu::always_inline]] inline std::uint64_t castAll(std::span<const std::byte> in, std::span<std::byte> out)
{
    constexpr std::size_t inBytes = sizeof(typename From::Element);
    constexpr std::size_t outBytes = sizeof(typename To::Element);
    FloatBlock values;
    std::uint64_t overflows = 0;
    const std::size_t count = in.size() / inBytes;
    std::size_t done = 0;
    for (; count - done >= kBlock; done += kBlock) {
        overflows += From::decode(in.data() + done * inBytes, values);
        overflows += To::encode(values, out.data() + done * outBytes);
    }
    if (const std::size_t rest = count - done; rest != 0) {
        std::array<std::byte, kBlock * inBytes> lastIn{}; // zeros after the end do not overflow
        std::array<std::byte, kBlock * outBytes> lastOut{};
        std::memcpy(lastIn.data(), in.data() + done * inBytes, rest * inBytes);
        overflows += From::decode(lastIn.data(), values);
        overflows += To::encode(values, lastOut.data());
        std::memcpy(out.data() + done * outBytes, lastOut.data(), rest * outBytes);
    }
    return overflows;
}

template <typename From, typename To>
std::uint64_t castAnywhere(std::span<const std::byte> in, std::span<std::byte> out)
{
    return castAll<From, To>(in, out);
}

#if defined(__x86_64__)
/// The same loop, compiled for wider registers.
template <typename From, typename To>
[[gnu::target("avx2")]] std::uint64_t castAvx2(std::span<const std::byte> in, std::span<std::byte> out)
{
    return castAll<From, To>(in, out);
}
#endif

using Cast = std::uint64_t (*)(std::span<const std::byte>, std::span<std::byte>);

template <typename From, typename To>
Cast bestCast()
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") != 0) {
        return castAvx2<From, To>;
    }
#endif
    return castAnywhere<From, To>;
}

template <typename From>
Cast castTo(Dtype to)
{
    switch (to) {
    case Dtype::Float64: return bestCast<From, ToFloat64>();
    case Dtype::Float32: return bestCast<From, ToFloat32>();
    case Dtype::Float16: return bestCast<From, ToFloat16>();
    case Dtype::BFloat16: return bestCast<From, ToBFloat16>();
    case Dtype::Float8E4M3Fn: return bestCast<From, ToFloat8E4M3>();
    case Dtype::Float8E5M2: return bestCast<From, ToFloat8E5M2>();
    default: return nullptr;
    }
}

/// Of what is smaller than all the others there are only wider ones.
template <typename From>
Cast castToWider(Dtype to)
{
    switch (to) {
    case Dtype::Float64: return bestCast<From, ToFloat64>();
    case Dtype::Float32: return bestCast<From, ToFloat32>();
    case Dtype::Float16: return bestCast<From, ToFloat16>();
    case Dtype::BFloat16: return bestCast<From, ToBFloat16>();
    default: return nullptr;
    }
}

Cast findCast(Dtype from, Dtype to)
{
    if (from == to) {
        return nullptr;
    }
    switch (from) {
    case Dtype::Float64: return castTo<FromFloat64>(to);
    case Dtype::Float32: return castTo<FromFloat32>(to);
    case Dtype::Float16: return castTo<FromFloat16>(to);
    case Dtype::BFloat16: return castTo<FromBFloat16>(to);
    case Dtype::Float8E4M3Fn: return castToWider<FromFloat8E4M3>(to);
    case Dtype::Float8E5M2: return castToWider<FromFloat8E5M2>(to);
    default: return nullptr;
    }
}

} // namespace

bool canCast(Dtype from, Dtype to)
{
    return findCast(from, to) != nullptr;
}

std::uint64_t castElements(Dtype from, Dtype to, std::span<const std::byte> in, std::span<std::byte> out)
{
    return findCast(from, to)(in, out);
}

} // namespace cairn::convert
