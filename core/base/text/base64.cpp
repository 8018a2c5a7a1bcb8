#include "core/base/text/base64.h"

#include <algorithm>
#include <cstdint>

namespace cairn {

namespace {

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

} // namespace

std::string base64(std::string_view bytes)
{
    std::string text;
    for (std::size_t begin = 0; begin < bytes.size(); begin += 3) {
        const std::string_view three = bytes.substr(begin, 3);
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            bits = bits << 8U | (i < three.size() ? static_cast<unsigned char>(three[i]) : 0U);
        }
        for (std::size_t i = 0; i < 4; ++i) {
            text += i <= three.size() ? kDigits[bits >> (18U - 6U * i) & 63U] : '=';
        }
    }
    return text;
}

std::optional<std::string> fromBase64(std::string_view text)
{
    if (text.size() % 4 != 0) {
        return std::nullopt;
    }
    std::string bytes;
    for (std::size_t begin = 0; begin < text.size(); begin += 4) {
        const std::string_view four = text.substr(begin, 4);
        const std::size_t digits = std::min(four.find('='), four.size());
        const bool isLast = begin + 4 == text.size();
        if (digits < 2 || (digits < 4 && !isLast) || four.find_first_not_of('=', digits) != std::string_view::npos) {
            return std::nullopt;
        }
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            const std::size_t digit = i < digits ? kDigits.find(four[i]) : 0;
            if (digit == std::string_view::npos) {
                return std::nullopt;
            }
            bits = bits << 6U | static_cast<std::uint32_t>(digit);
        }
        for (std::size_t i = 0; i + 1 < digits; ++i) {
            bytes += static_cast<char>(bits >> (16U - 8U * i) & 0xFFU);
        }
    }
    return bytes;
}

} // namespace cairn
