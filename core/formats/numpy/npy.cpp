#include "core/formats/numpy/npy.h"

#include "core/base/endian.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <string_view>
#include <system_error>
#include <utility>

namespace cairn::formats {

namespace {

struct NpyType {
    std::string_view code; ///< without the byte order
    Dtype dtype;
};

constexpr std::array kNpyTypes = {
    NpyType{"f8", Dtype::Float64},   NpyType{"f4", Dtype::Float32},     NpyType{"f2", Dtype::Float16},
    NpyType{"c8", Dtype::Complex64}, NpyType{"c16", Dtype::Complex128}, NpyType{"i8", Dtype::Int64},
    NpyType{"i4", Dtype::Int32},     NpyType{"i2", Dtype::Int16},       NpyType{"i1", Dtype::Int8},
    NpyType{"u8", Dtype::UInt64},    NpyType{"u4", Dtype::UInt32},      NpyType{"u2", Dtype::UInt16},
    NpyType{"u1", Dtype::UInt8},     NpyType{"b1", Dtype::Bool},
};

/// Whether a type is one that NumPy writes for numbers, texts, bytes and times: "<f4", "|S12", "<M8[25us]".
bool isPlainType(std::string_view text)
{
    constexpr std::string_view digits = "0123456789";
    text.remove_prefix(!text.empty() && std::string_view("<>|=").contains(text.front()) ? 1U : 0U);
    if (text.empty() || !std::string_view("biufcSUVmM?").contains(text.front())) {
        return false;
    }
    text.remove_prefix(1);
    text.remove_prefix(std::min(text.find_first_not_of(digits), text.size()));
    if (!text.starts_with('[')) {
        return text.empty();
    }
    constexpr std::string_view ofUnits = "0123456789YMWDhmsunpfa";
    return text.find_first_not_of(ofUnits, 1) == text.size() - 1 && text.ends_with(']');
}

/// Reads the dict that NumPy writes: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
class NpyDict {
public:
    explicit NpyDict(std::string_view text) : m_text(text) {}

    [[nodiscard]] bool read(NpyHeader& header)
    {
        if (!take('{')) {
            return false;
        }
        std::array<bool, 3> isThere{}; // a key that comes twice would count as Python has it: the last
        while (!take('}')) {
            const auto key = string();
            const std::size_t place = key == "descr" ? 0 : key == "fortran_order" ? 1 : key == "shape" ? 2 : 3;
            if (place == isThere.size() || std::exchange(isThere.at(place), true) || !take(':')) {
                return false;
            }
            const bool isRead = place == 0   ? readDescr(header)
                                : place == 1 ? readOrder(header)
                                             : readSizes(header.shape);
            if (!isRead || (!take(',') && !at('}'))) {
                return false;
            }
        }
        skip();
        return std::ranges::all_of(isThere, std::identity()) && m_text.empty();
    }

private:
    void skip() { m_text.remove_prefix(std::min(m_text.find_first_not_of(" \t\n\r"), m_text.size())); }
    [[nodiscard]] bool at(char wanted)
    {
        skip();
        return m_text.starts_with(wanted);
    }
    bool take(char wanted)
    {
        const bool isThere = at(wanted);
        m_text.remove_prefix(isThere ? 1U : 0U);
        return isThere;
    }

    std::optional<std::string> string()
    {
        skip();
        const char quote = m_text.empty() ? '\0' : m_text.front();
        const std::size_t end = quote == '\'' || quote == '"' ? m_text.find(quote, 1) : std::string_view::npos;
        if (end == std::string_view::npos || m_text.substr(0, end).contains('\\')) {
            return std::nullopt;
        }
        std::string value(m_text.substr(1, end - 1));
        m_text.remove_prefix(end + 1);
        return value;
    }

    /// The type of an element: a string, or of records a list of names and types.
    bool readDescr(NpyHeader& header)
    {
        skip();
        const std::string_view begin = m_text;
        if (!readType(header, 0)) {
            return false;
        }
        header.descr = begin.substr(0, begin.size() - m_text.size());
        if (!header.descr.starts_with('[')) {
            header.descr = header.descr.substr(1, header.descr.size() - 2); // the quotes
        }
        return true;
    }

    bool readType(NpyHeader& header, int depth)
    {
        constexpr int deepest = 32;
        if (depth > deepest) {
            return false;
        }
        if (!take('[')) {
            const auto name = string();
            const bool isObject = name && (*name == "|O" || *name == "O");
            header.hasObjects = header.hasObjects || isObject;
            return name && (isObject || isPlainType(*name));
        }
        while (!take(']')) {
            if (!readField(header, depth) || (!take(',') && !at(']'))) {
                return false;
            }
        }
        return true;
    }

    /// ('name', type) or ('name', type, (2, 3)); a name may have a title: ('title', 'name').
    bool readField(NpyHeader& header, int depth)
    {
        if (!take('(')) {
            return false;
        }
        const bool hasName = take('(') ? skipString() && take(',') && skipString() && take(')') : skipString();
        if (!hasName || !take(',') || !readType(header, depth + 1)) {
            return false;
        }
        std::vector<std::int64_t> shape;
        return take(')') || (take(',') && readSizes(shape) && take(')'));
    }

    /// A string of any content.
    bool skipString()
    {
        skip();
        const char quote = m_text.empty() ? '\0' : m_text.front();
        if (quote != '\'' && quote != '"') {
            return false;
        }
        for (std::size_t i = 1; i < m_text.size(); ++i) {
            if (m_text[i] == '\\') {
                ++i;
            } else if (m_text[i] == quote) {
                m_text.remove_prefix(i + 1);
                return true;
            }
        }
        return false;
    }

    bool readOrder(NpyHeader& header)
    {
        skip();
        header.isFortranOrder = m_text.starts_with("True");
        const std::string_view word = header.isFortranOrder ? "True" : "False";
        const bool isWord = m_text.starts_with(word);
        m_text.remove_prefix(isWord ? word.size() : 0);
        return isWord;
    }

    bool readSizes(std::vector<std::int64_t>& sizes)
    {
        if (!take('(')) {
            return false;
        }
        bool hasComma = true; // "(2)" is a number
        while (!take(')')) {
            skip();
            std::int64_t size = 0;
            const auto [end, failure] = std::from_chars(m_text.data(), m_text.data() + m_text.size(), size);
            if (failure != std::errc() || size < 0) {
                return false;
            }
            m_text.remove_prefix(static_cast<std::size_t>(end - m_text.data()));
            m_text.remove_prefix(m_text.starts_with('L') ? 1U : 0U); // of Python 2
            sizes.push_back(size);
            hasComma = take(',');
            if (!hasComma && !at(')')) {
                return false;
            }
        }
        return hasComma || sizes.size() != 1;
    }

    std::string_view m_text;
};

} // namespace

Result<NpyHeader> readNpyHeader(const ByteSource& source)
{
    const auto bad = [](Message what) {
        return fail(
            error(ErrorCode::NotACheckpoint, std::move(what)).fix(message("Save the array again with numpy.save")));
    };
    constexpr std::size_t magicBytes = 8;
    constexpr std::uint64_t longest = 1 << 20;
    if (source.sizeBytes() < magicBytes + 4) {
        return bad(message("the file ends in the header of its array"));
    }
    std::array<std::byte, magicBytes + 4> head{};
    CAIRN_TRY(source.readAt(0, head));
    const auto major = std::to_integer<unsigned>(head[6]);
    const auto minor = std::to_integer<unsigned>(head[7]);
    if (major < 1 || major > 3 || minor != 0) {
        return bad(message("the array has the format version %1, which is not known",
                           std::to_string(major) + "." + std::to_string(minor)));
    }
    const std::size_t lengthBytes = major == 1 ? 2 : 4;
    const std::uint64_t length = major == 1 ? loadLittle<std::uint16_t>(head.data() + magicBytes)
                                            : loadLittle<std::uint32_t>(head.data() + magicBytes);
    NpyHeader header;
    header.headerBytes = length;
    header.dataOffset = magicBytes + lengthBytes + length;
    if (length > longest || header.dataOffset > source.sizeBytes()) {
        return bad(message("the header of the array claims %1", countOf(length, "byte")));
    }
    CAIRN_ASSIGN(text, source.readBytes(magicBytes + lengthBytes, length));
    if (!NpyDict({reinterpret_cast<const char*>(text.data()), text.size()}).read(header)) {
        return bad(message("the header of the array is not what NumPy writes"));
    }
    const bool hasOrder = !header.descr.empty() && std::string_view("<>|=").contains(header.descr.front());
    const std::string_view code = std::string_view(header.descr).substr(hasOrder ? 1 : 0);
    header.isBigEndian = header.descr.starts_with('>');
    const auto* const type = std::ranges::find(kNpyTypes, code, &NpyType::code);
    if (type != kNpyTypes.end()) {
        header.dtype = type->dtype;
        header.itemBytes = dtypeInfo(type->dtype).bits / 8U;
        header.isBigEndian = header.isBigEndian && header.itemBytes > 1;
    }
    return header;
}

std::string npyHeader(std::string_view descr, bool isFortranOrder, std::span<const std::int64_t> shape)
{
    std::string dict = "{'descr': '" + std::string(descr) +
                       "', 'fortran_order': " + (isFortranOrder ? "True" : "False") + ", 'shape': (";
    for (const std::int64_t size : shape) {
        dict += std::to_string(size) + ", ";
    }
    dict += "), }";
    constexpr std::size_t head = 10;
    constexpr std::size_t alignment = 64;
    dict.append(alignment - (head + dict.size() + 1) % alignment, ' ');
    dict += '\n';
    std::string header("\x93NUMPY\x01\x00", 8);
    header += static_cast<char>(dict.size() & 0xFFU);
    header += static_cast<char>(dict.size() >> 8U); // 64 axes of 19 digits fit into 16 bits
    return header + dict;
}

} // namespace cairn::formats
