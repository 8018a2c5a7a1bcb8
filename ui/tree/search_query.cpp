#include "ui/tree/search_query.h"

#include "ui/text/core_words.h"

#include <algorithm>
#include <optional>

namespace cairn::ui {

namespace {

/// Steps that a regular expression may take on one name: those that never end give up.
constexpr QLatin1StringView kRegexLimits("(*LIMIT_MATCH=20000)(*LIMIT_DEPTH=2000)");

class QtRegexes : public rows::RegexLibrary {
public:
    [[nodiscard]] std::optional<Mistake> mistakeIn(const std::string& pattern) const override
    {
        const QRegularExpression regex = searchRegex(pattern);
        if (regex.isValid()) {
            return std::nullopt;
        }
        const qsizetype at = std::max<qsizetype>(regex.patternErrorOffset() - kRegexLimits.size(), 0);
        const QString before = QString::fromStdString(pattern).first(at);
        return Mistake{.position = static_cast<std::size_t>(before.toUtf8().size()),
                       .text = regex.errorString().toStdString()};
    }

    [[nodiscard]] Finder finder(const std::string& pattern) const override
    {
        return [regex = searchRegex(pattern)](const std::string& text) {
            return regex.match(QString::fromStdString(text)).hasMatch();
        };
    }
};

} // namespace

QRegularExpression searchRegex(const std::string& pattern)
{
    return QRegularExpression(kRegexLimits + QString::fromStdString(pattern),
                              QRegularExpression::CaseInsensitiveOption);
}

std::expected<RowQuery, SearchMistake> parseSearch(QString text)
{
    static const QtRegexes kRegexes;
    std::ranges::replace_if(text, [](QChar c) { return c.isSpace(); }, u' '); // there are other blanks than that
    const std::string bytes = text.toStdString();
    const auto query = RowQuery::parse(bytes, &kRegexes);
    if (query) {
        return *query;
    }
    const RowQuery::Mistake& mistake = query.error();
    const auto charactersOf = [&bytes](std::size_t from, std::size_t count) {
        return QString::fromStdString(bytes.substr(from, count)).size();
    };
    return std::unexpected(
        SearchMistake{.position = charactersOf(0, mistake.position),
                      .length = charactersOf(std::min(mistake.position, bytes.size()), mistake.length),
                      .text = inWordsAlone(mistake.text)});
}

} // namespace cairn::ui
