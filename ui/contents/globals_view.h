#pragma once

#include "ui/contents/globals_model.h"

#include <QWidget>

class QLabel;
class QTreeView;

namespace cairn::ui {

class BreakableLabel;

/// The classes and functions that a checkpoint names: what weights_only refuses, and what a plain torch.load would run.
class GlobalsView : public QWidget {
    Q_OBJECT

public:
    explicit GlobalsView(QWidget* parent = nullptr);

    void showDocument(const DocumentPtr& document);
    [[nodiscard]] GlobalsModel* model() const { return m_model; }

Q_SIGNALS:
    void entryActivated(checkpoint::EntryId id);

private:
    void showDetail(const QModelIndex& current);

    GlobalsModel* m_model;
    QLabel* m_summary;
    QTreeView* m_list;
    BreakableLabel* m_detail; ///< of the current row
};

} // namespace cairn::ui
