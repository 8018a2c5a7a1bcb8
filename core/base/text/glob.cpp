#include "core/base/text/glob.h"

#include "core/base/text/text.h"

#include <cstddef>
#include <optional>
#include <utility>

namespace cairn {

namespace {

/// Takes the first character off a text. Bytes that are no UTF-8 get codes of their own, which no character has.
char32_t takeChar(std::string_view& text)
{
    constexpr char32_t invalid = 0x200000;
    const Utf8Char next = decodeUtf8(text);
    text.remove_prefix(next.length);
    return next.valid ? next.code : invalid + next.code;
}

/// A character of a pattern that may have a backslash in front. One at the very end is itself.
char32_t takeEscaped(std::string_view& pattern)
{
    const char32_t code = takeChar(pattern);
    return code == U'\\' && !pattern.empty() ? takeChar(pattern) : code;
}

/// Whether `wanted` is in the set that follows a `[`, and takes the set off the pattern; nothing if it is not closed.
/// A `]` right at the beginning is an ordinary member.
std::optional<bool> takeSet(std::string_view& pattern, char32_t wanted)
{
    std::string_view rest = pattern;
    const bool isNegated = rest.starts_with('!') || rest.starts_with('^');
    rest.remove_prefix(isNegated ? 1 : 0);
    bool found = false;
    for (bool first = true; !rest.empty(); first = false) {
        if (rest.front() == ']' && !first) {
            pattern = rest.substr(1);
            return found != isNegated;
        }
        const char32_t low = takeEscaped(rest);
        char32_t high = low;
        if (rest.size() >= 2 && rest[0] == '-' && rest[1] != ']') {
            rest.remove_prefix(1);
            high = takeEscaped(rest);
        }
        found = found || (low <= wanted && wanted <= high);
    }
    return std::nullopt;
}

/// Matches one character of the text with the first item of the pattern, which is no star, and takes both off.
bool takeOne(std::string_view& pattern, std::string_view& text)
{
    const char32_t code = takeChar(text);
    if (pattern.front() == '?') {
        pattern.remove_prefix(1);
        return true;
    }
    if (pattern.front() == '[') {
        std::string_view set = pattern.substr(1);
        if (const auto isMember = takeSet(set, code)) {
            pattern = set;
            return *isMember;
        }
    }
    return takeEscaped(pattern) == code;
}

} // namespace

bool globMatches(std::string_view pattern, std::string_view text)
{
    // Only the last star needs to be tried again: what an earlier one took can stay as short as it is.
    std::optional<std::string_view> afterStar;
    std::string_view starText;
    while (true) {
        if (!pattern.empty() && pattern.front() == '*') {
            pattern.remove_prefix(1);
            afterStar = pattern;
            starText = text;
            continue;
        }
        if (pattern.empty() && text.empty()) {
            return true;
        }
        if (!pattern.empty() && !text.empty() && takeOne(pattern, text)) {
            continue;
        }
        if (!afterStar || starText.empty()) {
            return false;
        }
        (void)takeChar(starText);
        pattern = *afterStar;
        text = starText;
    }
}

Glob::Glob(std::string_view pattern)
{
    std::vector<std::string> parts(1);
    for (std::string_view rest = pattern; !rest.empty();) {
        if (rest.front() == '*') {
            parts.emplace_back();
            rest.remove_prefix(1);
            continue;
        }
        const bool isEscape = rest.front() == '\\' && rest.size() > 1;
        rest.remove_prefix(isEscape ? 1 : 0);
        const Utf8Char next = decodeUtf8(rest);
        if (!next.valid || (!isEscape && (rest.front() == '?' || rest.front() == '['))) {
            m_kind = Kind::Other;
            m_begin = pattern;
            return;
        }
        parts.back() += rest.substr(0, next.length);
        rest.remove_prefix(next.length);
    }
    m_begin = std::move(parts.front());
    if (parts.size() == 1) {
        return;
    }
    m_kind = Kind::Stars;
    m_end = std::move(parts.back());
    parts.pop_back();
    for (std::size_t i = 1; i < parts.size(); ++i) {
        if (!parts[i].empty()) {
            m_middle.push_back(std::move(parts[i]));
        }
    }
}

bool Glob::matches(std::string_view text) const
{
    switch (m_kind) {
    case Kind::Literal: return text == m_begin;
    case Kind::Other: return globMatches(m_begin, text);
    case Kind::Stars: break;
    }
    if (text.size() < m_begin.size() + m_end.size()) {
        return false;
    }
    // Names often differ in their last character alone.
    const bool isOther = (!m_end.empty() && text.back() != m_end.back()) || (!m_begin.empty() && text[0] != m_begin[0]);
    if (isOther || !text.starts_with(m_begin) || !text.ends_with(m_end)) {
        return false;
    }
    text = text.substr(m_begin.size(), text.size() - m_begin.size() - m_end.size());
    for (const std::string& part : m_middle) {
        const std::size_t at = text.find(part);
        if (at == std::string_view::npos) {
            return false;
        }
        text.remove_prefix(at + part.size());
    }
    return true;
}

std::string globEscaped(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        out += c == '*' || c == '?' || c == '[' || c == '\\' ? "\\" : "";
        out += c;
    }
    return out;
}

} // namespace cairn
