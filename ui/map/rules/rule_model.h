#pragma once

#include "core/devices/map/map_use.h"
#include "ui/map/model/map_editor.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <set>

namespace cairn::ui {

/// The rules of a map as a table, to be edited in place and moved by dragging rows. An edit is a signal; show() tells
/// what came of it. GUI thread only.
class RuleModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { From, Path, Dtype, Size, To, Else, Takes, ColumnCount };
    enum Role { ChoicesRole = Qt::UserRole }; ///< what a cell can be, to choose from

    using QAbstractTableModel::QAbstractTableModel;

    void show(const MapEditor& editor);
    /// What the rules that are shown take, and which of them split a storage.
    void showUses(std::vector<devices::RuleUse> uses, std::set<std::size_t> conflicts);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    [[nodiscard]] QStringList mimeTypes() const override;
    [[nodiscard]] QMimeData* mimeData(const QModelIndexList& indexes) const override;
    bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                      const QModelIndex& parent) override;

Q_SIGNALS:
    void ruleChanged(std::size_t index, const cairn::devices::MapRule& rule);
    void ruleMoved(std::size_t from, std::size_t to);
    /// What was written into a cell is not taken.
    void refused(const QString& why);

private:
    [[nodiscard]] QString text(std::size_t row, int column) const;
    [[nodiscard]] QString takesText(std::size_t row) const;
    [[nodiscard]] QString tip(std::size_t row, int column) const;
    [[nodiscard]] QStringList choices(int column) const;

    std::vector<devices::MapRule> m_rules;
    std::vector<devices::RuleUse> m_uses;
    std::set<std::size_t> m_conflicts;
    QStringList m_tags;    ///< of the file
    QStringList m_devices; ///< of the machine
};

} // namespace cairn::ui
