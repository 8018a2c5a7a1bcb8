#pragma once

#include <QWidget>

#include <optional>

class QSettings;

namespace cairn::ui {

/// What is to happen with dropped files.
enum class DropWish { Open, Convert };

/// What a person has settled about all drops; nothing: the zones decide.
[[nodiscard]] std::optional<DropWish> savedDropWish(const QSettings& settings);
void saveDropWish(QSettings& settings, std::optional<DropWish> wish);

/// Lies over a window while files are dragged onto it: two zones, and the one that a drop now would choose is lit; or
/// one, if a person has settled that. Takes no events; the window that shows it asks it.
class DropOverlay : public QWidget {
    Q_OBJECT

public:
    explicit DropOverlay(QWidget* window);

    /// Covers the window. `what`: what is dragged, in words. `settled`: the wish for all drops, if there is one.
    void appear(const QString& what, std::optional<DropWish> settled = {});
    /// The zone at a place of the window; a held key decides instead: Ctrl opens, Shift converts.
    [[nodiscard]] DropWish wishAt(const QPoint& place, Qt::KeyboardModifiers modifiers) const;
    void light(DropWish wish);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QRect zone(DropWish wish) const;
    void paintZone(QPainter& painter, DropWish wish, const QString& title, const QString& text) const;

    QString m_what;
    std::optional<DropWish> m_settled;
    DropWish m_lit = DropWish::Open;
};

} // namespace cairn::ui
