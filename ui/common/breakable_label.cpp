#include "ui/common/breakable_label.h"

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>

namespace cairn::ui {

namespace {

constexpr QChar kBreakHere(0x200B);

QString breakable(const QString& text)
{
    constexpr int mostInOne = 12;
    QString broken;
    int length = 0;
    for (const QChar c : text) {
        const bool isEnd = c == u'.' || c == u'_' || c == u'/' || c == u',';
        length = c.isSpace() || isEnd ? 0 : length + 1;
        broken += c;
        if (isEnd || (length >= mostInOne && !c.isHighSurrogate())) {
            broken += kBreakHere;
            length = 0;
        }
    }
    return broken;
}

} // namespace

BreakableLabel::BreakableLabel(const QString& text, QWidget* parent) : PlainLabel(parent)
{
    setWordWrap(true);
    setName(text);
}

void BreakableLabel::setName(const QString& text)
{
    setText(breakable(text));
    setAccessibleName(text);
}

QString BreakableLabel::unbroken(QString text)
{
    return text.remove(kBreakHere);
}

void BreakableLabel::copySelection(QClipboard::Mode mode) const
{
    if (hasSelectedText()) {
        QGuiApplication::clipboard()->setText(unbroken(selectedText()), mode);
    }
}

void BreakableLabel::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelection(QClipboard::Clipboard);
        event->accept();
        return;
    }
    PlainLabel::keyPressEvent(event);
}

void BreakableLabel::mouseReleaseEvent(QMouseEvent* event)
{
    PlainLabel::mouseReleaseEvent(event);
    if (QGuiApplication::clipboard()->supportsSelection()) { // X11's, which the middle button pastes
        copySelection(QClipboard::Selection);
    }
}

void BreakableLabel::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    QAction* copy = menu.addAction(QCoreApplication::translate("BreakableLabel", "Copy"), QKeySequence::Copy, this,
                                   [this] { copySelection(QClipboard::Clipboard); });
    copy->setEnabled(hasSelectedText());
    menu.addAction(QCoreApplication::translate("BreakableLabel", "Select all"), QKeySequence::SelectAll, this,
                   [this] { setSelection(0, static_cast<int>(text().size())); });
    menu.exec(event->globalPos());
}

} // namespace cairn::ui
