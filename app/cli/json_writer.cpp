#include "app/cli/json_writer.h"

#include "core/base/text.h"

#include <cstdint>
#include <string_view>

namespace cairn::cli {

namespace {

std::string base64(std::string_view bytes)
{
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t begin = 0; begin < bytes.size(); begin += 3) {
        const std::string_view three = bytes.substr(begin, 3);
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            bits = bits << 8U | (i < three.size() ? static_cast<unsigned char>(three[i]) : 0U);
        }
        for (std::size_t i = 0; i < 4; ++i) {
            text += i <= three.size() ? digits[bits >> (18U - 6U * i) & 63U] : '=';
        }
    }
    return text;
}

} // namespace

void beginDocument(JsonWriter& json, const std::string& file)
{
    beginDocument(json);
    json.key("file");
    json.string(file);
    if (!isValidUtf8(file)) {
        json.key("file_base64");
        json.string(base64(file));
    }
}

} // namespace cairn::cli
