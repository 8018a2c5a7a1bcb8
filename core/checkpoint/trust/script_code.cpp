#include "core/checkpoint/trust/script_code.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

namespace cairn::checkpoint {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isPartOfName(char c)
{
    return c == '_' || isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isLibrary(std::string_view name)
{
    return name == "torch" || name == "ops";
}

/// Looks at each word once. Nothing is what the code is suspected of; else it goes on.
class Scanner {
public:
    explicit Scanner(std::string_view code) : m_code(code) {}

    [[nodiscard]] bool run()
    {
        while (m_at < m_code.size()) {
            if (!step()) {
                return true;
            }
        }
        return false;
    }

private:
    [[nodiscard]] char next(std::size_t further = 0) const
    {
        return m_at + further < m_code.size() ? m_code[m_at + further] : '\0';
    }

    /// False where it may touch files, or is no code of torch's.
    [[nodiscard]] bool step()
    {
        const char c = next();
        if (c == '"' || c == '\'') {
            return skipText().has_value();
        }
        if (c == '#') {
            m_at = std::min(m_code.find('\n', m_at), m_code.size());
        } else if (isDigit(c)) {
            while (isPartOfName(next()) || next() == '.') {
                ++m_at;
            }
            m_isAttribute = false;
        } else if (isPartOfName(c)) {
            return word();
        } else if (c == '\\' || c == '\0' || static_cast<unsigned char>(c) >= 0x80) {
            return false; // a line that goes on, or a letter that only looks like another
        } else {
            m_isAttribute = c == '.' || (m_isAttribute && (c == ' ' || c == '\t' || c == '\n' || c == '\r'));
            ++m_at;
        }
        return true;
    }

    /// What stands between quotes on one line; nothing where it is more than that.
    [[nodiscard]] std::optional<std::string_view> skipText()
    {
        const char quote = next();
        const std::size_t begin = ++m_at;
        while (next() != quote) {
            if (m_at >= m_code.size() || next() == '\n' || next() == '\0') {
                return std::nullopt;
            }
            m_at += next() == '\\' ? 2U : 1U;
        }
        const std::string_view text = m_code.substr(begin, m_at - begin);
        ++m_at;
        m_isAttribute = false;
        return text.empty() && next() == quote ? std::nullopt : std::optional(text); // no text of many lines
    }

    [[nodiscard]] std::string_view name()
    {
        const std::size_t begin = m_at;
        while (isPartOfName(next())) {
            ++m_at;
        }
        return m_code.substr(begin, m_at - begin);
    }

    [[nodiscard]] bool word()
    {
        const std::string_view first = name();
        if (std::exchange(m_isAttribute, false)) {
            return true; // of something that is not the library, or that would have been seen
        }
        return isLibrary(first) ? callOfLibrary() : first != "getattr" || getAttribute();
    }

    /// `.add(` behind `torch`, or `.prim.RaiseException(` behind `ops`; or `.jit.` and the type of a module that was
    /// lowered to a backend.
    [[nodiscard]] bool callOfLibrary()
    {
        constexpr std::array<std::string_view, 4> ofFiles = {"save", "from_file", "read_file", "write_file"};
        constexpr std::string_view types = ".jit.";
        const bool isType = m_code.substr(m_at, types.size()) == types;
        int parts = 0;
        while (next() == '.' && isPartOfName(next(1))) {
            ++m_at;
            if (std::ranges::find(ofFiles, name()) != ofFiles.end()) {
                return false;
            }
            ++parts;
        }
        return parts != 0 && (next() == '(' || (isType && parts == 2));
    }

    /// `(self.layers, "0")`: torch writes so what is no name in Python.
    [[nodiscard]] bool getAttribute()
    {
        if (next() != '(') {
            return false;
        }
        ++m_at;
        if (isLibrary(name())) {
            return false;
        }
        while (next() == '.') {
            ++m_at;
            (void)name();
        }
        if (next() != ',') {
            return false;
        }
        ++m_at;
        m_at += next() == ' ' ? 1U : 0U;
        if (next() != '"') {
            return false;
        }
        const auto attribute = skipText();
        return attribute && !attribute->contains('\\') && next() == ')';
    }

    std::string_view m_code;
    std::size_t m_at = 0;
    bool m_isAttribute = false; ///< a dot stands before
};

} // namespace

bool mayTouchFiles(std::string_view code)
{
    return Scanner(code).run();
}

} // namespace cairn::checkpoint
