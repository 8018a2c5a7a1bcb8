#include "ui/common/toned_label.h"

#include "ui/text/theme.h"

#include <QApplication>
#include <QEvent>

namespace cairn::ui {

TonedLabel::TonedLabel(Tone tone, const QString& text, QWidget* parent) : PlainLabel(text, parent), m_tone(tone)
{
    setColour();
}

void TonedLabel::setTone(Tone tone)
{
    m_tone = tone;
    setColour();
}

void TonedLabel::setColour()
{
    const QColor colour = m_tone(QApplication::palette());
    if (palette().color(foregroundRole()) != colour) { // it changes its palette, which brings it here again
        setPalette(withText({}, colour));
    }
}

void TonedLabel::changeEvent(QEvent* event)
{
    PlainLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        setColour();
    }
}

} // namespace cairn::ui
