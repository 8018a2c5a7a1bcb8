#include "ui/code/code_text.h"

#include <QEvent>
#include <QFontDatabase>

namespace cairn::ui {

CodeText::CodeText(QWidget* parent) : QPlainTextEdit(parent), m_highlighter(new CodeHighlighter(document()))
{
    setReadOnly(true);
    setFrameShape(QFrame::NoFrame);
    setLineWrapMode(NoWrap);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setTabChangesFocus(true);
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_highlighter->setPalette(palette());
}

void CodeText::showCode(const QString& code, CodeLanguage language)
{
    setPlainText(code);
    m_highlighter->setLanguage(language);
}

void CodeText::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_highlighter->setPalette(palette());
    }
}

} // namespace cairn::ui
