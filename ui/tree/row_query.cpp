#include "ui/tree/row_query.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace cairn::ui {

namespace {

using Kind = RowQuery::Kind;
using What = RowQuery::What;
using Compare = RowQuery::Compare;
using Term = RowQuery::Term;
using Mistake = RowQuery::Mistake;

constexpr std::size_t kMostTerms = 16;
constexpr qsizetype kLongestRegex = 1000;
/// Steps that a regular expression may take on one name: those that never end give up.
constexpr QLatin1StringView kRegexLimits("(*LIMIT_MATCH=20000)(*LIMIT_DEPTH=2000)");

constexpr std::array kConditions = {
    std::pair(QLatin1StringView("dtype"), Kind::Dtype),   std::pair(QLatin1StringView("device"), Kind::Device),
    std::pair(QLatin1StringView("shape"), Kind::Shape),   std::pair(QLatin1StringView("size"), Kind::Size),
    std::pair(QLatin1StringView("params"), Kind::Params), std::pair(QLatin1StringView("shared"), Kind::Shared),
    std::pair(QLatin1StringView("is"), Kind::Is),
};

constexpr std::array kWhats = {
    std::pair(QLatin1StringView("tensor"), What::Tensor),
    std::pair(QLatin1StringView("value"), What::Value),
    std::pair(QLatin1StringView("group"), What::Group),
    std::pair(QLatin1StringView("storage"), What::Storage),
    std::pair(QLatin1StringView("parameter"), What::Parameter),
    std::pair(QLatin1StringView("buffer"), What::Buffer),
    std::pair(QLatin1StringView("sparse"), What::Sparse),
    std::pair(QLatin1StringView("quantized"), What::Quantized),
    std::pair(QLatin1StringView("meta"), What::Meta),
};

/// A piece of the search between blanks, and where it was.
struct Word {
    QString text;
    qsizetype position = 0;
    bool isQuoted = false;
};

QString folded(QString text)
{
    for (QChar& c : text) {
        if (c >= u'A' && c <= u'Z') {
            c = QChar(c.unicode() + 32);
        }
    }
    return text;
}

std::optional<formats::Dtype> dtypeNamed(const QString& name)
{
    static const QList<std::pair<QString, const char*>> kShort = {
        {"f64", "float64"},         {"fp64", "float64"},     {"f32", "float32"},
        {"fp32", "float32"},        {"f16", "float16"},      {"fp16", "float16"},
        {"bf16", "bfloat16"},       {"i64", "int64"},        {"i32", "int32"},
        {"i16", "int16"},           {"i8", "int8"},          {"u8", "uint8"},
        {"e4m3", "float8_e4m3fn"},  {"e5m2", "float8_e5m2"}, {"fp8_e4m3", "float8_e4m3fn"},
        {"fp8_e5m2", "float8_e5m2"}};
    const auto found = std::ranges::find(kShort, name, &std::pair<QString, const char*>::first);
    return formats::dtypeByName(found != kShort.end() ? found->second : name.toStdString());
}

/// A number with a unit: 10MB, 1.5 GiB, 1e6, 2k. Nothing if it is none.
std::optional<double> numberOf(const QString& text)
{
    static const QRegularExpression kNumber(QStringLiteral("^([0-9]*\\.?[0-9]+(?:e[+-]?[0-9]+)?)([kmgtb]?)(i?)(b?)$"),
                                            QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = kNumber.match(text);
    if (!match.hasMatch()) {
        return std::nullopt;
    }
    const double base = match.captured(3).isEmpty() ? 1000 : 1024;
    const qsizetype power =
        match.captured(2).isEmpty() ? 0 : QStringLiteral("bkmgt").indexOf(folded(match.captured(2)));
    double number = match.captured(1).toDouble();
    for (qsizetype i = 0; i < power; ++i) {
        number *= base;
    }
    return number;
}

/// Takes a search apart. Lives for one text.
class QueryParser {
    Q_DECLARE_TR_FUNCTIONS(RowQuery)

public:
    explicit QueryParser(QString text) : m_text(std::move(text)) {}

    [[nodiscard]] std::expected<RowQuery, Mistake> parse()
    {
        RowQuery query;
        while (!m_mistake && skipBlanks()) {
            if (query.terms.size() == kMostTerms) {
                fail(m_at, m_text.size() - m_at, tr("A search has at most %1 parts").arg(kMostTerms));
                break;
            }
            query.terms.push_back(m_text[m_at] == u'/' ? regex() : term(word()));
        }
        query.unknownKey = m_unknownKey;
        if (m_mistake) {
            return std::unexpected(*m_mistake);
        }
        return query;
    }

private:
    bool skipBlanks()
    {
        while (m_at < m_text.size() && m_text[m_at].isSpace()) {
            ++m_at;
        }
        return m_at < m_text.size();
    }

    void fail(qsizetype position, qsizetype length, const QString& text)
    {
        if (!m_mistake) {
            m_mistake = Mistake{.position = position, .length = length, .text = text};
        }
    }

    Word word()
    {
        Word word{.text = {}, .position = m_at, .isQuoted = m_text[m_at] == u'"'};
        if (word.isQuoted) {
            const qsizetype end = m_text.indexOf(u'"', m_at + 1);
            word.text = m_text.mid(m_at + 1, end < 0 ? -1 : end - m_at - 1);
            m_at = end < 0 ? m_text.size() : end + 1;
            return word;
        }
        while (m_at < m_text.size() && !m_text[m_at].isSpace()) {
            word.text.append(m_text[m_at++]);
        }
        return word;
    }

    /// From one slash to the one that ends a word; blanks belong to it.
    Term regex()
    {
        const qsizetype begin = m_at;
        qsizetype end = begin + 1;
        while (end < m_text.size() && (m_text[end] != u'/' || m_text[end - 1] == u'\\' ||
                                       (end + 1 < m_text.size() && !m_text[end + 1].isSpace()))) {
            ++end;
        }
        const QString pattern = m_text.mid(begin + 1, end - begin - 1);
        m_at = std::min(end + 1, m_text.size());
        if (end == m_text.size()) {
            fail(begin, end - begin, tr("A regular expression ends with a slash"));
        } else if (pattern.size() > kLongestRegex) {
            fail(begin, end - begin, tr("A regular expression has at most %1 characters").arg(kLongestRegex));
        }
        Term term;
        term.kind = Kind::Regex;
        term.text = pattern.toStdString();
        term.regex = QRegularExpression(kRegexLimits + pattern, QRegularExpression::CaseInsensitiveOption);
        if (!term.regex.isValid()) {
            const qsizetype at = std::max<qsizetype>(term.regex.patternErrorOffset() - kRegexLimits.size(), 0);
            fail(begin + 1 + at, 1, tr("The regular expression is wrong: %1").arg(term.regex.errorString()));
        }
        return term;
    }

    Term term(const Word& word)
    {
        if (!word.isQuoted) {
            for (const auto& [name, kind] : kConditions) {
                if (word.text.startsWith(name, Qt::CaseInsensitive) && word.text.size() > name.size() &&
                    QStringView(u":<>=").contains(word.text[name.size()])) {
                    return condition(word, kind, name.size());
                }
            }
        }
        noteUnknownKey(word);
        Term term;
        const bool isGlob = !word.isQuoted && (word.text.contains(u'*') || word.text.contains(u'?'));
        term.kind = isGlob ? Kind::Glob : Kind::Text;
        term.text = folded(word.text).toStdString();
        return term;
    }

    /// It may well be a text that is looked for; whoever finds nothing by it wants to know.
    void noteUnknownKey(const Word& word)
    {
        static const QRegularExpression kUnknownKey(QStringLiteral("^([a-z_]+[:<>=])."),
                                                    QRegularExpression::CaseInsensitiveOption);
        if (const auto match = kUnknownKey.match(word.text);
            !word.isQuoted && m_unknownKey.isEmpty() && match.hasMatch()) {
            m_unknownKey = match.captured(1);
        }
    }

    Term condition(const Word& word, Kind kind, qsizetype nameLength)
    {
        Term term;
        term.kind = kind;
        qsizetype at = nameLength;
        const QChar sign = word.text[at++];
        const bool orEqual = (sign == u'<' || sign == u'>') && at < word.text.size() && word.text[at] == u'=';
        at += orEqual ? 1 : 0;
        term.compare = sign == u'<'   ? (orEqual ? Compare::LessOrEqual : Compare::Less)
                       : sign == u'>' ? (orEqual ? Compare::GreaterOrEqual : Compare::Greater)
                                      : Compare::Equal;
        const QString value = folded(word.text.mid(at));
        const qsizetype position = word.position + at;
        if (term.compare != Compare::Equal && kind != Kind::Size && kind != Kind::Params) {
            fail(word.position + nameLength, at - nameLength,
                 tr("%1 has no order: write %1:").arg(word.text.first(nameLength)));
        } else if (QString wrong = setValue(term, value); !wrong.isEmpty()) {
            fail(position, value.size(), wrong);
        }
        return term;
    }

    /// Empty, or what is wrong with the value.
    [[nodiscard]] static QString setValue(Term& term, const QString& value)
    {
        term.text = value.toStdString();
        switch (term.kind) {
        case Kind::Dtype: {
            const auto dtype = dtypeNamed(value);
            term.dtype = dtype.value_or(formats::Dtype::Unknown);
            return dtype ? QString()
                         : tr("There is no dtype of this name; dtype: takes float32, bf16, int64 and so on");
        }
        case Kind::Device: return value.isEmpty() ? tr("device: takes a device, such as cuda:1 or cuda") : QString();
        case Kind::Shape: return setShape(term, value);
        case Kind::Size:
        case Kind::Params: {
            const auto number = numberOf(value);
            term.number = number.value_or(0);
            return number ? QString() : tr("A number is needed here, such as 10MB or 1e6");
        }
        case Kind::Shared:
            term.yes = value == QStringLiteral("yes");
            return term.yes || value == QStringLiteral("no") ? QString() : tr("shared: takes yes or no");
        case Kind::Is: return setWhat(term, value);
        default: return {};
        }
    }

    [[nodiscard]] static QString setShape(Term& term, QString value)
    {
        static const QRegularExpression kShape(QStringLiteral("^[0-9*?]+(x[0-9*?]+)*$"));
        value.replace(u'×', u'x').replace(u',', u'x').remove(u'[').remove(u']').remove(u'(').remove(u')');
        term.text = value.toStdString();
        return kShape.match(value).hasMatch() || value == QStringLiteral("scalar")
                   ? QString()
                   : tr("shape: takes sizes with x between them, such as 64x3x7x7 or *x768");
    }

    [[nodiscard]] static QString setWhat(Term& term, const QString& value)
    {
        QStringList names;
        for (const auto& [name, what] : kWhats) {
            if (value == name || value == name + u's' || (what == What::Quantized && value == u"quantised")) {
                term.what = what;
                return {};
            }
            names.append(name);
        }
        return tr("is: takes one of %1").arg(names.join(QStringLiteral(", ")));
    }

    QString m_text;
    qsizetype m_at = 0;
    QString m_unknownKey;
    std::optional<Mistake> m_mistake;
};

} // namespace

QString RowQuery::knownKeys()
{
    QStringList keys;
    for (const auto& [name, kind] : kConditions) {
        keys.append(name + (kind == Kind::Size || kind == Kind::Params ? u'>' : u':'));
    }
    return keys.join(QStringLiteral(", "));
}

std::expected<RowQuery, Mistake> RowQuery::parse(const QString& text)
{
    return QueryParser(text).parse();
}

} // namespace cairn::ui
