#pragma once

#include <QRectF>
#include <QWidget>

#include <cstdint>
#include <vector>

namespace cairn::ui {

/// Rectangles with areas in the ratio of `weights`, which are in falling order, as close to squares as they get
/// ("squarified"). They fill `area`.
[[nodiscard]] std::vector<QRectF> squarify(const std::vector<double>& weights, const QRectF& area);

/// Sizes as areas. Cells are chosen by mouse or with the arrow keys and Enter.
class Treemap : public QWidget {
    Q_OBJECT

public:
    struct Cell {
        QString name;
        QString detail;
        std::uint64_t weight = 0;
        QString device; ///< whose colour it has
        std::uint32_t id = 0;
    };

    explicit Treemap(QWidget* parent = nullptr);

    /// The heaviest first.
    void setCells(std::vector<Cell> cells);
    [[nodiscard]] const std::vector<Cell>& cells() const { return m_cells; }
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void activated(std::uint32_t id);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void layOut();
    [[nodiscard]] int cellAt(const QPoint& point) const;

    std::vector<Cell> m_cells;
    std::vector<QRectF> m_areas;
    int m_current = -1;
};

} // namespace cairn::ui
