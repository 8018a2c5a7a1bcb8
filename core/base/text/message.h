#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace cairn {

/// A sentence of Cairn without anything that varies, for tables and constants: phrase("It makes a date or a time").
class Phrase {
public:
    constexpr Phrase() = default;

    [[nodiscard]] constexpr const char* words() const { return m_words; }
    [[nodiscard]] constexpr bool empty() const { return *m_words == '\0'; }

private:
    template <std::size_t Length>
    friend constexpr Phrase phrase(const char (&words)[Length]);

    const char* m_words = "";
};

/// As with message(), translators get what stands in such calls: there is no other way to make one.
template <std::size_t Length>
[[nodiscard]] constexpr Phrase phrase(const char (&words)[Length])
{
    Phrase made;
    made.m_words = words;
    return made;
}

/// What the core says to a person: a pattern of English, in which %1 to %9 stand for what varies, and what stands
/// there. Command lines and JSON take the text; a window looks the pattern up in the language of its user.
class Message {
public:
    Message() = default;
    Message(Phrase phrase) : m_text(phrase.words()), m_pattern(phrase.empty() ? nullptr : phrase.words()) {}

    [[nodiscard]] const std::string& text() const { return m_text; }
    [[nodiscard]] bool empty() const { return m_text.empty(); }
    /// Null for words that are not Cairn's.
    [[nodiscard]] const char* pattern() const { return m_pattern; }
    [[nodiscard]] std::span<const Message> arguments() const { return m_arguments; }

    bool operator==(const Message& other) const { return m_text == other.m_text; }

private:
    friend Message verbatim(std::string_view words);
    friend Message fromPattern(const char* pattern, std::vector<Message> arguments);

    std::string m_text;
    const char* m_pattern = nullptr;
    std::vector<Message> m_arguments;
};

/// Words that are not Cairn's, which stay as they are for any reader: a name, a number, what a library or the system
/// says.
[[nodiscard]] inline Message verbatim(std::string_view words)
{
    Message made;
    made.m_text = words;
    return made;
}

[[nodiscard]] Message fromPattern(const char* pattern, std::vector<Message> arguments);

/// What stands in a pattern: another message, or a name or number as it is. Literals and what `?:` makes of them are
/// none: they are English, and need a phrase(). So the compiler finds what translators would never see.
template <typename Argument>
concept MessageArgument =
    std::convertible_to<Argument, Message> || std::same_as<std::remove_cvref_t<Argument>, std::string> ||
    std::same_as<std::remove_cvref_t<Argument>, std::string_view>;

template <MessageArgument Argument>
[[nodiscard]] Message asMessage(Argument&& argument)
{
    if constexpr (std::convertible_to<Argument, Message>) {
        return std::forward<Argument>(argument);
    } else {
        return verbatim(argument);
    }
}

/// message("the record %1 is damaged", inQuotes(name)). The pattern is a literal: translators get what stands in such
/// calls.
template <std::size_t Length, MessageArgument... Arguments>
[[nodiscard]] Message message(const char (&pattern)[Length], Arguments&&... arguments)
{
    std::vector<Message> all;
    all.reserve(sizeof...(arguments));
    (all.push_back(asMessage(std::forward<Arguments>(arguments))), ...);
    return fromPattern(pattern, std::move(all));
}

/// What the system says to this errno.
[[nodiscard]] Message systemReason(int code);

/// Two sentences in a row, with one full stop between them. One of them can be empty.
[[nodiscard]] Message inARow(const Message& first, const Message& second);

/// "a", "a and b", "a, b and c", "a, b and 5 more": the first `most` of them, and how many others there are.
[[nodiscard]] Message listOf(std::span<const std::string> names, std::size_t most);

} // namespace cairn
