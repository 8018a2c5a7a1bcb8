#include "core/values/small_float.h"

#include <cmath>
#include <limits>

namespace cairn::values {

using formats::Dtype;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A sign, then so many bits of exponent and of mantissa, without any special value.
double plainFloat(std::uint32_t bits, int exponentBits, int mantissaBits, int bias)
{
    const auto mantissa = static_cast<double>(bits & ((1U << mantissaBits) - 1));
    const auto exponent = static_cast<int>((bits >> mantissaBits) & ((1U << exponentBits) - 1));
    const double one = std::ldexp(1.0, mantissaBits);
    const double magnitude = exponent == 0 ? std::ldexp(mantissa, 1 - bias - mantissaBits)
                                           : std::ldexp(one + mantissa, exponent - bias - mantissaBits);
    return (bits >> (exponentBits + mantissaBits)) != 0 ? -magnitude : magnitude;
}

double float8E5M2(std::uint8_t bits)
{
    if ((bits & 0x7FU) < 0x7CU) {
        return plainFloat(bits, 5, 2, 15);
    }
    if ((bits & 0x7FU) > 0x7CU) {
        return kNan;
    }
    return bits == 0x7C ? kInfinity : -kInfinity;
}

} // namespace

double smallFloat(Dtype dtype, std::uint8_t bits)
{
    switch (dtype) {
    case Dtype::Float8E4M3Fn: return (bits & 0x7FU) == 0x7FU ? kNan : plainFloat(bits, 4, 3, 7);
    case Dtype::Float8E4M3FnUz: return bits == 0x80 ? kNan : plainFloat(bits, 4, 3, 8);
    case Dtype::Float8E5M2: return float8E5M2(bits);
    case Dtype::Float8E5M2FnUz: return bits == 0x80 ? kNan : plainFloat(bits, 5, 2, 16);
    case Dtype::Float8E8M0Fnu: return bits == 0xFF ? kNan : std::ldexp(1.0, bits - 127);
    case Dtype::Float4E2M1FnX2: return plainFloat(bits & 0x0FU, 2, 1, 1);
    default: return kNan;
    }
}

} // namespace cairn::values
