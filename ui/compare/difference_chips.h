#pragma once

#include "core/values/comparison.h"

#include <QWidget>

#include <vector>

class QButtonGroup;

namespace cairn::ui {

/// A button for each kind of difference that there is, with how many rows have it, and one for all of them: which rows
/// are shown. Hidden while there is one kind at most.
class DifferenceChips : public QWidget {
    Q_OBJECT

public:
    explicit DifferenceChips(QWidget* parent = nullptr);

    /// What was chosen stays, if there still is any of it.
    void showCounts(const values::Comparison& comparison);
    void reset();
    /// None: all.
    [[nodiscard]] values::Differences kinds() const;

Q_SIGNALS:
    void chosen();

private:
    struct Chip {
        const char* name = nullptr;
        values::Differences kinds;
    };

    QButtonGroup* m_buttons;
    std::vector<Chip> m_chips; ///< by the numbers of the buttons
};

} // namespace cairn::ui
