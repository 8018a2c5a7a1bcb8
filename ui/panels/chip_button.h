#pragma once

#include <QAbstractButton>

namespace cairn::ui {

/// A device as a chip that can be pressed: "cuda:0 · 48 · 44.7 kB".
class ChipButton : public QAbstractButton {
    Q_OBJECT

public:
    ChipButton(QString device, const QString& text, QWidget* parent = nullptr);

    [[nodiscard]] const QString& device() const { return m_device; }
    [[nodiscard]] QSize sizeHint() const override;
    /// Where there is less room the end of the text is left out.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_device;
};

} // namespace cairn::ui
