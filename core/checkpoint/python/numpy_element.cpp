#include "core/checkpoint/python/numpy_element.h"

#include "core/base/text/python_repr.h"
#include "core/base/text/text.h"
#include "core/checkpoint/python/numpy_date.h"

#include <algorithm>
#include <bit>

namespace cairn::checkpoint {

namespace {

/// The integer in the order it was saved in.
std::uint64_t loadBits(std::string_view bytes, bool bigEndian)
{
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bits = (bits << 8) | static_cast<unsigned char>(bigEndian ? bytes[i] : bytes[bytes.size() - 1 - i]);
    }
    return bits;
}

std::int64_t loadSigned(std::string_view bytes, bool bigEndian)
{
    const auto unused = static_cast<int>(64 - 8 * bytes.size());
    return static_cast<std::int64_t>(loadBits(bytes, bigEndian) << unused) >> unused;
}

std::string floatText(std::string_view bytes, bool bigEndian)
{
    switch (bytes.size()) {
    case 2: return pythonHalf(static_cast<std::uint16_t>(loadBits(bytes, bigEndian)));
    case 4: return pythonFloat(std::bit_cast<float>(static_cast<std::uint32_t>(loadBits(bytes, bigEndian))));
    case 8: return pythonFloat(std::bit_cast<double>(loadBits(bytes, bigEndian)));
    default: return pythonBytesRepr(bytes); // long doubles differ between machines
    }
}

std::string complexText(std::string_view bytes, bool bigEndian)
{
    const std::string_view real = bytes.substr(0, bytes.size() / 2);
    const std::string_view imaginary = bytes.substr(bytes.size() / 2);
    const auto single = [&](std::string_view part) {
        return std::bit_cast<float>(static_cast<std::uint32_t>(loadBits(part, bigEndian)));
    };
    switch (bytes.size()) {
    case 8: return pythonComplex(single(real), single(imaginary));
    case 16:
        return pythonComplex(std::bit_cast<double>(loadBits(real, bigEndian)),
                             std::bit_cast<double>(loadBits(imaginary, bigEndian)));
    default: return pythonBytesRepr(bytes);
    }
}

std::string_view withoutTrailingNul(std::string_view bytes)
{
    const std::size_t last = bytes.find_last_not_of('\0');
    return last == std::string_view::npos ? std::string_view{} : bytes.substr(0, last + 1);
}

std::string fromUtf32(std::string_view bytes, bool bigEndian)
{
    std::string out;
    for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4) {
        const auto code = static_cast<char32_t>(loadBits(bytes.substr(i, 4), bigEndian));
        appendUtf8(out, code <= 0x10FFFF ? code : U'\uFFFD');
    }
    return std::string(withoutTrailingNul(out));
}

void appendStructure(std::string& out, const NumpyDtype& dtype, std::string_view bytes, std::size_t limit)
{
    out += '(';
    bool isFirst = true;
    for (const NumpyField& field : *dtype.fields) {
        out += isFirst ? "" : ", ";
        isFirst = false;
        if (out.size() >= limit) {
            out += "...";
            break;
        }
        appendNumpyElement(out, field.dtype, bytes.substr(field.offset, field.dtype.sizeBytes), limit);
    }
    out += dtype.fields->size() == 1 ? ",)" : ")";
}

void appendSubArray(std::string& out, const NumpyDtype& dtype, std::string_view bytes, std::size_t limit)
{
    const NumpyDtype& base = dtype.base.front();
    out += '[';
    for (std::size_t at = 0; base.sizeBytes != 0 && at < bytes.size(); at += base.sizeBytes) {
        out += at == 0 ? "" : ", ";
        if (out.size() >= limit) {
            out += "...";
            break;
        }
        appendNumpyElement(out, base, bytes.substr(at, base.sizeBytes), limit);
    }
    out += ']';
}

} // namespace

void appendNumpyElement(std::string& out, const NumpyDtype& dtype, std::string_view bytes, std::size_t limit)
{
    const std::size_t room = limit > out.size() ? limit - out.size() : 1;
    if (dtype.fields != nullptr) {
        appendStructure(out, dtype, bytes, limit);
        return;
    }
    if (!dtype.base.empty()) {
        appendSubArray(out, dtype, bytes, limit);
        return;
    }
    switch (dtype.kind) {
    case 'b': out += bytes.front() != '\0' ? "True" : "False"; return;
    case 'i': out += std::to_string(loadSigned(bytes, dtype.bigEndian)); return;
    case 'u': out += std::to_string(loadBits(bytes, dtype.bigEndian)); return;
    case 'f': out += floatText(bytes, dtype.bigEndian); return;
    case 'c': out += complexText(bytes, dtype.bigEndian); return;
    case 'M': out += numpyDatetimeText(loadSigned(bytes, dtype.bigEndian), dtype.unit, dtype.unitCount); return;
    case 'm': out += numpyTimedeltaText(loadSigned(bytes, dtype.bigEndian), dtype.unit, dtype.unitCount); return;
    case 'U': out += pythonStringRepr(fromUtf32(bytes, dtype.bigEndian), room); return;
    case 'O': out += "..."; return; // inside a structure: its bytes are an address
    default: break;
    }
    const std::string_view shown = dtype.kind == 'S' ? withoutTrailingNul(bytes) : bytes;
    out += pythonBytesRepr(shown.substr(0, room));
    out += shown.size() > room ? "..." : "";
}

} // namespace cairn::checkpoint
