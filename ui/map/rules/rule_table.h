#pragma once

#include "ui/map/rules/rule_model.h"

#include <QWidget>

class QAction;
class QLabel;
class QTableView;
class QToolBar;

namespace cairn::ui {

/// The rules with what adds, removes and moves them. Edits come as signals, as from the picture.
class RuleTable : public QWidget {
    Q_OBJECT

public:
    explicit RuleTable(QWidget* parent = nullptr);

    void show(const MapEditor& editor);
    [[nodiscard]] RuleModel* model() const { return m_model; }
    [[nodiscard]] QTableView* view() const { return m_view; }

Q_SIGNALS:
    void ruleInserted(std::size_t index);
    void rulesRemoved(std::size_t first, std::size_t count);
    void ruleMoved(std::size_t from, std::size_t to);

private:
    void makeView();
    void makeActions(QToolBar* bar);
    void move(int by);
    void updateActions();

    RuleModel* m_model;
    QTableView* m_view;
    QLabel* m_empty;
    QAction* m_add = nullptr;
    QAction* m_remove = nullptr;
    QAction* m_up = nullptr;
    QAction* m_down = nullptr;
};

} // namespace cairn::ui
