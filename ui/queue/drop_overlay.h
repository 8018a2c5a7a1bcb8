#pragma once

#include <QWidget>

#include <optional>

class QSettings;

namespace cairn::ui {

struct DroppedFiles;

/// What is to happen with dropped files.
enum class DropAction { Open, Convert };

/// What a person has settled about all drops; nothing: the zones decide.
[[nodiscard]] std::optional<DropAction> savedDropAction(const QSettings& settings);
void saveDropAction(QSettings& settings, std::optional<DropAction> wish);

/// Lies over a window while files are dragged onto it: two zones, and the one that a drop now would choose is lit; or
/// one, if a person has settled that. Takes no events; the window that shows it asks it.
class DropOverlay : public QWidget {
    Q_OBJECT

public:
    explicit DropOverlay(QWidget* window);

    /// Covers the window. `settled`: the wish for all drops, if there is one.
    void appear(const DroppedFiles& files, std::optional<DropAction> settled = {});
    /// The zone at a place of the window; a held key decides instead: Ctrl opens, Shift converts.
    [[nodiscard]] DropAction actionAt(const QPoint& place, Qt::KeyboardModifiers modifiers) const;
    void light(DropAction wish);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QRect zone(DropAction wish) const;
    void paintZone(QPainter& painter, DropAction wish, const QString& title, const QString& text) const;

    QString m_what;
    std::optional<DropAction> m_settled;
    DropAction m_lit = DropAction::Open;
};

} // namespace cairn::ui
