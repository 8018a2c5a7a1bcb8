#pragma once

#include <QSyntaxHighlighter>
#include <QTextCharFormat>

namespace cairn::ui {

enum class CodeLanguage { Python, Cpp, Shell };

/// Colours of code: comments, texts, numbers, words of the language, names that are defined. Follows the theme.
class CodeHighlighter : public QSyntaxHighlighter {
    Q_OBJECT

public:
    explicit CodeHighlighter(QTextDocument* document);

    void setLanguage(CodeLanguage language);
    /// For a page of these colours.
    void setPalette(const QPalette& palette);

protected:
    void highlightBlock(const QString& text) override;

private:
    struct Formats {
        QTextCharFormat comment;
        QTextCharFormat text;
        QTextCharFormat number;
        QTextCharFormat word;
        QTextCharFormat name;
    };

    /// Where what begins at `at` ends, once it has its colour: a comment, a text, a number or a word.
    [[nodiscard]] qsizetype colour(const QString& text, qsizetype at);
    [[nodiscard]] qsizetype colourText(const QString& text, qsizetype at);
    [[nodiscard]] qsizetype colourWord(const QString& text, qsizetype at);
    void set(qsizetype from, qsizetype to, const QTextCharFormat& format);

    CodeLanguage m_language = CodeLanguage::Python;
    Formats m_formats;
};

} // namespace cairn::ui
