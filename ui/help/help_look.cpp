#include "ui/help/help_look.h"

#include "ui/text/theme.h"

#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextTable>

namespace cairn::ui {

namespace {

void dressHead(QTextTableCell cell, const QPalette& palette)
{
    QTextCharFormat format = cell.format();
    format.setBackground(palette.alternateBase());
    cell.setFormat(format);
    QTextCursor text = cell.firstCursorPosition();
    text.setPosition(cell.lastPosition(), QTextCursor::KeepAnchor);
    QTextCharFormat bold;
    bold.setFontWeight(QFont::Bold);
    text.mergeCharFormat(bold);
}

void dressTables(QTextDocument& page, const QPalette& palette)
{
    for (QTextFrame* frame : page.rootFrame()->childFrames()) {
        if (auto* table = qobject_cast<QTextTable*>(frame)) {
            QTextTableFormat format = table->format();
            format.setBorder(1);
            format.setBorderCollapse(true);
            format.setBorderBrush(lineColor(palette));
            format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
            format.setCellPadding(4);
            format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
            format.setTopMargin(4);
            format.setBottomMargin(10);
            table->setFormat(format);
            for (int column = 0; column < table->columns(); ++column) {
                dressHead(table->cellAt(0, column), palette);
            }
        }
    }
}

void dressBlock(const QTextBlock& block, const QPalette& palette)
{
    QTextBlockFormat format = block.blockFormat();
    QTextCursor cursor(block);
    if (const int level = format.headingLevel(); level > 0) {
        format.setTopMargin(level == 1 ? 4 : 14);
        format.setBottomMargin(4);
        QTextCharFormat text;
        text.setProperty(QTextFormat::FontSizeAdjustment, level == 1 ? 2 : 1);
        text.setFontWeight(QFont::Bold);
        cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        cursor.mergeCharFormat(text);
    } else if (format.hasProperty(QTextFormat::BlockCodeFence)) {
        format.setBackground(palette.alternateBase());
        format.setLeftMargin(8);
        format.setNonBreakableLines(false);
    }
    if (format.hasProperty(QTextFormat::BlockQuoteLevel)) {
        format.setLeftMargin(12);
        format.setRightMargin(12);
    }
    cursor.setBlockFormat(format);
}

} // namespace

void dressHelp(QTextDocument& page, const QPalette& palette)
{
    page.setDocumentMargin(12);
    dressTables(page, palette);
    for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
        dressBlock(block, palette);
    }
}

} // namespace cairn::ui
