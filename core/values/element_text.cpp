#include "core/values/element_text.h"

#include "core/base/text/hex.h"
#include "core/base/text/python_repr.h"
#include "core/values/block_decoder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace cairn::values {

using formats::Dtype;

namespace {

std::string printed(const char* format, int digits, double number)
{
    std::array<char, 400> text{}; // the longest double with a fixed point has 309 digits before it
    const int length = std::snprintf(text.data(), text.size(), format, digits, number);
    return {text.data(), static_cast<std::size_t>(std::clamp(length, 0, static_cast<int>(text.size()) - 1))};
}

/// Their values have no more digits than a double tells, and are told whole: a few would be right only for who reads
/// them as that dtype again.
bool isSmallFloat(Dtype dtype)
{
    switch (dtype) {
    case Dtype::Float16:
    case Dtype::Complex32:
    case Dtype::BFloat16:
    case Dtype::BComplex32:
    case Dtype::Float8E4M3Fn:
    case Dtype::Float8E4M3FnUz:
    case Dtype::Float8E5M2:
    case Dtype::Float8E5M2FnUz: return true;
    default: return false;
    }
}

std::string exactText(double number, Dtype dtype)
{
    const bool isDouble = dtype == Dtype::Float64 || dtype == Dtype::Complex128 || dtype == Dtype::Int64;
    return isDouble || isSmallFloat(dtype) ? pythonFloat(number) : pythonFloat(static_cast<float>(number));
}

std::string bitsText(std::span<const std::byte> element)
{
    std::string text = "0x";
    for (std::size_t i = element.size(); i-- > 0;) {
        appendHex(text, std::to_integer<std::uint8_t>(element[i]), 2);
    }
    return text;
}

double decodeOne(Dtype dtype, std::span<const std::byte> element)
{
    std::array<std::byte, kBlock * 8> bytes{};
    std::memcpy(bytes.data(), element.data(), std::min<std::size_t>(element.size(), 8));
    NumberBlock numbers;
    const BlockDecoder decode = blockDecoder(dtype);
    if (decode == nullptr) {
        return 0;
    }
    decode(bytes.data(), numbers);
    return numbers[0];
}

std::string integerText(Dtype dtype, std::span<const std::byte> element)
{
    if (dtype == Dtype::Int64 || dtype == Dtype::UInt64) {
        const auto number = load<std::uint64_t>(element.data(), 0);
        return dtype == Dtype::UInt64 ? std::to_string(number) : std::to_string(static_cast<std::int64_t>(number));
    }
    const auto number = static_cast<std::int64_t>(decodeOne(dtype, element));
    if (dtype == Dtype::Bool) {
        return number == 0 ? "False" : "True";
    }
    return std::to_string(number);
}

} // namespace

bool isInteger(Dtype dtype)
{
    switch (dtype) {
    case Dtype::Float64:
    case Dtype::Float32:
    case Dtype::Float16:
    case Dtype::BFloat16:
    case Dtype::Float8E4M3Fn:
    case Dtype::Float8E4M3FnUz:
    case Dtype::Float8E5M2:
    case Dtype::Float8E5M2FnUz:
    case Dtype::Float8E8M0Fnu:
    case Dtype::Float4E2M1FnX2: return false;
    default: return !isComplex(dtype);
    }
}

std::string elementText(Dtype dtype, std::span<const std::byte> element, NumberFormat format, Signs signs)
{
    if (format == NumberFormat::Bits || blockDecoder(dtype) == nullptr) {
        return bitsText(element);
    }
    if (isComplex(dtype)) {
        const Dtype part = partOfComplex(dtype);
        const double real = decodeOne(part, element.first(element.size() / 2)) * (signs.negate ? -1 : 1);
        const double imaginary =
            decodeOne(part, element.last(element.size() / 2)) * (signs.conjugate != signs.negate ? -1 : 1);
        const std::string second = numberText(imaginary, format, part);
        const bool hasSign = second.starts_with('-');
        return numberText(real, format, part) + (hasSign ? "" : "+") + second + "j";
    }
    return isInteger(dtype) ? integerText(dtype, element) : numberText(decodeOne(dtype, element), format, dtype);
}

std::string numberText(double number, NumberFormat format, Dtype dtype)
{
    if (!std::isfinite(number)) {
        return std::isnan(number) ? "nan" : (number > 0 ? "inf" : "-inf");
    }
    switch (format) {
    case NumberFormat::Short: return printed("%.*g", 6, number);
    case NumberFormat::Fixed: return printed("%.*f", 4, number);
    case NumberFormat::Scientific: return printed("%.*e", 4, number);
    default: return exactText(number, dtype);
    }
}

std::string numberText(const Number& number, NumberFormat format, Dtype dtype)
{
    if (const auto* real = std::get_if<double>(&number)) {
        return isInteger(dtype) && *real == std::floor(*real) ? printed("%.*f", 0, *real)
                                                              : numberText(*real, format, dtype);
    }
    return std::visit([](auto value) { return std::to_string(value); }, number); // an integer
}

} // namespace cairn::values
