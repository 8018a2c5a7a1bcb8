#pragma once

#include "ui/plan/plan_status.h"

#include <QAbstractTableModel>
#include <QFont>

namespace cairn::ui {

/// The tasks of a plan as a table, all of them or those that are left. Of very many it has the first, and more when a
/// view comes to their end. GUI thread.
class TasksModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Task, Files, Bytes, State, ColumnCount };

    explicit TasksModel(QObject* parent = nullptr);

    /// Rows stay where they are, if there are as many as before.
    void show(PlanStatusPtr status);
    void setOnlyLeft(bool onlyLeft);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;

private:
    [[nodiscard]] int count() const;
    void set(PlanStatusPtr status, bool onlyLeft);
    [[nodiscard]] std::size_t taskAt(int row) const;
    [[nodiscard]] QString text(std::size_t task, int column) const;

    PlanStatusPtr m_status;
    bool m_onlyLeft = false;
    int m_rows = 0; ///< of those that there are
    QFont m_numberFont;
};

/// What failed, and why: the first of many.
class FailuresModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Task, File, Reason, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void show(PlanStatusPtr status);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    PlanStatusPtr m_status;
};

} // namespace cairn::ui
