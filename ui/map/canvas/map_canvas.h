#pragma once

#include "ui/document/entry_mime.h"
#include "ui/map/canvas/map_painter.h"
#include "ui/map/model/map_editor.h"

#include <QPixmap>
#include <QWidget>

namespace cairn::ui {

/// The map as cards and curves, to be edited by dragging, by keyboard and by menu. Knows only what it shows: an edit is
/// a signal, and setScene() shows what came of it.
class MapCanvas : public QWidget {
    Q_OBJECT

public:
    explicit MapCanvas(QWidget* parent = nullptr);

    /// `document` tells whose rows may be dropped here.
    void setScene(MapScene scene, const DocumentPtr& document);
    /// How the scene would be after a drop: the cards show it until the target is left.
    void setForeseen(const MapScene& scene);
    [[nodiscard]] const MapScene& scene() const { return m_scene; }
    [[nodiscard]] const MapLayout& layout() const { return m_layout; }
    using QWidget::layout;

    [[nodiscard]] MapItem current() const { return m_look.current; }
    void setCurrent(const MapItem& item);
    /// All items in reading order: tags, curves, targets.
    [[nodiscard]] std::vector<MapItem> items() const;
    [[nodiscard]] QString nameOf(const MapItem& item) const;
    /// Where a tag or a curve can be sent, as a menu.
    void openMenu(const MapItem& item);

    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    // An empty `to` is "as saved".
    void sent(const cairn::ui::MapDragPayload& payload, const std::string& to);
    /// It is over a target, and would go there.
    void held(const cairn::ui::MapDragPayload& payload, const std::string& to);
    /// It is over no target any more, or was not dropped at all.
    void leftTarget();
    /// Something was dropped where it cannot go.
    void refused(const QString& why);
    /// The keyboard or the mouse is here: scroll to it.
    void rectangleRequested(const QRect& area);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void placeAll();
    [[nodiscard]] MapItem sameItem(const MapItem& item, const MapScene& before) const;
    void setHover(const MapItem& item);
    void moveDrag(const QPointF& at);
    void setOver(const MapItem& item);
    void keepDrag(const MapScene& before);
    [[nodiscard]] MapDragPayload payload() const;
    void cancelDrag();
    void drop(const QPointF& at);
    void send(const std::string& to);
    void sendAtOnce(const MapItem& source, const std::string& to);
    void carryByKeyboard(const MapItem& source);
    bool carryingKey(int key);
    bool walkingKey(int key);
    void beginWalk();
    void step(int by);
    void stepAcross(int by);
    [[nodiscard]] QString tipAt(const QPointF& at) const;

    MapScene m_scene;
    MapLayout m_layout;
    MapLook m_look;
    QPixmap m_backdrop; ///< null: to be painted
    DocumentPtr m_document;
    EntryRows m_rows; ///< that come from outside
    MapItem m_pressed;
    QPointF m_pressedAt;
};

} // namespace cairn::ui
