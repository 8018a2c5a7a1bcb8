#include "core/values/block_decoder.h"

#include "core/values/small_float.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace cairn::values {

using formats::Dtype;

namespace {

[[gnu::always_inline]] inline void widenAll(const void* floats, NumberBlock& out)
{
    for (std::size_t i = 0; i < kBlock; i += kLanes) {
        FourFloats narrow;
        std::memcpy(&narrow, static_cast<const std::byte*>(floats) + i * sizeof(float), sizeof(narrow));
        Four wide;
        widen(narrow, wide);
        std::memcpy(out.data() + i, &wide, sizeof(wide));
    }
}

struct Float32 {
    [[gnu::always_inline]] static void decode(const std::byte* in, NumberBlock& out) { widenAll(in, out); }
};

struct Float16 {
    [[gnu::always_inline]] static void decode(const std::byte* in, NumberBlock& out)
    {
        FloatBlock floats;
        decodeFloat16(in, floats);
        widenAll(floats.data(), out);
    }
};

struct BFloat16 {
    [[gnu::always_inline]] static void decode(const std::byte* in, NumberBlock& out)
    {
        FloatBlock floats;
        decodeBFloat16(in, floats);
        widenAll(floats.data(), out);
    }
};

struct Float64 {
    [[gnu::always_inline]] static void decode(const std::byte* in, NumberBlock& out)
    {
        std::memcpy(out.data(), in, sizeof(out));
    }
};

template <typename T>
struct Integers {
    [[gnu::always_inline]] static void decode(const std::byte* in, NumberBlock& out)
    {
        for (std::size_t i = 0; i < kBlock; ++i) {
            out[i] = static_cast<double>(load<T>(in, i));
        }
    }
};

struct Bools {
    [[gnu::always_inline]] static void decode(const std::byte* in, NumberBlock& out)
    {
        for (std::size_t i = 0; i < kBlock; ++i) {
            out[i] = in[i] == std::byte{0} ? 0.0 : 1.0;
        }
    }
};

/// Pairs of numbers that Part decodes, as their absolute values.
template <typename Part, std::size_t PartBytes>
struct Complex {
    [[gnu::always_inline]] static void decode(const std::byte* in, NumberBlock& out)
    {
        NumberBlock parts;
        for (std::size_t half = 0; half < 2; ++half) {
            Part::decode(in + half * kBlock * PartBytes, parts);
            for (std::size_t i = 0; i < kBlock / 2; ++i) {
                out[half * kBlock / 2 + i] = std::hypot(parts[2 * i], parts[2 * i + 1]);
            }
        }
    }
};

template <Dtype Type>
void decodeByTable(const std::byte* in, NumberBlock& out)
{
    static const std::array<double, 256> kTable = [] {
        std::array<double, 256> table{};
        for (std::size_t bits = 0; bits < table.size(); ++bits) {
            table[bits] = smallFloat(Type, static_cast<std::uint8_t>(bits));
        }
        return table;
    }();
    for (std::size_t i = 0; i < kBlock; ++i) {
        out[i] = kTable[std::to_integer<std::size_t>(in[i])];
    }
}

template <typename Numbers>
void decodeAnywhere(const std::byte* in, NumberBlock& out)
{
    Numbers::decode(in, out);
}

#if defined(__x86_64__)
/// The same loop, compiled for wider registers.
template <typename Numbers>
[[gnu::target("avx2")]] void decodeAvx2(const std::byte* in, NumberBlock& out)
{
    Numbers::decode(in, out);
}
#endif

template <typename Numbers>
BlockDecoder best()
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") != 0) {
        return decodeAvx2<Numbers>;
    }
#endif
    return decodeAnywhere<Numbers>;
}

} // namespace

BlockDecoder blockDecoder(Dtype dtype)
{
    switch (dtype) {
    case Dtype::Float64: return best<Float64>();
    case Dtype::Float32: return best<Float32>();
    case Dtype::Float16: return best<Float16>();
    case Dtype::BFloat16: return best<BFloat16>();
    // hypot() of the C library is no AVX code: going back and forth for each number made it 15 times slower.
    case Dtype::Complex32: return decodeAnywhere<Complex<Float16, 2>>;
    case Dtype::BComplex32: return decodeAnywhere<Complex<BFloat16, 2>>;
    case Dtype::Complex64: return decodeAnywhere<Complex<Float32, 4>>;
    case Dtype::Complex128: return decodeAnywhere<Complex<Float64, 8>>;
    case Dtype::Int64: return best<Integers<std::int64_t>>();
    case Dtype::Int32:
    case Dtype::QInt32: return best<Integers<std::int32_t>>();
    case Dtype::Int16: return best<Integers<std::int16_t>>();
    case Dtype::Int1:
    case Dtype::Int2:
    case Dtype::Int3:
    case Dtype::Int4:
    case Dtype::Int5:
    case Dtype::Int6:
    case Dtype::Int7:
    case Dtype::QInt8:
    case Dtype::Int8: return best<Integers<std::int8_t>>();
    case Dtype::UInt64: return best<Integers<std::uint64_t>>();
    case Dtype::UInt32: return best<Integers<std::uint32_t>>();
    case Dtype::Bits16:
    case Dtype::UInt16: return best<Integers<std::uint16_t>>();
    case Dtype::Bool: return best<Bools>();
    case Dtype::Float8E4M3Fn: return decodeByTable<Dtype::Float8E4M3Fn>;
    case Dtype::Float8E4M3FnUz: return decodeByTable<Dtype::Float8E4M3FnUz>;
    case Dtype::Float8E5M2: return decodeByTable<Dtype::Float8E5M2>;
    case Dtype::Float8E5M2FnUz: return decodeByTable<Dtype::Float8E5M2FnUz>;
    case Dtype::Float8E8M0Fnu: return decodeByTable<Dtype::Float8E8M0Fnu>;
    case Dtype::Float4E2M1FnX2: return decodeByTable<Dtype::Float4E2M1FnX2>;
    case Dtype::Float6E2M3:
    case Dtype::Float6E3M2: return nullptr;
    default: return best<Integers<std::uint8_t>>(); // uint8, its narrow relatives, bits of several kinds, bytes
    }
}

bool isComplex(Dtype dtype)
{
    return dtype == Dtype::Complex32 || dtype == Dtype::BComplex32 || dtype == Dtype::Complex64 ||
           dtype == Dtype::Complex128;
}

Dtype partOfComplex(Dtype complex)
{
    switch (complex) {
    case Dtype::Complex32: return Dtype::Float16;
    case Dtype::BComplex32: return Dtype::BFloat16;
    case Dtype::Complex64: return Dtype::Float32;
    default: return Dtype::Float64;
    }
}

std::size_t decodedElementBytes(Dtype dtype)
{
    return std::max<std::size_t>(formats::dtypeInfo(dtype).bits / 8U, 1);
}

} // namespace cairn::values
