#include "ui/text/cairn_style.h"

#include "ui/text/theme.h"

#include <QApplication>
#include <QIconEngine>
#include <QPainter>
#include <QStyleOption>

#include <algorithm>

namespace cairn::ui {

namespace {

/// An arrow down in the text colour that the application has when it is painted.
class ArrowEngine : public QIconEngine {
public:
    void paint(QPainter* painter, const QRect& rect, QIcon::Mode /*mode*/, QIcon::State /*state*/) override
    {
        const QPointF middle = QRectF(rect).center();
        constexpr double arm = 3.5;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(QApplication::palette().color(QPalette::ButtonText), 1.5));
        painter->drawPolyline(QPolygonF(
            {middle + QPointF(-arm, -arm / 2), middle + QPointF(0, arm / 2), middle + QPointF(arm, -arm / 2)}));
        painter->restore();
    }
    [[nodiscard]] QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap picture(size);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return picture;
    }
    [[nodiscard]] QIconEngine* clone() const override { return new ArrowEngine(*this); }
};

/// Of the button that does what most people are here for.
bool isMain(const QStyleOption& option, const QWidget* widget)
{
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(&option);
    const bool isDefault = button != nullptr && button->features.testFlag(QStyleOptionButton::DefaultButton);
    return option.state.testFlag(QStyle::State_Enabled) &&
           (isDefault || (widget != nullptr && widget->property(CairnStyle::kMain).toBool()));
}

/// Flat and round, like the tools; the colours say whether the pointer or the keyboard is on it.
void drawButton(const QStyleOption& option, QPainter& painter, bool isMain)
{
    const QPalette& palette = option.palette;
    const QColor base = buttonColor(palette);
    const bool isOn = option.state.testFlag(QStyle::State_Enabled);
    const bool isDown = (option.state & (QStyle::State_Sunken | QStyle::State_On)) != 0;
    const bool isHot = isOn && option.state.testFlag(QStyle::State_MouseOver);
    const bool hasFocus = isOn && option.state.testFlag(QStyle::State_HasFocus);
    const QColor accent = QApplication::palette().color(QPalette::Highlight);
    const QColor link = palette.color(QPalette::Link);
    QColor fill = isMain ? accent : isDown ? blend(base, accent, 0.15) : isOn ? base : palette.color(QPalette::Window);
    if (isMain && (isDown || isHot)) {
        fill = blend(fill, Qt::black, isDown ? 0.2 : 0.1);
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(fill);
    painter.setPen(isHot || hasFocus ? link : isMain ? fill : isOn ? buttonLine(palette) : lineColor(palette));
    const QRectF outline = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.drawRoundedRect(outline, 5, 5);
    if (hasFocus) { // within the border, so that it shows on the blue one too
        painter.setBrush(Qt::NoBrush);
        painter.setPen(isMain ? palette.color(QPalette::HighlightedText) : link);
        painter.drawRoundedRect(outline.adjusted(1.5, 1.5, -1.5, -1.5), 3.5, 3.5);
    }
    painter.restore();
}

/// Grey, and red only under the pointer: a red one reads as an error.
void drawCross(const QStyleOption& option, QPainter& painter)
{
    const bool isHot = option.state.testFlag(QStyle::State_Raised) || option.state.testFlag(QStyle::State_Sunken);
    const QPointF middle = QRectF(option.rect).center();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (isHot) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(0xc4, 0x2b, 0x1c));
        painter.drawRoundedRect(QRectF(middle - QPointF(7.5, 7.5), QSizeF(15, 15)), 3, 3);
    }
    constexpr double arm = 3.5;
    painter.setPen(QPen(isHot ? QColor(Qt::white) : quietText(option.palette), 1.4));
    painter.drawLine(middle - QPointF(arm, arm), middle + QPointF(arm, arm));
    painter.drawLine(middle + QPointF(-arm, arm), middle + QPointF(arm, -arm));
    painter.restore();
}

/// Fusion's outlines are darker than their surroundings, and so next to nothing where those are dark.
void drawOutline(const QStyleOption& option, QPainter& painter, bool isRound)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(quietText(option.palette));
    painter.setBrush(Qt::NoBrush);
    const QRectF outline = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5);
    isRound ? painter.drawEllipse(outline) : painter.drawRoundedRect(outline, 2, 2);
    painter.restore();
}

} // namespace

CairnStyle::CairnStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

int CairnStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    constexpr int margin = 5;     // of the text in a cell; titles have the same
    constexpr int extension = 22; // the button for tools that there is no room for: as wide as its arrow needs
    return metric == PM_FocusFrameHMargin        ? margin
           : metric == PM_ToolBarExtensionExtent ? extension
                                                 : QProxyStyle::pixelMetric(metric, option, widget);
}

/// Fusion's icons on the buttons of dialogs are dark on dark.
int CairnStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* result) const
{
    return hint == SH_DialogButtonBox_ButtonsHaveIcons ? 0 : QProxyStyle::styleHint(hint, option, widget, result);
}

QSize CairnStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                   const QWidget* widget) const
{
    const QSize whole = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type != CT_PushButton) {
        return whole;
    }
    constexpr int side = 11;
    return {std::max(whole.width(), size.width() + 2 * side), whole.height() + 2};
}

void CairnStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const
{
    if (element == PE_IndicatorTabClose) {
        return drawCross(*option, *painter);
    }
    if (element == PE_PanelButtonCommand) {
        return drawButton(*option, *painter, isMain(*option, widget));
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    const bool isRound = element == PE_IndicatorRadioButton;
    const bool isBox = isRound || element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck;
    if (isBox && isDark(option->palette)) {
        drawOutline(*option, *painter, isRound);
    }
}

void CairnStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const
{
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    if (element != CE_PushButtonLabel || button == nullptr || !isMain(*option, widget)) {
        return QProxyStyle::drawControl(element, option, painter, widget);
    }
    QStyleOptionButton label(*button);
    label.palette.setColor(QPalette::ButtonText, QApplication::palette().color(QPalette::HighlightedText));
    QProxyStyle::drawControl(element, &label, painter, widget);
}

/// Fusion's picture for more tools is dark on dark.
QIcon CairnStyle::standardIcon(StandardPixmap icon, const QStyleOption* option, const QWidget* widget) const
{
    return icon == SP_ToolBarHorizontalExtensionButton ? QIcon(new ArrowEngine)
                                                       : QProxyStyle::standardIcon(icon, option, widget);
}

} // namespace cairn::ui
