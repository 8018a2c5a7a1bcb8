#include "ui/text/theme.h"

#include "ui/text/cairn_style.h"

#include <QApplication>
#include <QSettings>
#include <QStyle>

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

/// Flat tabs, tools and headers; colours are those of the palette.
QString styleSheetFor(const QPalette& palette)
{
    return QStringLiteral(R"(
QTabBar::tab { padding: 6px 12px; border: none; border-bottom: 2px solid transparent; color: %2; background: transparent; }
QTabBar[isTight="true"]::tab { padding: 6px 5px; }
QTabBar::tab:selected { color: %3; border-bottom: 2px solid %4; }
QTabBar::tab:hover:!selected { color: %3; }
QTabBar::tab:focus { border-bottom: 2px solid %4; color: %4; }
QTabWidget::pane { border: none; border-top: 1px solid %1; }
QHeaderView { background: %5; }
QHeaderView::section { padding: 4px 6px; border: none; border-bottom: 1px solid %1; border-right: 1px solid %1; color: %2;
    background: %5; }
QHeaderView::section:vertical { padding: 0 6px; }
QTableCornerButton::section { border: none; border-bottom: 1px solid %1; border-right: 1px solid %1; background: %5; }
QHeaderView::up-arrow, QHeaderView::down-arrow { subcontrol-position: top center; subcontrol-origin: border; width: 13px; height: 9px; }
QTableView QHeaderView::up-arrow, QTableView QHeaderView::down-arrow { width: 0; height: 0; }
QTabBar > QToolButton#ScrollLeftButton, QTabBar > QToolButton#ScrollRightButton { padding: 0; border: none; background: %8; }
QToolBar { border: none; border-bottom: 1px solid %1; padding: 5px 8px; spacing: 6px; }
QToolButton[autoRaise="false"][arrowType="0"] { padding: 3px 9px; }
QToolBar > QToolButton { padding: 5px 11px; }
QToolBar > QToolButton, QToolButton[autoRaise="false"][arrowType="0"] { border: 1px solid %10; border-radius: 5px; background: %11; }
QToolBar > QToolButton:hover, QToolButton[autoRaise="false"][arrowType="0"]:hover { background: %9; }
QToolBar > QToolButton:focus { border: 2px solid %4; padding: 4px 10px; }
QToolButton[autoRaise="false"][arrowType="0"]:focus { border: 2px solid %4; padding: 2px 8px; }
QToolBar > QToolButton:pressed, QToolBar > QToolButton:checked, QToolButton[autoRaise="false"][arrowType="0"]:pressed,
QToolButton[autoRaise="false"][arrowType="0"]:checked { background: %6; }
QToolBar > QToolButton:disabled, QToolButton[autoRaise="false"][arrowType="0"]:disabled { color: %7; border-color: %1; background: %8; }
QToolBar > QToolButton[isMain="true"]:enabled { background: %12; border-color: %12; color: %13; }
QToolBar > QToolButton[isMain="true"]:hover { border-color: %3; }
QToolBar > QToolButton[isMain="true"]:focus { border: 2px solid %3; padding: 4px 10px; }
QToolButton[popupMode="2"], QToolButton[autoRaise="false"][arrowType="0"][popupMode="2"] { padding-right: 20px; }
QToolBar > QToolButton[popupMode="2"]:focus, QToolButton[autoRaise="false"][arrowType="0"][popupMode="2"]:focus { padding-right: 19px; }
QToolButton[popupMode="2"]::menu-indicator { subcontrol-origin: border; subcontrol-position: right center; right: 6px; }
QToolBar > QToolButton#qt_toolbar_ext_button { padding: 0; }
QToolButton[isLink="true"] { border: none; padding: 2px 0; color: %4; }
QToolButton[isLink="true"]:hover, QToolButton[isLink="true"]:focus { text-decoration: underline; }
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
             palette.color(QPalette::AlternateBase).name())
        .arg(buttonLine(palette).name(), buttonColor(palette).name(), palette.color(QPalette::Highlight).name(),
             palette.color(QPalette::HighlightedText).name());
}

} // namespace

void useStyle()
{
    QApplication::setStyle(new CairnStyle);
} // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks): the application owns it now

void applyTheme(Theme theme)
{
    // as it was before anything was changed; a desktop that says nothing leaves it to the style
    static const QPalette kDesktop =
        QApplication::palette() == QApplication::style()->standardPalette() ? lightPalette() : QApplication::palette();
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

QColor cautionText(const QPalette& palette)
{
    return isDark(palette) ? QColor(0xf0, 0xb4, 0x5c) : QColor(0x8f, 0x58, 0x00);
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

QColor buttonColor(const QPalette& palette)
{
    return isDark(palette) ? palette.color(QPalette::Button) : palette.color(QPalette::Base);
}

QColor buttonLine(const QPalette& palette)
{
    return blend(buttonColor(palette), palette.color(QPalette::Text), 0.25);
}

QColor markColor(const QPalette& palette)
{
    return isDark(palette) ? QColor(0x5c, 0x4a, 0x10) : QColor(0xff, 0xe2, 0x7a);
}

} // namespace cairn::ui
