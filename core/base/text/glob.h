#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cairn {

/// Whether a whole text fits a pattern as a shell reads it: `*` is any run of characters, `?` is one, `[abc]` and
/// `[a-z]` are one of a set and `[!a-z]` one outside it; a backslash takes the next character as it is. Dots and
/// slashes are ordinary characters, and a `[` that is never closed is one too. Characters are those of UTF-8. Time
/// grows with the product of the two lengths at worst.
[[nodiscard]] bool globMatches(std::string_view pattern, std::string_view text);

/// A pattern made ready to be asked about many texts: most are texts with stars between, which are compared as they
/// are.
class Glob {
public:
    explicit Glob(std::string_view pattern);

    /// As globMatches() says.
    [[nodiscard]] bool matches(std::string_view text) const;
    /// True if it fits one text alone, which is beginning().
    [[nodiscard]] bool isLiteral() const { return m_kind == Kind::Literal; }
    /// True if it fits everything that begins with beginning().
    [[nodiscard]] bool isPrefix() const { return m_kind == Kind::Stars && m_middle.empty() && m_end.empty(); }
    [[nodiscard]] const std::string& beginning() const { return m_begin; }

private:
    enum class Kind { Literal, Stars, Other };

    Kind m_kind = Kind::Literal;
    std::string m_begin;               ///< before the first star; of Other the whole pattern
    std::vector<std::string> m_middle; ///< between stars
    std::string m_end;                 ///< after the last star
};

/// A pattern that fits this text alone.
[[nodiscard]] std::string globEscaped(std::string_view text);

} // namespace cairn
