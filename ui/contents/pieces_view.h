#pragma once

#include "ui/contents/pieces_model.h"

#include <QWidget>

class QCheckBox;
class QTreeView;

namespace cairn::ui {

class Job;
class TonedLabel;

/// Where each piece of each tensor of a folder is: which rank's file, from where to where, and whether it is there.
class PiecesView : public QWidget {
    Q_OBJECT

public:
    explicit PiecesView(QWidget* parent = nullptr);
    ~PiecesView() override;

    void showDocument(const DocumentPtr& document);
    /// The row that is selected in the tree; only its pieces are shown if a person wants that.
    void showEntry(checkpoint::EntryId id);
    [[nodiscard]] PiecesModel* model() const { return m_model; }

Q_SIGNALS:
    void entryActivated(checkpoint::EntryId id);

private:
    void makeList();
    /// Sorts and chooses on a worker thread.
    void arrange();
    void take(const PieceRowsPtr& rows);
    [[nodiscard]] QString summary() const;

    DocumentPtr m_document;
    PiecesModel* m_model;
    TonedLabel* m_summary;
    QCheckBox* m_selected;
    QTreeView* m_list;
    Job* m_job = nullptr;
    checkpoint::EntryId m_entry = checkpoint::kNoId;
    int m_sortColumn = -1; ///< -1: as the tensors follow each other
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

} // namespace cairn::ui
