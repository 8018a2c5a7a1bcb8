#pragma once

#include <QLayout>
#include <QList>

namespace cairn::ui {

/// Widgets in a line, and in as many lines as it takes where that is too narrow.
class FlowLayout : public QLayout {
public:
    FlowLayout() = default;
    FlowLayout(const FlowLayout&) = delete;
    FlowLayout& operator=(const FlowLayout&) = delete;
    ~FlowLayout() override;

    void insertWidget(int index, QWidget* widget);
    /// Whether more than one line is taken. Without that it is as wide as its line.
    void setWraps(bool wraps);
    /// Of all that is shown, in one line.
    [[nodiscard]] int lineWidth() const;
    /// Of the widest that is shown.
    [[nodiscard]] int widestItem() const;

    void addItem(QLayoutItem* item) override;
    [[nodiscard]] int count() const override { return static_cast<int>(m_items.size()); }
    [[nodiscard]] QLayoutItem* itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return m_wraps; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect& area) override;

private:
    [[nodiscard]] int lineHeight() const;
    /// Calls `place(item, where)` for each that is shown, in an area as wide as this one; the height that they take.
    template <typename Place>
    int lay(const QRect& area, Place&& place) const;

    QList<QLayoutItem*> m_items;
    bool m_wraps = false;
};

} // namespace cairn::ui
