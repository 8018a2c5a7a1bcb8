#pragma once

#include "core/values/slice_overview.h"
#include "ui/values/heat_palette.h"

#include <QImage>
#include <QWidget>

#include <optional>

namespace cairn::ui {

/// A slice of a tensor as a picture, with a legend below it. Cells with NaN or infinite numbers are marked.
class HeatMapPlot : public QWidget {
    Q_OBJECT

public:
    explicit HeatMapPlot(QWidget* parent = nullptr);

    void setOverview(std::optional<values::SliceOverview> overview);
    void setHeatPalette(HeatPalette palette);
    [[nodiscard]] const std::optional<values::SliceOverview>& overview() const { return m_overview; }
    /// What the ends of the legend say; both empty if there is no number.
    [[nodiscard]] std::pair<QString, QString> legend() const;
    /// One pixel a cell.
    [[nodiscard]] const QImage& image() const { return m_image; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void makeImage();
    /// What the colours stand for: the numbers at both ends, and the part of the palette that lies between them.
    struct Scale {
        double low = 0;
        double high = 0;
        double first = 0;
        double last = 1;

        [[nodiscard]] double place(double number) const;
    };

    [[nodiscard]] Scale scale() const;
    [[nodiscard]] QRect pictureArea() const;
    void paintLegend(QPainter& painter) const;

    std::optional<values::SliceOverview> m_overview;
    HeatPalette m_palette = HeatPalette::Diverging;
    QImage m_image;
    bool m_hasNumbers = false; ///< and not only such that are not finite
};

} // namespace cairn::ui
