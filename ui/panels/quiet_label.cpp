#include "ui/panels/quiet_label.h"

#include "ui/text/theme.h"

#include <QApplication>
#include <QEvent>

namespace cairn::ui {

QuietLabel::QuietLabel(const QString& text, QWidget* parent) : QLabel(text, parent)
{
    setColour();
}

void QuietLabel::setColour()
{
    const QColor colour = quietText(QApplication::palette());
    if (palette().color(QPalette::WindowText) != colour) { // it changes its palette, which brings it here again
        QPalette quiet;
        quiet.setColor(QPalette::WindowText, colour);
        setPalette(quiet);
    }
}

void QuietLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        setColour();
    }
}

} // namespace cairn::ui
