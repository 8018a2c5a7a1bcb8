#include "ui/text/theme.h"

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

} // namespace

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

QColor markColor(const QPalette& palette)
{
    return isDark(palette) ? QColor(0x5c, 0x4a, 0x10) : QColor(0xff, 0xe2, 0x7a);
}

} // namespace cairn::ui
