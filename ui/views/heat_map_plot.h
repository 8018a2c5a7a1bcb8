#pragma once

#include "core/values/slice_overview.h"
#include "ui/views/heat_palette.h"

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
    /// One pixel a cell.
    [[nodiscard]] const QImage& image() const { return m_image; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void makeImage();
    [[nodiscard]] std::pair<double, double> range() const;
    [[nodiscard]] QRect pictureArea() const;
    void paintLegend(QPainter& painter) const;

    std::optional<values::SliceOverview> m_overview;
    HeatPalette m_palette = HeatPalette::Diverging;
    QImage m_image;
};

} // namespace cairn::ui
