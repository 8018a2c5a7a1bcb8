#include "core/base/text.h"

#include <cstring>

namespace cairn {

namespace {

/// Length of the sequence at the front of `text`, 0 if it is not valid.
std::size_t sequenceLength(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto continues = [&](std::size_t i) { return i < text.size() && (byte(i) & 0xC0) == 0x80; };
    const unsigned lead = byte(0);
    if (lead < 0x80) {
        return 1;
    }
    if (lead >= 0xC2 && lead <= 0xDF) {
        return continues(1) ? 2 : 0;
    }
    if (lead >= 0xE0 && lead <= 0xEF) {
        const bool overlong = lead == 0xE0 && text.size() > 1 && byte(1) < 0xA0;
        return continues(1) && continues(2) && !overlong ? 3 : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        const bool overlong = lead == 0xF0 && text.size() > 1 && byte(1) < 0x90;
        const bool tooHigh = lead == 0xF4 && text.size() > 1 && byte(1) > 0x8F;
        return continues(1) && continues(2) && continues(3) && !overlong && !tooHigh ? 4 : 0;
    }
    return 0;
}

} // namespace

bool isValidUtf8(std::string_view text)
{
    std::size_t i = 0;
    while (i < text.size()) {
        std::uint64_t eight = 0;
        if (text.size() - i >= sizeof(eight)) { // most text is ASCII: eight characters at a time
            std::memcpy(&eight, text.data() + i, sizeof(eight));
            if ((eight & 0x8080808080808080U) == 0) {
                i += sizeof(eight);
                continue;
            }
        }
        const std::size_t length = sequenceLength(text.substr(i));
        if (length == 0) {
            return false;
        }
        i += length;
    }
    return true;
}

void appendUtf8(std::string& out, std::uint32_t codePoint)
{
    const auto put = [&](std::uint32_t byte) { out.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
    if (codePoint < 0x80) {
        put(codePoint);
    } else if (codePoint < 0x800) {
        put(0xC0 | (codePoint >> 6));
        put(0x80 | (codePoint & 0x3F));
    } else if (codePoint < 0x10000) {
        put(0xE0 | (codePoint >> 12));
        put(0x80 | ((codePoint >> 6) & 0x3F));
        put(0x80 | (codePoint & 0x3F));
    } else {
        put(0xF0 | (codePoint >> 18));
        put(0x80 | ((codePoint >> 12) & 0x3F));
        put(0x80 | ((codePoint >> 6) & 0x3F));
        put(0x80 | (codePoint & 0x3F));
    }
}

} // namespace cairn
