#pragma once

#include "ui/common/plain_label.h"
#include "ui/text/theme.h"

#include <QLabel>

namespace cairn::ui {

/// A label in one of the theme's colours for text, whichever the theme is: quietText, goodText, badText. It sees to
/// that itself, for style sheets give labels back the palettes they had.
class TonedLabel : public PlainLabel {
    Q_OBJECT

public:
    explicit TonedLabel(Tone tone, const QString& text = {}, QWidget* parent = nullptr);

    void setTone(Tone tone);

protected:
    void changeEvent(QEvent* event) override;

private:
    void setColour();

    Tone m_tone;
};

} // namespace cairn::ui
