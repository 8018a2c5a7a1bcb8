#include "ui/common/chip_button.h"

#include "ui/common/device_chip.h"

#include <QPainter>
#include <QStyleOptionFocusRect>

#include <algorithm>

namespace cairn::ui {

ChipButton::ChipButton(const QString& device, const QStringList& facts, QWidget* parent)
    : QAbstractButton(parent), m_device(device), m_texts(device)
{
    for (const QString& fact : facts) {
        m_texts.append(m_texts.back() + QStringLiteral(" · ") + fact);
    }
    showFacts(facts.size());
    setAccessibleName(tr("saved on %1").arg(text()));
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    setFocusPolicy(Qt::TabFocus);
}

void ChipButton::showFacts(qsizetype most)
{
    setText(m_texts[std::min(most, m_texts.size() - 1)]);
}

QSize ChipButton::sizeHint() const
{
    return chipSize(text(), font()) + QSize(2, 4);
}

QSize ChipButton::minimumSizeHint() const
{
    const int most = fontMetrics().averageCharWidth() * 12;
    return {std::min(sizeHint().width(), most), sizeHint().height()};
}

void ChipButton::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    paintChip(painter, rect().adjusted(1, 1, -1, -1), text(), deviceColor(m_device, palette()), font());
    if (hasFocus()) {
        QStyleOptionFocusRect focus;
        focus.initFrom(this);
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, &painter, this);
    }
}

} // namespace cairn::ui
