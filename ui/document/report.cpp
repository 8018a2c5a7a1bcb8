#include "ui/document/report.h"

#include <QBuffer>
#include <QImage>

#include <algorithm>

namespace cairn::ui {

namespace {

/// Text that Markdown shows as it is. An underscore inside a word means nothing and stays readable.
QString escaped(const QString& text)
{
    static const QString kSpecial = QStringLiteral("\\`*<>[]|~#");
    QString out;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        const bool isInWord =
            i > 0 && i + 1 < text.size() && text[i - 1].isLetterOrNumber() && text[i + 1].isLetterOrNumber();
        if (kSpecial.contains(c) || (c == u'_' && !isInWord)) {
            out += u'\\';
        }
        out += c == u'\n' ? QStringLiteral("  \n") : QString(c);
    }
    return out;
}

QString cellsOf(const QStringList& row)
{
    QStringList cells;
    for (const QString& cell : row) {
        cells.append(escaped(cell).replace(QStringLiteral("  \n"), QStringLiteral("<br>")));
    }
    return QStringLiteral("| ") + cells.join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
}

QString markdownTable(const QList<QStringList>& rows)
{
    QString text = cellsOf(rows.front());
    text += u'|' + QStringLiteral("---|").repeated(rows.front().size()) + u'\n';
    for (const QStringList& row : rows.sliced(1)) {
        text += cellsOf(row);
    }
    return text;
}

/// A fence longer than any in the text.
QString fenced(const QString& text)
{
    QString fence = QStringLiteral("```");
    while (text.contains(fence)) {
        fence += u'`';
    }
    return fence + u'\n' + text + (text.endsWith(u'\n') ? QString() : QStringLiteral("\n")) + fence + u'\n';
}

QString htmlLines(const QString& text)
{
    return text.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>"));
}

QString htmlTable(const QList<QStringList>& rows)
{
    QString text = QStringLiteral("<table>\n");
    for (qsizetype row = 0; row < rows.size(); ++row) {
        const QString tag = row == 0 ? QStringLiteral("th") : QStringLiteral("td");
        text += QStringLiteral("<tr>");
        for (const QString& cell : rows[row]) {
            text += QStringLiteral("<%1>%2</%1>").arg(tag, htmlLines(cell));
        }
        text += QStringLiteral("</tr>\n");
    }
    return text + QStringLiteral("</table>\n");
}

constexpr char kPage[] =
    "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>%1</title>\n<style>"
    "body{font-family:sans-serif;margin:2em;max-width:80em}"
    "table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.2em .6em;text-align:start;"
    "white-space:pre-wrap}th{background:#eee;color:#222}pre{background:#eee;color:#222;padding:.6em;"
    "overflow:auto}img{max-width:100%}</style></head><body>\n%2</body></html>\n";

} // namespace

void Report::addPicture(const QImage& image, const QString& description)
{
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    m_blocks.append({Kind::Picture, description, {{QString::fromLatin1(png.toBase64())}}});
}

QString Report::toMarkdown() const
{
    QStringList parts;
    for (const Block& block : m_blocks) {
        switch (block.kind) {
        case Kind::Title: parts.append(QStringLiteral("# ") + escaped(block.text) + u'\n'); break;
        case Kind::Heading: parts.append(QStringLiteral("## ") + escaped(block.text) + u'\n'); break;
        case Kind::Paragraph: parts.append(escaped(block.text) + u'\n'); break;
        case Kind::Code: parts.append(fenced(block.text)); break;
        case Kind::Table: parts.append(markdownTable(block.rows)); break;
        case Kind::Picture: break;
        }
    }
    return parts.join(u'\n');
}

QString Report::toHtml() const
{
    QString body;
    for (const Block& block : m_blocks) {
        switch (block.kind) {
        case Kind::Title: body += QStringLiteral("<h1>%1</h1>\n").arg(htmlLines(block.text)); break;
        case Kind::Heading: body += QStringLiteral("<h2>%1</h2>\n").arg(htmlLines(block.text)); break;
        case Kind::Paragraph: body += QStringLiteral("<p>%1</p>\n").arg(htmlLines(block.text)); break;
        case Kind::Code: body += QStringLiteral("<pre>%1</pre>\n").arg(block.text.toHtmlEscaped()); break;
        case Kind::Table: body += htmlTable(block.rows); break;
        case Kind::Picture:
            body += QStringLiteral("<p><img alt=\"%1\" src=\"data:image/png;base64,%2\"></p>\n")
                        .arg(block.text.toHtmlEscaped(), block.rows.front().front());
            break;
        }
    }
    return QString::fromLatin1(kPage).arg(m_blocks.front().text.toHtmlEscaped(), body);
}

} // namespace cairn::ui
