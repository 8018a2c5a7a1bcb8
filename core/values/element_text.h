#pragma once

#include "core/formats/dtype.h"
#include "core/values/statistics.h"

#include <cstddef>
#include <span>
#include <string>

namespace cairn::values {

/// How a person wants to read numbers.
enum class NumberFormat : std::uint8_t {
    Short,      ///< six digits at most
    Exact,      ///< all, as Python prints floats; of float32 as many as tell it from its neighbours
    Fixed,      ///< four digits after the point
    Scientific, ///< 1.2346e-05
    Bits,       ///< 0x3f800000, what is in the file
};

/// What a tensor says of all its elements: the bits that torch.conj and torch.imag leave.
struct Signs {
    bool conjugate = false;
    bool negate = false;
};

/// Whether elements of a dtype are whole numbers, as long as no quantizer says what they stand for.
[[nodiscard]] bool isInteger(formats::Dtype dtype);

/// One element, little endian, one a byte where several share it. Integers are exact in every format but Bits.
/// Complex ones are "1-2j"; only to them signs are applied.
[[nodiscard]] std::string elementText(formats::Dtype dtype, std::span<const std::byte> element, NumberFormat format,
                                      Signs signs = {});

/// A number that was computed out of elements of `dtype`, with as many digits as those have.
[[nodiscard]] std::string numberText(double number, NumberFormat format,
                                     formats::Dtype dtype = formats::Dtype::Float64);
[[nodiscard]] std::string numberText(const Number& number, NumberFormat format, formats::Dtype dtype);

} // namespace cairn::values
