#pragma once

#include "ui/models/checkpoint_model.h"

#include <QWidget>

class QTreeView;

namespace cairn::ui {

class HeaderPanel;
class Job;

/// An open file: its header and its tree, and the search over it.
class DocumentView : public QWidget {
    Q_OBJECT

public:
    explicit DocumentView(QWidget* parent = nullptr);

    void showDocument(const DocumentPtr& document);
    void search(const QString& text);
    void select(checkpoint::EntryId id);
    [[nodiscard]] CheckpointModel* model() const { return m_model; }
    [[nodiscard]] QTreeView* tree() const { return m_tree; }
    [[nodiscard]] HeaderPanel* header() const { return m_header; }

Q_SIGNALS:
    void currentChanged(checkpoint::EntryId id);
    /// Empty without a search.
    void searched(const QString& summary);

private:
    void setUpTree();
    void followSelection();
    void judge(const DocumentPtr& document);
    void takeFilter(const RowFilterPtr& filter);
    /// Opens groups from the top, level by level, as long as everything still fits on a page or two.
    void expandSome();
    void fitColumns();
    void abandon(Job*& job);

    CheckpointModel* m_model;
    QTreeView* m_tree;
    HeaderPanel* m_header;
    Job* m_searching = nullptr;
    Job* m_judging = nullptr;
};

} // namespace cairn::ui
