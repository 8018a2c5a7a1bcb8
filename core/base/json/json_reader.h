#pragma once

#include "core/base/error.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cairn {

enum class JsonToken : std::uint8_t {
    Null,
    Bool,
    Unsigned, ///< a whole number without a sign that fits in 64 bits
    Negative, ///< a whole number with a minus sign that fits in 64 bits
    Float,    ///< any other number
    Text,
    Key,
    ObjectBegin,
    ObjectEnd,
    ArrayBegin,
    ArrayEnd,
};

/// One step through a JSON text. Valid during the call that brings it.
struct JsonEvent {
    JsonToken token = JsonToken::Null;
    std::uint64_t number = 0; ///< Bool 0 or 1; Unsigned; Negative as two's complement
    std::string_view text;    ///< Text and Key unescaped, Float as it is spelled
};

/// Takes a JSON text apart, event by event and in the order of the text, duplicates of keys included.
/// The first failure it returns stops the reading and becomes its result.
class JsonHandler {
public:
    virtual ~JsonHandler() = default;
    [[nodiscard]] virtual Result<void> onJson(const JsonEvent& event) = 0;

protected:
    JsonHandler() = default;
    JsonHandler(const JsonHandler&) = default;
    JsonHandler& operator=(const JsonHandler&) = default;
};

/// As deep as the library of safetensors reads.
inline constexpr std::size_t kMaxJsonDepth = 127;

/// Reads exactly one JSON value, as RFC 8259 has it: no comments, no NUL, nothing after it but blanks.
/// A byte order mark is skipped. Deeper nesting than kMaxJsonDepth is an error.
[[nodiscard]] Result<void> readJson(std::string_view text, JsonHandler& handler);

} // namespace cairn
