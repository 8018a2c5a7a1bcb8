#pragma once

#include "ui/contents/storages_model.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QTreeView;

namespace cairn::ui {

class Job;

/// Which storages a checkpoint has, which tensors share one, and how many bytes no tensor can reach.
class StoragesView : public QWidget {
    Q_OBJECT

public:
    explicit StoragesView(QWidget* parent = nullptr);
    ~StoragesView() override;

    void showDocument(const DocumentPtr& document);
    /// Makes the row of a storage the current one, as soon as there are rows.
    void showStorage(checkpoint::StorageId storage);
    [[nodiscard]] StoragesModel* model() const { return m_model; }

Q_SIGNALS:
    void entryActivated(checkpoint::EntryId id);

private:
    void makeTree();
    /// Sorts and chooses on a worker thread.
    void arrange();
    void take(const StorageRowsPtr& rows);
    void goToRequested();
    void makeRoomForPlaces();
    [[nodiscard]] QString summary() const;

    DocumentPtr m_document;
    StoragesModel* m_model;
    QLabel* m_summary;
    QCheckBox* m_special;
    QTreeView* m_tree;
    Job* m_job = nullptr;
    checkpoint::StorageId m_requested = checkpoint::kNoId; ///< to be the current one
    int m_sortColumn = -1;                                 ///< -1: as they are in the file
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

} // namespace cairn::ui
