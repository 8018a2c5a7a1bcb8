#pragma once

#include <QList>
#include <QString>
#include <QStringList>

class QImage;

namespace cairn::ui {

/// What a view shows, written down for a bug report. A plain value; texts are as they may be shown.
class Report {
public:
    explicit Report(const QString& title) { add(Kind::Title, title); }

    void addHeading(const QString& text) { add(Kind::Heading, text); }
    void addParagraph(const QString& text) { add(Kind::Paragraph, text); }
    /// Lines that keep their blanks.
    void addCode(const QString& text) { add(Kind::Code, text); }
    /// The first row has the titles of the columns.
    void addTable(const QList<QStringList>& rows) { m_blocks.append({Kind::Table, {}, rows}); }
    /// Only HTML has it.
    void addPicture(const QImage& image, const QString& description);

    [[nodiscard]] QString toMarkdown() const;
    [[nodiscard]] QString toHtml() const;

private:
    enum class Kind { Title, Heading, Paragraph, Code, Table, Picture };

    struct Block {
        Kind kind;
        QString text;
        QList<QStringList> rows; ///< of a picture: its data
    };

    void add(Kind kind, const QString& text) { m_blocks.append({kind, text, {}}); }

    QList<Block> m_blocks;
};

} // namespace cairn::ui
