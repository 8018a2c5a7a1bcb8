#include "ui/text/theme.h"

#include <QApplication>
#include <QIconEngine>
#include <QPainter>
#include <QProxyStyle>
#include <QSettings>
#include <QStyle>
#include <QStyleOption>

namespace cairn::ui {

namespace {

constexpr auto kKey = "theme";

QPalette lightPalette()
{
    QPalette palette(QColor(0xf4, 0xf4, 0xf5), QColor(0xf4, 0xf4, 0xf5));
    palette.setColor(QPalette::Base, Qt::white);
    palette.setColor(QPalette::AlternateBase, QColor(0xf8, 0xf8, 0xf9));
    palette.setColor(QPalette::Highlight, QColor(0x2d, 0x6c, 0xdf));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, QColor(0x1f, 0x5f, 0xd0));
    palette.setColor(QPalette::PlaceholderText, QColor(0x6b, 0x6e, 0x76));
    return palette;
}

QPalette darkPalette()
{
    const QColor text(0xe6, 0xe7, 0xea);
    QPalette palette(QColor(0x33, 0x36, 0x3c), QColor(0x2b, 0x2d, 0x32));
    palette.setColor(QPalette::Base, QColor(0x24, 0x26, 0x2a));
    palette.setColor(QPalette::AlternateBase, QColor(0x2b, 0x2d, 0x32));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) {
        palette.setColor(role, text);
        palette.setColor(QPalette::Disabled, role, QColor(0x80, 0x83, 0x8a));
    }
    palette.setColor(QPalette::ToolTipBase, QColor(0x3a, 0x3d, 0x44));
    palette.setColor(QPalette::Highlight, QColor(0x36, 0x63, 0xb5));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, QColor(0x7f, 0xb0, 0xff));
    palette.setColor(QPalette::PlaceholderText, QColor(0x9a, 0x9d, 0xa5));
    return palette;
}

/// Rows keep the colours of what is in them when they are selected.
QPalette softSelection(QPalette palette)
{
    const QColor base = palette.color(QPalette::Base);
    palette.setColor(QPalette::Highlight,
                     blend(base, palette.color(QPalette::Highlight), isDark(palette) ? 0.45 : 0.18));
    palette.setColor(QPalette::Inactive, QPalette::Highlight,
                     blend(base, palette.color(QPalette::Text), isDark(palette) ? 0.16 : 0.10));
    palette.setColor(QPalette::HighlightedText, palette.color(QPalette::Text));
    return palette;
}

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

class RoomyStyle : public QProxyStyle {
public:
    RoomyStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

    [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override
    {
        constexpr int margin = 5;     // of the text in a cell; titles have the same
        constexpr int extension = 22; // the button for tools that there is no room for: as wide as its arrow needs
        return metric == PM_FocusFrameHMargin        ? margin
               : metric == PM_ToolBarExtensionExtent ? extension
                                                     : QProxyStyle::pixelMetric(metric, option, widget);
    }

    /// Fusion's icons on the buttons of dialogs are dark on dark.
    [[nodiscard]] int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                                QStyleHintReturn* result) const override
    {
        return hint == SH_DialogButtonBox_ButtonsHaveIcons ? 0 : QProxyStyle::styleHint(hint, option, widget, result);
    }

    /// Its outlines are darker than their surroundings, and so next to nothing where those are dark.
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override
    {
        if (element == PE_IndicatorTabClose) {
            return drawCross(*option, *painter);
        }
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        const bool isRound = element == PE_IndicatorRadioButton;
        if (!isDark(option->palette) ||
            (!isRound && element != PE_IndicatorCheckBox && element != PE_IndicatorItemViewItemCheck)) {
            return;
        }
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(quietText(option->palette));
        painter->setBrush(Qt::NoBrush);
        const QRectF outline = QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5);
        isRound ? painter->drawEllipse(outline) : painter->drawRoundedRect(outline, 2, 2);
        painter->restore();
    }

    /// Its picture for more tools is dark on dark.
    [[nodiscard]] QIcon standardIcon(StandardPixmap icon, const QStyleOption* option,
                                     const QWidget* widget) const override
    {
        return icon == SP_ToolBarHorizontalExtensionButton ? QIcon(new ArrowEngine)
                                                           : QProxyStyle::standardIcon(icon, option, widget);
    }

private:
    /// Grey, and red only under the pointer: a red one reads as an error.
    static void drawCross(const QStyleOption& option, QPainter& painter)
    {
        const bool isHot = option.state.testFlag(State_Raised) || option.state.testFlag(State_Sunken);
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
};

/// Flat tabs, tools and headers; colours are those of the palette.
QString styleSheetFor(const QPalette& palette)
{
    return QStringLiteral(R"(
QTabBar::tab { padding: 6px 12px; border: none; border-bottom: 2px solid transparent; color: %2; background: transparent; }
QTabBar::tab:selected { color: %3; border-bottom: 2px solid %4; }
QTabBar::tab:hover:!selected { color: %3; }
QTabBar::tab:focus { border-bottom: 2px solid %4; color: %4; }
QTabWidget::pane { border: none; border-top: 1px solid %1; }
QHeaderView { background: %5; }
QHeaderView::section { padding: 4px 6px; border: none; border-bottom: 1px solid %1; border-right: 1px solid %1; color: %2;
    background: %5; }
QToolBar { border: none; border-bottom: 1px solid %1; padding: 5px 8px; spacing: 6px; }
QToolBar > QToolButton { padding: 5px 11px; border: 1px solid %1; border-radius: 5px; background: %5; }
QToolBar > QToolButton:hover, QToolBar > QToolButton:focus { border-color: %4; }
QToolBar > QToolButton:pressed, QToolBar > QToolButton:checked { background: %6; }
QToolBar > QToolButton:disabled { color: %7; }
QToolBar > QToolButton#qt_toolbar_ext_button { padding: 0; }
QListWidget#issues::item { padding: 5px 8px; }
QListWidget#issues::item:hover { background: %9; }
QLineEdit#search { padding: 5px 8px; border: 1px solid %1; border-radius: 5px; background: %5; }
QLineEdit#search:focus { border-color: %4; }
QMainWindow::separator { width: 1px; height: 1px; background: %1; }
QDockWidget::title { padding: 6px 12px; background: %8; }
)")
        .arg(lineColor(palette).name(), quietText(palette).name(), palette.color(QPalette::Text).name(),
             palette.color(QPalette::Link).name(), palette.color(QPalette::Base).name(),
             blend(palette.color(QPalette::Base), palette.color(QPalette::Highlight), 0.15).name(),
             palette.color(QPalette::Disabled, QPalette::Text).name(), palette.color(QPalette::Window).name(),
             palette.color(QPalette::AlternateBase).name());
}

} // namespace

void useStyle()
{
    QApplication::setStyle(new RoomyStyle);
}

void applyTheme(Theme theme)
{
    static const QPalette kDesktop = QApplication::palette(); // as it was before anything was changed
    const QPalette palette = theme == Theme::System ? kDesktop : paletteOf(theme);
    QApplication::setPalette(palette);
    QApplication::setPalette(softSelection(palette), "QAbstractItemView");
    qApp->setStyleSheet(styleSheetFor(palette));
}

Theme savedTheme(const QSettings& settings)
{
    const int theme = settings.value(kKey).toInt();
    return theme == static_cast<int>(Theme::Light) || theme == static_cast<int>(Theme::Dark) ? static_cast<Theme>(theme)
                                                                                             : Theme::System;
}

void saveTheme(QSettings& settings, Theme theme)
{
    settings.setValue(kKey, static_cast<int>(theme));
}

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Base).lightness() < 128;
}

QPalette paletteOf(Theme theme)
{
    switch (theme) {
    case Theme::Light: return lightPalette();
    case Theme::Dark: return darkPalette();
    case Theme::System: break;
    }
    return QApplication::style()->standardPalette();
}

QColor blend(const QColor& first, const QColor& second, double share)
{
    const auto mix = [share](int a, int b) { return static_cast<int>(a + (b - a) * share); };
    return {mix(first.red(), second.red()), mix(first.green(), second.green()), mix(first.blue(), second.blue())};
}

QColor quietText(const QPalette& palette)
{
    return blend(palette.color(QPalette::Text), palette.color(QPalette::Base), 0.38);
}

QColor goodText(const QPalette& palette)
{
    return isDark(palette) ? QColor(0x6f, 0xcf, 0x97) : QColor(0x1b, 0x74, 0x3e);
}

QColor badText(const QPalette& palette)
{
    return isDark(palette) ? QColor(0xff, 0x8a, 0x80) : QColor(0xb3, 0x1d, 0x1d);
}

QPalette withText(QPalette palette, const QColor& colour)
{
    palette.setColor(QPalette::WindowText, colour);
    palette.setColor(QPalette::Text, colour);
    return palette;
}

QColor barColor(const QPalette& palette)
{
    return isDark(palette) ? blend(palette.color(QPalette::Highlight), palette.color(QPalette::Link), 0.5)
                           : blend(palette.color(QPalette::Base), palette.color(QPalette::Highlight), 0.65);
}

QColor lineColor(const QPalette& palette)
{
    return blend(palette.color(QPalette::Base), palette.color(QPalette::Text), 0.14);
}

QColor markColor(const QPalette& palette)
{
    return isDark(palette) ? QColor(0x5c, 0x4a, 0x10) : QColor(0xff, 0xe2, 0x7a);
}

} // namespace cairn::ui
