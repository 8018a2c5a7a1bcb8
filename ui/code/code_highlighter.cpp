#include "ui/code/code_highlighter.h"

#include "ui/text/theme.h"

#include <QSet>

#include <algorithm>

namespace cairn::ui {

namespace {

/// What a line may begin inside of: a text of several lines, by its quotes.
enum LineState : int { Outside = -1, InTripleDouble = 1, InTripleSingle = 2, InLongComment = 3 };

const QSet<QString>& wordsOf(CodeLanguage language)
{
    static const QSet<QString> kPython{"and",      "as",     "assert", "async",    "await", "break",  "class",
                                       "continue", "def",    "del",    "elif",     "else",  "except", "False",
                                       "finally",  "for",    "from",   "global",   "if",    "import", "in",
                                       "is",       "lambda", "None",   "nonlocal", "not",   "or",     "pass",
                                       "raise",    "return", "True",   "try",      "while", "with",   "yield"};
    static const QSet<QString> kCpp{"auto",      "bool", "break",   "catch",  "char",   "class", "const",   "continue",
                                    "double",    "else", "false",   "float",  "for",    "if",    "include", "int",
                                    "namespace", "new",  "nullptr", "return", "static", "std",   "struct",  "template",
                                    "throw",     "true", "try",     "using",  "void",   "while"};
    static const QSet<QString> kNone;
    return language == CodeLanguage::Python ? kPython : language == CodeLanguage::Cpp ? kCpp : kNone;
}

bool isOfWord(QChar c)
{
    return c.isLetterOrNumber() || c == u'_';
}

QTextCharFormat inColour(const QColor& light, const QColor& dark, const QPalette& palette)
{
    QTextCharFormat format;
    format.setForeground(isDark(palette) ? dark : light);
    return format;
}

} // namespace

CodeHighlighter::CodeHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {}

void CodeHighlighter::setLanguage(CodeLanguage language)
{
    m_language = language;
    rehighlight();
}

void CodeHighlighter::setPalette(const QPalette& palette)
{
    m_formats.comment.setForeground(quietText(palette));
    m_formats.comment.setFontItalic(true);
    m_formats.text = inColour({0x1b, 0x74, 0x3e}, {0x8f, 0xd1, 0x9e}, palette);
    m_formats.number = inColour({0x8f, 0x58, 0x00}, {0xf0, 0xb4, 0x5c}, palette);
    m_formats.word = inColour({0x7a, 0x2a, 0xa8}, {0xc9, 0x9c, 0xf2}, palette);
    m_formats.name = inColour({0x1d, 0x56, 0xb8}, {0x82, 0xb4, 0xff}, palette);
    rehighlight();
}

void CodeHighlighter::set(qsizetype from, qsizetype to, const QTextCharFormat& format)
{
    setFormat(static_cast<int>(from), static_cast<int>(to - from), format);
}

void CodeHighlighter::highlightBlock(const QString& text)
{
    qsizetype at = 0;
    if (const int state = previousBlockState(); state != Outside && state != 0) {
        const QString end = state == InTripleDouble   ? QStringLiteral("\"\"\"")
                            : state == InTripleSingle ? QStringLiteral("'''")
                                                      : QStringLiteral("*/");
        const qsizetype found = text.indexOf(end);
        at = found < 0 ? text.size() : found + end.size();
        set(0, at, state == InLongComment ? m_formats.comment : m_formats.text);
        if (found < 0) {
            setCurrentBlockState(state);
            return;
        }
    }
    setCurrentBlockState(Outside);
    while (at < text.size()) {
        at = colour(text, at);
    }
}

qsizetype CodeHighlighter::colour(const QString& text, qsizetype at)
{
    const QChar c = text[at];
    const bool isCpp = m_language == CodeLanguage::Cpp;
    if ((!isCpp && c == u'#') || (isCpp && text.mid(at, 2) == u"//")) {
        set(at, text.size(), m_formats.comment);
        return text.size();
    }
    if (isCpp && text.mid(at, 2) == u"/*") {
        const qsizetype end = text.indexOf(QStringLiteral("*/"), at + 2);
        if (end < 0) {
            setCurrentBlockState(InLongComment);
        }
        set(at, end < 0 ? text.size() : end + 2, m_formats.comment);
        return end < 0 ? text.size() : end + 2;
    }
    if (c == u'"' || c == u'\'') {
        return colourText(text, at);
    }
    return isOfWord(c) ? colourWord(text, at) : at + 1;
}

qsizetype CodeHighlighter::colourText(const QString& text, qsizetype at)
{
    const QString triple(3, text[at]);
    if (m_language == CodeLanguage::Python && text.mid(at, 3) == triple) {
        const qsizetype end = text.indexOf(triple, at + 3);
        if (end < 0) {
            setCurrentBlockState(text[at] == u'"' ? InTripleDouble : InTripleSingle);
        }
        set(at, end < 0 ? text.size() : end + 3, m_formats.text);
        return end < 0 ? text.size() : end + 3;
    }
    qsizetype end = at + 1;
    while (end < text.size() && text[end] != text[at]) {
        end += text[end] == u'\\' ? 2 : 1;
    }
    end = std::min(end + 1, text.size());
    set(at, end, m_formats.text);
    return end;
}

qsizetype CodeHighlighter::colourWord(const QString& text, qsizetype at)
{
    qsizetype end = at;
    while (end < text.size() && isOfWord(text[end])) {
        ++end;
    }
    if (text[at].isDigit()) {
        set(at, end, m_formats.number);
    } else if (const QString word = text.mid(at, end - at); wordsOf(m_language).contains(word)) {
        set(at, end, m_formats.word);
    } else if (const QString before = text.first(at).trimmed();
               before.endsWith(QStringLiteral("def")) || before.endsWith(QStringLiteral("class"))) {
        set(at, end, m_formats.name);
    }
    return end;
}

} // namespace cairn::ui
