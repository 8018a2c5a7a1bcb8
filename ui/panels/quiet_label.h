#pragma once

#include <QLabel>

namespace cairn::ui {

/// A label that is less important than what stands around it, in the theme's colour for that, whichever the theme is.
class QuietLabel : public QLabel {
    Q_OBJECT

public:
    explicit QuietLabel(const QString& text, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void setColour();
};

} // namespace cairn::ui
