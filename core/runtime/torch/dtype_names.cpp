#include "core/runtime/torch/dtype_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace cairn::runtime {

namespace {

/// Where Python's name is not c10's in small letters. No enumerator is named here: which there are is LibTorch's to
/// say, and older ones still compile.
struct Names {
    std::string_view python;
    std::string_view c10;
};
constexpr std::array<Names, 12> kNames = {{{"float64", "Double"},
                                           {"float32", "Float"},
                                           {"float16", "Half"},
                                           {"complex32", "ComplexHalf"},
                                           {"complex64", "ComplexFloat"},
                                           {"complex128", "ComplexDouble"},
                                           {"int64", "Long"},
                                           {"int32", "Int"},
                                           {"int16", "Short"},
                                           {"int8", "Char"},
                                           {"uint8", "Byte"},
                                           {"bcomplex32", "ComplexBFloat16"}}};

std::string lower(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

} // namespace

std::string nameOfScalarType(c10::ScalarType type)
{
    const std::string_view own = c10::toString(type);
    for (const Names& names : kNames) {
        if (names.c10 == own) {
            return std::string(names.python);
        }
    }
    return lower(own);
}

std::optional<c10::ScalarType> scalarTypeByName(const std::string& torchName)
{
    // Undefined is the one before NumOptions, and named so.
    for (int i = 0; i < static_cast<int>(c10::ScalarType::Undefined); ++i) {
        const auto type = static_cast<c10::ScalarType>(i);
        if (nameOfScalarType(type) == torchName) {
            return type;
        }
    }
    return std::nullopt;
}

} // namespace cairn::runtime
