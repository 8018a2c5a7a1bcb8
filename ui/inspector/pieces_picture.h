#pragma once

#include "ui/document/document.h"

#include <QRectF>
#include <QWidget>

#include <vector>

namespace cairn::ui {

/// Who holds what of a tensor in a folder: its pieces as boxes, along the two axes that it was cut along first, in a
/// colour for each rank. What is missing is hatched.
class PiecesPicture : public QWidget {
    Q_OBJECT

public:
    explicit PiecesPicture(QWidget* parent = nullptr);

    /// Hidden where there is nothing to draw: outside of folders, and of more pieces than can be told apart.
    void showTensor(const DocumentPtr& document, checkpoint::EntryId id);
    /// What the boxes say, a line for each.
    [[nodiscard]] QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// One place of the tensor, and all who have it.
    struct Box {
        std::int64_t row = 0;
        std::int64_t rows = 1;
        std::int64_t column = 0;
        std::int64_t columns = 1;
        QStringList holders;
        QString place; ///< "[0:512, :]", of the first that has it
        QString state; ///< empty: it is there
        std::uint32_t colour = 0;
        bool hasRank = false;
    };

    void findBoxes(const Document& document, const checkpoint::Tensor& tensor);
    [[nodiscard]] QRectF area() const;
    [[nodiscard]] QRectF rectOf(const Box& box) const;
    [[nodiscard]] static QString labelOf(const Box& box);
    [[nodiscard]] static QString lineOf(const Box& box);
    void paintBox(QPainter& painter, const Box& box) const;
    void paintTicks(QPainter& painter) const;

    std::vector<Box> m_boxes;
    std::int64_t m_rows = 1;
    std::int64_t m_columns = 1;
    int m_top = 0; ///< of the boxes
};

} // namespace cairn::ui
