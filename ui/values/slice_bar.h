#pragma once

#include "core/values/number_decoder.h"

#include <QWidget>

class QComboBox;
class QGridLayout;
class QSpinBox;

namespace cairn::ui {

/// Chooses which two axes of a tensor lie in the rows and columns of a view, and where the view stands on the others.
/// Begins with the last two axes, at index 0 of the others. Hidden for tensors of two axes and fewer: there is nothing
/// to choose but to turn them round.
class SliceBar : public QWidget {
    Q_OBJECT

public:
    explicit SliceBar(QWidget* parent = nullptr);

    void setShape(std::vector<std::int64_t> shape);
    /// The whole slice: every row and column of it.
    [[nodiscard]] values::SlicePlace place() const;

    /// As wide as its widest part: there may be a line for each.
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void changed();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    void chooseAxes(QComboBox* moved, int other);
    void placeSpins();

    std::vector<std::int64_t> m_shape;
    QGridLayout* m_grid;
    std::vector<QWidget*> m_axes; ///< the two lists
    QComboBox* m_rows;
    QComboBox* m_columns;
    std::vector<QWidget*> m_fields;
    std::vector<QSpinBox*> m_spins; ///< one for each axis
};

} // namespace cairn::ui
