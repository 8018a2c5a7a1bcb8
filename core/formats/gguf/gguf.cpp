#include "core/formats/gguf/gguf.h"

#include "core/base/checked.h"
#include "core/base/endian.h"
#include "core/base/files/byte_window.h"
#include "core/base/text/duplicate_name.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace cairn::formats {

namespace {

enum class ValueType : std::uint32_t {
    UInt8,
    Int8,
    UInt16,
    Int16,
    UInt32,
    Int32,
    Float32,
    Bool,
    String,
    Array,
    UInt64,
    Int64,
    Float64
};

struct ValueTypeInfo {
    std::string_view name;
    std::size_t bytes = 0; ///< 0: not the same for all
};

constexpr std::array kValueTypes = {
    ValueTypeInfo{"uint8", 1},   ValueTypeInfo{"int8", 1},  ValueTypeInfo{"uint16", 2},  ValueTypeInfo{"int16", 2},
    ValueTypeInfo{"uint32", 4},  ValueTypeInfo{"int32", 4}, ValueTypeInfo{"float32", 4}, ValueTypeInfo{"bool", 1},
    ValueTypeInfo{"string", 0},  ValueTypeInfo{"array", 0}, ValueTypeInfo{"uint64", 8},  ValueTypeInfo{"int64", 8},
    ValueTypeInfo{"float64", 8},
};

using AnyValue = decltype(GgufValue::value);

std::string shortText(const AnyValue& value)
{
    if (const auto* text = std::get_if<std::string>(&value)) {
        return inQuotes(*text);
    }
    if (const auto* flag = std::get_if<bool>(&value)) {
        return *flag ? "True" : "False";
    }
    if (const auto* real = std::get_if<double>(&value)) {
        return std::to_string(*real);
    }
    const auto* whole = std::get_if<std::int64_t>(&value);
    return whole != nullptr ? std::to_string(*whole) : std::to_string(std::get<std::uint64_t>(value));
}

/// Reads forward, and believes no length.
class GgufParser {
public:
    explicit GgufParser(const SourcePtr& source) : m_source(source), m_window(source) {}

    [[nodiscard]] Result<GgufHeader> read()
    {
        GgufHeader header;
        m_window.skip(4); // the magic, which whoever calls has seen
        CAIRN_ASSIGN(version, number<std::uint32_t>());
        header.version = version;
        if (version != 2 && version != 3) {
            const bool isBig = std::byteswap(version) == 2 || std::byteswap(version) == 3;
            return fail(error(ErrorCode::Unsupported,
                              isBig ? message("this GGUF file is big endian")
                                    : message("this GGUF file is of version %1", std::to_string(version)))
                            .at(4)
                            .because(message("Versions 2 and 3 are read, little endian"))
                            .fix(message("Convert the model again with a llama.cpp of today")));
        }
        CAIRN_ASSIGN(tensors, number<std::uint64_t>());
        CAIRN_ASSIGN(values, number<std::uint64_t>());
        CAIRN_TRY(readMetadata(values, header));
        CAIRN_TRY(readTensors(tensors, header));
        return header;
    }

private:
    [[nodiscard]] std::unexpected<Error> cut() const
    {
        return fail(error(ErrorCode::Truncated, message("its header ends in the middle"))
                        .at(m_window.position())
                        .fix(message("The file is incomplete: compare its size with the original and copy it again")));
    }

    template <typename T>
    [[nodiscard]] Result<T> number()
    {
        if (m_window.remaining() < sizeof(T)) {
            return cut();
        }
        CAIRN_ASSIGN(bytes, m_window.peek(sizeof(T)));
        const T value = loadLittle<T>(bytes.data());
        m_window.advance(sizeof(T));
        return value;
    }

    [[nodiscard]] Result<std::string> text()
    {
        CAIRN_ASSIGN(length, number<std::uint64_t>());
        if (length > m_window.remaining()) {
            return cut();
        }
        constexpr std::uint64_t mostKept = 64 * 1024; // templates of chats have some
        CAIRN_ASSIGN(bytes, m_source->readBytes(m_window.position(), std::min(length, mostKept)));
        m_window.skip(length);
        return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }

    [[nodiscard]] Result<ValueType> valueType()
    {
        CAIRN_ASSIGN(type, number<std::uint32_t>());
        if (type >= kValueTypes.size()) {
            return fail(error(ErrorCode::Unsupported,
                              message("its metadata has a value of the unknown type %1", std::to_string(type)))
                            .at(m_window.position()));
        }
        return static_cast<ValueType>(type);
    }

    /// One that is no array.
    [[nodiscard]] Result<AnyValue> value(ValueType type)
    {
        const auto as = [](const auto& read, auto convert) -> Result<AnyValue> {
            return read ? Result<AnyValue>(convert(*read)) : fail(Error(read.error()));
        };
        const auto natural = [](auto read) { return AnyValue(static_cast<std::uint64_t>(read)); };
        const auto whole = [](auto read) { return AnyValue(static_cast<std::int64_t>(read)); };
        switch (type) {
        case ValueType::UInt8: return as(number<std::uint8_t>(), natural);
        case ValueType::Int8: return as(number<std::int8_t>(), whole);
        case ValueType::UInt16: return as(number<std::uint16_t>(), natural);
        case ValueType::Int16: return as(number<std::int16_t>(), whole);
        case ValueType::UInt32: return as(number<std::uint32_t>(), natural);
        case ValueType::Int32: return as(number<std::int32_t>(), whole);
        case ValueType::UInt64: return as(number<std::uint64_t>(), natural);
        case ValueType::Int64: return as(number<std::int64_t>(), whole);
        case ValueType::Bool: return as(number<std::uint8_t>(), [](auto read) { return AnyValue(read != 0); });
        case ValueType::Float32:
            return as(number<std::uint32_t>(),
                      [](auto bits) { return AnyValue(static_cast<double>(std::bit_cast<float>(bits))); });
        case ValueType::Float64:
            return as(number<std::uint64_t>(), [](auto bits) { return AnyValue(std::bit_cast<double>(bits)); });
        case ValueType::String:
        case ValueType::Array: break;
        }
        CAIRN_ASSIGN(words, text());
        return AnyValue(std::move(words));
    }

    /// "[1, 2, 3, ...] of 32000"
    [[nodiscard]] Result<std::string> arrayText(ValueType type, std::uint64_t count)
    {
        constexpr std::uint64_t mostShown = 8;
        std::string shown = "[";
        for (std::uint64_t i = 0; i < std::min(count, mostShown); ++i) {
            CAIRN_ASSIGN(element, value(type));
            shown += (i == 0 ? "" : ", ") + shortText(element);
        }
        const std::uint64_t rest = count - std::min(count, mostShown);
        if (const std::size_t bytes = kValueTypes[static_cast<std::size_t>(type)].bytes; bytes != 0) {
            const auto all = checkedMultiply<std::uint64_t>(rest, bytes);
            if (!all || *all > m_window.remaining()) {
                return cut();
            }
            m_window.skip(*all);
        } else {
            for (std::uint64_t i = 0; i < rest; ++i) {
                CAIRN_ASSIGN(length, number<std::uint64_t>());
                if (length > m_window.remaining()) {
                    return cut();
                }
                m_window.skip(length);
            }
        }
        return shown + (rest == 0 ? "]" : ", ...] of " + std::to_string(count));
    }

    [[nodiscard]] Result<void> readMetadata(std::uint64_t count, GgufHeader& header)
    {
        for (std::uint64_t i = 0; i < count; ++i) {
            GgufValue read;
            CAIRN_ASSIGN(key, text());
            read.key = std::move(key);
            CAIRN_ASSIGN(type, valueType());
            read.type = kValueTypes[static_cast<std::size_t>(type)].name;
            if (type == ValueType::Array) {
                CAIRN_ASSIGN(elements, valueType());
                CAIRN_ASSIGN(length, number<std::uint64_t>());
                if (elements == ValueType::Array) {
                    return fail(error(ErrorCode::Unsupported, message("its metadata has an array of arrays"))
                                    .at(m_window.position()));
                }
                CAIRN_ASSIGN(shown, arrayText(elements, length));
                read.type += " of " + std::string(kValueTypes[static_cast<std::size_t>(elements)].name);
                read.value = std::move(shown);
            } else {
                CAIRN_ASSIGN(one, value(type));
                if (read.key == "general.alignment") {
                    const auto* alignment = type == ValueType::UInt32 ? std::get_if<std::uint64_t>(&one) : nullptr;
                    m_alignment = alignment != nullptr && std::has_single_bit(*alignment) ? *alignment : 0;
                }
                read.isText = type == ValueType::String;
                read.value = std::move(one);
            }
            header.metadata.push_back(std::move(read));
        }
        const auto keyOf = [&](std::uint32_t value) { return std::string_view(header.metadata[value].key); };
        if (const auto twin = findDuplicateName(header.metadata.size(), keyOf)) {
            return fail(ErrorCode::Ambiguous, message("it has two values of the name %1", inQuotes(keyOf(*twin))));
        }
        return {};
    }

    [[nodiscard]] Result<void> readTensors(std::uint64_t count, GgufHeader& header)
    {
        for (std::uint64_t i = 0; i < count; ++i) {
            GgufTensor tensor;
            CAIRN_ASSIGN(name, text());
            tensor.name = std::move(name);
            CAIRN_ASSIGN(rank, number<std::uint32_t>());
            constexpr std::uint32_t mostDimensions = 8;
            if (rank > mostDimensions) {
                return fail(error(ErrorCode::Unsupported, message("its tensor %1 has %2 dimensions",
                                                                  inQuotes(tensor.name), std::to_string(rank)))
                                .at(m_window.position()));
            }
            for (std::uint32_t axis = 0; axis < rank; ++axis) {
                CAIRN_ASSIGN(size, number<std::uint64_t>());
                if (size > std::numeric_limits<std::int64_t>::max()) {
                    return fail(ErrorCode::TensorHuge, message("the shape has more elements than a tensor can have"));
                }
                tensor.shape.push_back(size);
            }
            std::ranges::reverse(tensor.shape);
            CAIRN_ASSIGN(type, number<std::uint32_t>());
            CAIRN_ASSIGN(offset, number<std::uint64_t>());
            tensor.type = type;
            tensor.offset = offset;
            header.tensors.push_back(std::move(tensor));
        }
        if (m_alignment == 0) {
            return fail(ErrorCode::Unsupported, message("its general.alignment is no power of two in 32 bits"));
        }
        const std::uint64_t end = m_window.position();
        const auto data = checkedAdd(end, (m_alignment - end % m_alignment) % m_alignment);
        for (GgufTensor& tensor : header.tensors) {
            const auto place = data ? checkedAdd(*data, tensor.offset) : std::nullopt;
            if (!place) {
                return fail(ErrorCode::TensorBounds, message("its tensors lie further than 64 bits count"));
            }
            tensor.offset = *place;
        }
        header.dataOffset = data.value_or(end);
        const auto nameOf = [&](std::uint32_t tensor) { return std::string_view(header.tensors[tensor].name); };
        if (const auto twin = findDuplicateName(header.tensors.size(), nameOf)) {
            return fail(ErrorCode::Ambiguous, message("it has two tensors of the name %1", inQuotes(nameOf(*twin))));
        }
        return {};
    }

    const SourcePtr& m_source;
    ByteWindow m_window;
    std::uint64_t m_alignment = 32;
};

} // namespace

Result<GgufHeader> readGguf(const SourcePtr& source)
{
    return GgufParser(source).read();
}

} // namespace cairn::formats
