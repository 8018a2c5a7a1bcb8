#include "ui/map/canvas/map_accessible.h"

#include "ui/map/canvas/map_canvas.h"

#include <QAccessible>
#include <QAccessibleWidget>

#include <algorithm>

namespace cairn::ui {

namespace {

/// One item of a picture. Lives as long as the picture's own interface, and is invalid when the item is gone.
class ItemInterface final : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    ItemInterface(MapCanvas* picture, std::size_t index) : m_picture(picture), m_index(index) {}

    [[nodiscard]] bool isValid() const override { return m_index < m_picture->items().size(); }
    [[nodiscard]] QObject* object() const override { return nullptr; }
    [[nodiscard]] QWindow* window() const override { return m_picture->window()->windowHandle(); }
    [[nodiscard]] QAccessibleInterface* childAt(int /*x*/, int /*y*/) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* parent() const override
    {
        return QAccessible::queryAccessibleInterface(m_picture);
    }
    [[nodiscard]] QAccessibleInterface* child(int /*index*/) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* /*child*/) const override { return -1; }

    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        return isValid() && kind == QAccessible::Name ? m_picture->nameOf(item()) : QString();
    }
    void setText(QAccessible::Text /*kind*/, const QString& /*text*/) override {}
    [[nodiscard]] QRect rect() const override
    {
        if (!isValid()) {
            return {};
        }
        const QRect area = m_picture->layout().boundsOf(item()).toAlignedRect();
        return {m_picture->mapToGlobal(area.topLeft()), area.size()};
    }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::ListItem; }
    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state;
        state.focusable = true;
        state.focused = isValid() && m_picture->hasFocus() && m_picture->current() == item();
        state.invalid = !isValid();
        return state;
    }

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }
    [[nodiscard]] QStringList actionNames() const override { return {setFocusAction(), showMenuAction()}; }
    void doAction(const QString& name) override
    {
        if (isValid() && name == setFocusAction()) {
            m_picture->setFocus();
            m_picture->setCurrent(item());
        } else if (isValid() && name == showMenuAction()) {
            m_picture->openMenu(item());
        }
    }
    [[nodiscard]] QStringList keyBindingsForAction(const QString& /*name*/) const override { return {}; }

private:
    [[nodiscard]] MapItem item() const { return m_picture->items()[m_index]; }

    MapCanvas* m_picture;
    std::size_t m_index;
};

class PictureInterface final : public QAccessibleWidget {
public:
    explicit PictureInterface(MapCanvas* picture) : QAccessibleWidget(picture, QAccessible::List), m_picture(picture) {}
    ~PictureInterface() override
    {
        for (const QAccessible::Id id : m_items) {
            QAccessible::deleteAccessibleInterface(id);
        }
    }
    PictureInterface(const PictureInterface&) = delete;
    PictureInterface& operator=(const PictureInterface&) = delete;

    [[nodiscard]] int childCount() const override { return static_cast<int>(m_picture->items().size()); }
    [[nodiscard]] QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount()) {
            return nullptr;
        }
        while (m_items.size() <= static_cast<std::size_t>(index)) {
            // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDeleteLeaks): Qt owns what is registered
            m_items.push_back(QAccessible::registerAccessibleInterface(new ItemInterface(m_picture, m_items.size())));
        }
        return QAccessible::accessibleInterface(m_items[static_cast<std::size_t>(index)]);
    }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override
    {
        const auto found = std::ranges::find_if(
            m_items, [child](QAccessible::Id id) { return QAccessible::accessibleInterface(id) == child; });
        return found == m_items.end() ? -1 : static_cast<int>(found - m_items.begin());
    }
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override
    {
        const std::vector<MapItem> items = m_picture->items();
        const QPointF point = m_picture->mapFromGlobal(QPoint(x, y));
        const auto found = std::ranges::find(items, m_picture->layout().itemAt(point));
        return found == items.end() ? nullptr : child(static_cast<int>(found - items.begin()));
    }
    [[nodiscard]] QAccessibleInterface* focusChild() const override
    {
        const std::vector<MapItem> items = m_picture->items();
        const auto found = std::ranges::find(items, m_picture->current());
        return found == items.end() ? nullptr : child(static_cast<int>(found - items.begin()));
    }

private:
    MapCanvas* m_picture;
    mutable std::vector<QAccessible::Id> m_items;
};

QAccessibleInterface* makeInterface(const QString& /*key*/, QObject* object)
{
    auto* picture = qobject_cast<MapCanvas*>(object);
    return picture == nullptr ? nullptr : new PictureInterface(picture);
}

} // namespace

void installMapAccessibility()
{
    QAccessible::installFactory(&makeInterface); // a factory that is there already is not added again
}

} // namespace cairn::ui
