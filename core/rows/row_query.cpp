#include "core/rows/row_query.h"

#include "core/base/text/byte_size.h"
#include "core/base/text/name_regex.h"
#include "core/base/text/text.h"
#include "core/formats/dtype_names.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cairn::rows {

namespace {

using Kind = RowQuery::Kind;
using What = RowQuery::What;
using Compare = RowQuery::Compare;
using Term = RowQuery::Term;
using Mistake = RowQuery::Mistake;

constexpr std::size_t kMostTerms = 16;
constexpr std::size_t kLongestRegex = 1000;

constexpr std::array kConditions = {
    std::pair(std::string_view("dtype"), Kind::Dtype),   std::pair(std::string_view("device"), Kind::Device),
    std::pair(std::string_view("shape"), Kind::Shape),   std::pair(std::string_view("size"), Kind::Size),
    std::pair(std::string_view("params"), Kind::Params), std::pair(std::string_view("shared"), Kind::Shared),
    std::pair(std::string_view("held"), Kind::Held),     std::pair(std::string_view("is"), Kind::Is),
};

constexpr std::array kWhats = {
    std::pair(std::string_view("tensor"), What::Tensor),
    std::pair(std::string_view("value"), What::Value),
    std::pair(std::string_view("group"), What::Group),
    std::pair(std::string_view("storage"), What::Storage),
    std::pair(std::string_view("parameter"), What::Parameter),
    std::pair(std::string_view("buffer"), What::Buffer),
    std::pair(std::string_view("sparse"), What::Sparse),
    std::pair(std::string_view("quantized"), What::Quantized),
    std::pair(std::string_view("meta"), What::Meta),
};

bool isBlank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

void replaceAll(std::string& text, std::string_view what, std::string_view by)
{
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
        text.replace(at, what.size(), by);
    }
}

/// Sizes, which may have * and ? in them, with x between them.
bool isShape(std::string_view text)
{
    bool isAfterSize = false;
    for (const char c : text) {
        const bool isOfSize = isDigit(c) || c == '*' || c == '?';
        if (!isOfSize && (c != 'x' || !isAfterSize)) {
            return false;
        }
        isAfterSize = isOfSize;
    }
    return isAfterSize;
}

/// Takes a search apart. Lives for one text.
class QueryParser {
public:
    QueryParser(std::string_view text, const RegexLibrary* library) : m_text(text) { m_query.library = library; }

    [[nodiscard]] std::expected<RowQuery, Mistake> parse()
    {
        while (!m_mistake && skipBlanks()) {
            if (m_query.terms.size() == kMostTerms) {
                fail(m_at, m_text.size() - m_at, message("A search has at most %1 parts", std::to_string(kMostTerms)));
                break;
            }
            m_query.terms.push_back(m_text[m_at] == '/' ? regex() : term(word()));
        }
        if (m_mistake) {
            return std::unexpected(*m_mistake);
        }
        return std::move(m_query);
    }

private:
    /// A piece of the search between blanks, and where it was.
    struct Word {
        std::string_view text;
        std::size_t position = 0;
        bool isQuoted = false;
    };

    bool skipBlanks()
    {
        while (m_at < m_text.size() && isBlank(m_text[m_at])) {
            ++m_at;
        }
        return m_at < m_text.size();
    }

    void fail(std::size_t position, std::size_t length, Message text)
    {
        if (!m_mistake) {
            m_mistake = Mistake{.position = position, .length = length, .text = std::move(text)};
        }
    }

    Word word()
    {
        Word word{.text = {}, .position = m_at, .isQuoted = m_text[m_at] == '"'};
        if (word.isQuoted) {
            const std::size_t end = std::min(m_text.find('"', m_at + 1), m_text.size());
            word.text = m_text.substr(m_at + 1, end - m_at - 1);
            m_at = std::min(end + 1, m_text.size());
            return word;
        }
        while (m_at < m_text.size() && !isBlank(m_text[m_at])) {
            ++m_at;
        }
        word.text = m_text.substr(word.position, m_at - word.position);
        return word;
    }

    /// From one slash to the one that ends a word; blanks belong to it.
    Term regex()
    {
        const std::size_t begin = m_at;
        std::size_t end = begin + 1;
        while (end < m_text.size() && (m_text[end] != '/' || m_text[end - 1] == '\\' ||
                                       (end + 1 < m_text.size() && !isBlank(m_text[end + 1])))) {
            ++end;
        }
        Term term;
        term.kind = Kind::Regex;
        term.text = m_text.substr(begin + 1, std::max(end, begin + 1) - begin - 1);
        m_at = std::min(end + 1, m_text.size());
        if (end == m_text.size()) {
            fail(begin, end - begin, message("A regular expression ends with a slash"));
        } else if (term.text.size() > kLongestRegex) {
            fail(begin, end - begin,
                 message("A regular expression has at most %1 characters", std::to_string(kLongestRegex)));
        } else if (m_query.library != nullptr) {
            if (const auto mistake = m_query.library->mistakeIn(term.text)) {
                fail(begin + 1 + mistake->position, 1, message("The regular expression is wrong: %1", mistake->text));
            }
        } else if (!NameRegex::make(term.text)) {
            fail(begin, end + 1 - begin,
                 message("The regular expression is wrong, or has more than characters, sets, groups, |, repetition, ^ "
                         "and $"));
        }
        return term;
    }

    Term term(const Word& word)
    {
        if (!word.isQuoted) {
            for (const auto& [name, kind] : kConditions) {
                if (word.text.size() > name.size() && inSmallLetters(word.text.substr(0, name.size())) == name &&
                    std::string_view(":<>=").contains(word.text[name.size()])) {
                    return condition(word, kind, name.size());
                }
            }
            noteUnknownKey(word.text);
        }
        Term term;
        term.kind = !word.isQuoted && word.text.find_first_of("*?") != std::string_view::npos ? Kind::Glob : Kind::Text;
        term.text = inSmallLetters(word.text);
        return term;
    }

    /// It may well be a text that is looked for; whoever finds nothing by it wants to know.
    void noteUnknownKey(std::string_view word)
    {
        std::size_t length = 0;
        while (length < word.size() && ((inSmallLetters(word.substr(length, 1))[0] >= 'a' &&
                                         inSmallLetters(word.substr(length, 1))[0] <= 'z') ||
                                        word[length] == '_')) {
            ++length;
        }
        const bool isKey = length != 0 && length + 1 < word.size() && std::string_view(":<>=").contains(word[length]);
        if (isKey && m_query.unknownKey.empty()) {
            m_query.unknownKey = word.substr(0, length + 1);
        }
    }

    Term condition(const Word& word, Kind kind, std::size_t nameLength)
    {
        Term term;
        term.kind = kind;
        std::size_t at = nameLength;
        const char sign = word.text[at++];
        const bool orEqual = (sign == '<' || sign == '>') && at < word.text.size() && word.text[at] == '=';
        at += orEqual ? 1 : 0;
        term.compare = sign == '<'   ? (orEqual ? Compare::LessOrEqual : Compare::Less)
                       : sign == '>' ? (orEqual ? Compare::GreaterOrEqual : Compare::Greater)
                                     : Compare::Equal;
        const std::string name(word.text.substr(0, nameLength));
        const std::string_view value = word.text.substr(at);
        if (term.compare != Compare::Equal && kind != Kind::Size && kind != Kind::Params) {
            fail(word.position + nameLength, at - nameLength, message("%1 has no order: write %2:", name, name));
        } else if (Message wrong = setValue(term, kind == Kind::Held ? std::string(value) : inSmallLetters(value));
                   !wrong.empty()) {
            fail(word.position + at, value.size(), std::move(wrong));
        }
        return term;
    }

    /// Empty, or what is wrong with the value.
    [[nodiscard]] static Message setValue(Term& term, const std::string& value)
    {
        term.text = value;
        switch (term.kind) {
        case Kind::Dtype: {
            const auto dtype = formats::dtypeNamed(value);
            term.dtype = dtype.value_or(formats::Dtype::Unknown);
            return dtype ? Message()
                         : message("There is no dtype of this name; dtype: takes float32, bf16, int64 and so on");
        }
        case Kind::Device: return value.empty() ? message("device: takes a device, such as cuda:1 or cuda") : Message();
        case Kind::Shape: return setShape(term);
        case Kind::Size:
        case Kind::Params: {
            const auto number = parseByteSize(value);
            term.number = number ? static_cast<double>(number->bytes) : 0;
            return number ? Message() : message("A number is needed here, such as 10MB or 1e6");
        }
        case Kind::Shared:
            term.yes = value == "yes";
            return term.yes || value == "no" ? Message() : message("shared: takes yes or no");
        case Kind::Held:
            return value.empty() ? message("held: takes a rank, the name of a file, or missing") : Message();
        case Kind::Is: return setWhat(term, value);
        default: return {};
        }
    }

    [[nodiscard]] static Message setShape(Term& term)
    {
        for (const std::string_view between : {"×", ","}) {
            replaceAll(term.text, between, "x");
        }
        std::erase_if(term.text, [](char c) { return std::string_view("[]()").contains(c); });
        return isShape(term.text) || term.text == "scalar"
                   ? Message()
                   : message("shape: takes sizes with x between them, such as 64x3x7x7 or *x768");
    }

    [[nodiscard]] static Message setWhat(Term& term, const std::string& value)
    {
        std::string names;
        for (const auto& [name, what] : kWhats) {
            if (value == name || value == std::string(name) + 's' ||
                (what == What::Quantized && value == "quantised")) {
                term.what = what;
                return {};
            }
            names.append(names.empty() ? "" : ", ").append(name);
        }
        return message("is: takes one of %1", names);
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    RowQuery m_query;
    std::optional<Mistake> m_mistake;
};

} // namespace

std::vector<std::string> RowQuery::knownKeys()
{
    std::vector<std::string> keys;
    keys.reserve(kConditions.size());
    for (const auto& [name, kind] : kConditions) {
        keys.push_back(std::string(name) + (kind == Kind::Size || kind == Kind::Params ? '>' : ':'));
    }
    return keys;
}

std::string RowQuery::knownKeysText()
{
    std::string text;
    for (const std::string& key : knownKeys()) {
        text += (text.empty() ? "" : ", ") + key;
    }
    return text;
}

std::vector<std::string> RowQuery::valuesOf(std::string_view key)
{
    std::vector<std::string> values;
    if (key == "is:") {
        for (const auto& [name, what] : kWhats) {
            values.emplace_back(name);
        }
    } else if (key == "shared:") {
        values = {"yes", "no"};
    } else if (key == "held:") {
        values = {std::string(kHeldMissing)};
    } else if (key == "dtype:") {
        for (const auto& [name, dtype] : formats::shortDtypeNames()) {
            values.emplace_back(name);
        }
    }
    return values;
}

std::expected<RowQuery, Mistake> RowQuery::parse(std::string_view text, const RegexLibrary* library)
{
    return QueryParser(text, library).parse();
}

} // namespace cairn::rows
