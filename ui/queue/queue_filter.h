#pragma once

#include <QSortFilterProxyModel>

namespace cairn::ui {

/// The rows of a queue that are wanted, by their state.
class QueueFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    enum class Wanted { All, Left, Done, Skipped, Failed };

    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setWanted(Wanted wanted);
    [[nodiscard]] Wanted wanted() const noexcept { return m_wanted; }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    Wanted m_wanted = Wanted::All;
};

} // namespace cairn::ui
