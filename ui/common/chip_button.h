#pragma once

#include <QAbstractButton>

namespace cairn::ui {

/// A device as a chip that can be pressed: "cuda:0 · 48 · 44.7 kB", or less of that where there is less room.
class ChipButton : public QAbstractButton {
    Q_OBJECT

public:
    /// The device, and what there is to say of it.
    explicit ChipButton(const QString& device, const QStringList& facts = {}, QWidget* parent = nullptr);

    [[nodiscard]] const QString& device() const { return m_device; }
    /// At most so many facts; it says all of them at first.
    void showFacts(qsizetype most);
    [[nodiscard]] QSize sizeHint() const override;
    /// The end of a long text is left out.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_device;
    QStringList m_texts; ///< with no fact, with one, and so on
};

} // namespace cairn::ui
