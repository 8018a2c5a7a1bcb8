#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace cairn {

/// Whether a text stands in JSON as it is.
[[nodiscard]] constexpr bool isPlainJson(char c)
{
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

/// The name of a member. One that stands in the program is looked at when it is compiled: documents of large
/// checkpoints have millions of them.
class JsonName {
public:
    template <std::size_t Size>
    consteval JsonName(const char (&text)[Size]) // NOLINT(*-explicit-*, *-avoid-c-arrays): a literal is meant
        : m_text(text, Size - 1), m_isPlain(std::ranges::all_of(m_text, isPlainJson))
    {
    }
    template <typename Text>
        requires(!std::is_array_v<Text> && std::is_convertible_v<const Text&, std::string_view>)
    JsonName(const Text& text) : m_text(text) // NOLINT(*-explicit-*): so is any other text
    {
    }

    [[nodiscard]] std::string_view text() const { return m_text; }
    [[nodiscard]] bool isPlain() const { return m_isPlain; }

private:
    std::string_view m_text;
    bool m_isPlain = false; ///< false: or not known
};

/// Appends JSON to a string, in the order it is called; the caller empties the string when it grows large.
/// Whatever goes in, what comes out is valid UTF-8 and parses everywhere: bytes that are not UTF-8 and lone
/// surrogates become U+FFFD, numbers that JSON lacks become "NaN", "Infinity", "-Infinity". Characters that could
/// steer a terminal are escaped.
class JsonWriter {
public:
    explicit JsonWriter(std::string& out) : m_out(out) {}

    void beginObject() { open('{'); }
    void endObject() { close('}'); }
    /// Ends a document and its line; another may follow.
    void endLine()
    {
        m_out += '\n';
        m_comma = false;
    }
    void beginArray() { open('['); }
    void endArray() { close(']'); }

    /// The value comes next: `json.key("name").string(name)`.
    JsonWriter& key(JsonName name);
    void string(std::string_view text);
    void boolean(bool value) { raw(value ? "true" : "false"); }
    void null() { raw("null"); }
    void number(double value);
    template <typename T>
        requires std::is_integral_v<T>
    void number(T value)
    {
        if constexpr (std::is_signed_v<T>) {
            signedNumber(value);
        } else {
            unsignedNumber(value);
        }
    }
    template <typename T>
    void numberOrNull(const std::optional<T>& value)
    {
        value ? number(*value) : null();
    }
    /// Text that is JSON already.
    void raw(std::string_view json);

    // Whole members: a key, and a list or an object of one kind of thing.

    template <typename Range>
    void texts(JsonName name, const Range& range)
    {
        key(name);
        beginArray();
        for (const auto& one : range) {
            string(one);
        }
        endArray();
    }
    template <typename Range>
    void numbers(JsonName name, const Range& range)
    {
        key(name);
        beginArray();
        for (const auto one : range) {
            number(one);
        }
        endArray();
    }
    /// Of pairs of a name and a count.
    template <typename Range>
    void counts(JsonName name, const Range& range)
    {
        key(name);
        beginObject();
        for (const auto& [of, count] : range) {
            key(of);
            number(count);
        }
        endObject();
    }

    static void appendString(std::string& out, std::string_view text);

private:
    void plain(std::string_view text, bool isName);
    void open(char bracket);
    void close(char bracket);
    void separate();
    void signedNumber(std::int64_t value);
    void unsignedNumber(std::uint64_t value);

    std::string& m_out;
    bool m_comma = false;
};

} // namespace cairn
