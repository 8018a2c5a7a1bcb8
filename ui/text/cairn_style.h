#pragma once

#include <QProxyStyle>

namespace cairn::ui {

/// The style of all windows: Fusion, with flat round buttons and with some air in them and between the columns of
/// tables. Colours are those of the palette. The application owns it.
class CairnStyle : public QProxyStyle {
    Q_OBJECT

public:
    /// A property: this button does what most people are here for, and stands out.
    static constexpr char kMain[] = "isMain";

    CairnStyle();

    [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    [[nodiscard]] int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                                QStyleHintReturn* result) const override;
    [[nodiscard]] QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                         const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    [[nodiscard]] QIcon standardIcon(StandardPixmap icon, const QStyleOption* option,
                                     const QWidget* widget) const override;
};

} // namespace cairn::ui
