#pragma once

#include "ui/models/checkpoint_model.h"

#include <QTreeView>

namespace cairn::ui {

class Job;

/// The tree of an open file, and the search over it.
class TreePage : public QTreeView {
    Q_OBJECT

public:
    explicit TreePage(QWidget* parent = nullptr);

    void showDocument(const DocumentPtr& document);
    void search(const QString& text);
    /// What search() was asked for last.
    [[nodiscard]] const QString& searchText() const { return m_searchText; }
    /// How that went, in words; empty without a search.
    [[nodiscard]] const QString& searchSummary() const { return m_searchSummary; }
    /// Makes a row the current one, if the search leaves it.
    void select(checkpoint::EntryId id);
    /// The same; ends the search if that hides the row.
    void goTo(checkpoint::EntryId id);
    [[nodiscard]] checkpoint::EntryId currentEntry() const;
    [[nodiscard]] CheckpointModel* checkpointModel() const { return m_model; }

Q_SIGNALS:
    void currentEntryChanged(checkpoint::EntryId id);
    void searched(const QString& summary);
    /// The search ended by itself.
    void searchEnded();

private:
    void takeFilter(const RowFilterPtr& filter);
    void tell(const QString& summary);
    /// Opens groups from the top, level by level, as long as everything still fits on a page or two.
    void expandSome();
    void fitColumns();

    CheckpointModel* m_model;
    QString m_searchText;
    QString m_searchSummary;
    Job* m_searching = nullptr;
};

} // namespace cairn::ui
