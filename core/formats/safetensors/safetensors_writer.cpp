#include "core/formats/safetensors/safetensors_writer.h"

#include "core/base/text/hex.h"
#include "core/base/text/text.h"
#include "core/formats/safetensors/safetensors.h"

#include <algorithm>
#include <array>

namespace cairn::formats {

namespace {

constexpr std::size_t kAlignment = 8;

constexpr std::array<std::string_view, 22> kOrder = {
    "BOOL", "F4",  "F6_E2M3", "F6_E3M2", "U8",  "I8",  "F8_E5M2", "F8_E4M3", "F8_E8M0", "F8_E4M3FNUZ", "F8_E5M2FNUZ",
    "I16",  "U16", "F16",     "BF16",    "I32", "U32", "F32",     "C64",     "F64",     "I64",         "U64"};

void appendQuoted(std::string& out, std::string_view text)
{
    out += '"';
    for (const char c : text) {
        switch (c) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\b': out += "\\b"; break;
        case '\f': out += "\\f"; break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        default:
            if (const auto code = static_cast<unsigned char>(c); code < 0x20) {
                out += "\\u";
                appendHex(out, code, 4);
            } else {
                out += c;
            }
        }
    }
    out += '"';
}

} // namespace

std::uint8_t safetensorsPlace(Dtype dtype)
{
    const auto* const place = std::ranges::find(kOrder, dtypeInfo(dtype).safetensors);
    return static_cast<std::uint8_t>(place - kOrder.begin());
}

bool isSafetensorsText(std::string_view text)
{
    while (!text.empty()) {
        const Utf8Char c = decodeUtf8(text);
        if (!c.valid) {
            return false;
        }
        text.remove_prefix(c.length);
    }
    return true;
}

void SafetensorsHeaderWriter::beginMember(std::string_view key)
{
    if (m_text.back() != '{') {
        m_text += ',';
    }
    appendQuoted(m_text, key);
    m_text += ':';
}

void SafetensorsHeaderWriter::endMetadata()
{
    if (m_inMetadata) {
        m_text += '}';
        m_inMetadata = false;
    }
}

void SafetensorsHeaderWriter::addMetadata(std::string_view key, std::string_view value)
{
    if (!m_inMetadata) {
        beginMember("__metadata__");
        m_text += '{';
        m_inMetadata = true;
    }
    beginMember(key);
    appendQuoted(m_text, value);
}

void SafetensorsHeaderWriter::addTensor(std::string_view name, Dtype dtype, std::span<const std::int64_t> shape,
                                        std::uint64_t bytes)
{
    endMetadata();
    beginMember(name);
    m_text += "{\"dtype\":\"";
    m_text += dtypeInfo(dtype).safetensors;
    m_text += "\",\"shape\":[";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const bool countsPairs = dtype == Dtype::Float4E2M1FnX2 && i + 1 == shape.size();
        m_text += i == 0 ? "" : ",";
        m_text += std::to_string(static_cast<std::uint64_t>(shape[i]) * (countsPairs ? 2 : 1));
    }
    m_text += "],\"data_offsets\":[" + std::to_string(m_dataBytes) + ',' + std::to_string(m_dataBytes + bytes) + "]}";
    m_dataBytes += bytes;
}

Result<std::string> SafetensorsHeaderWriter::finish()
{
    endMetadata();
    m_text += '}';
    m_text.append((kAlignment - m_text.size() % kAlignment) % kAlignment, ' ');
    std::uint64_t length = m_text.size() - kAlignment;
    if (length > SafetensorsHeader::kMaxHeaderBytes) {
        return fail(error(ErrorCode::LimitExceeded, message("the header would have %1 bytes", groupedDigits(length)))
                        .because(message("safetensors allows no more than %1, and names and shapes need more",
                                         groupedDigits(SafetensorsHeader::kMaxHeaderBytes))));
    }
    for (std::size_t i = 0; i < kAlignment; ++i) {
        m_text[i] = static_cast<char>(static_cast<unsigned char>(length));
        length >>= 8;
    }
    return std::move(m_text);
}

} // namespace cairn::formats
