#pragma once

#include <QWidget>

namespace cairn::ui {

/// What is to happen with dropped files.
enum class DropWish { Open, Convert };

/// Lies over a window while files are dragged onto it: two zones, and the one that a drop now would choose is lit.
/// Takes no events; the window that shows it asks it.
class DropOverlay : public QWidget {
    Q_OBJECT

public:
    explicit DropOverlay(QWidget* window);

    /// Covers the window. `what`: what is dragged, in words.
    void appear(const QString& what);
    /// The zone at a place of the window; a held key decides instead: Ctrl opens, Shift converts.
    [[nodiscard]] DropWish wishAt(const QPoint& place, Qt::KeyboardModifiers modifiers) const;
    void light(DropWish wish);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QRect zone(DropWish wish) const;
    void paintZone(QPainter& painter, DropWish wish, const QString& title, const QString& text) const;

    QString m_what;
    DropWish m_lit = DropWish::Open;
};

} // namespace cairn::ui
