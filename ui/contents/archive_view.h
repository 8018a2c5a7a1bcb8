#pragma once

#include "ui/contents/archive_model.h"

#include <QWidget>

class QAction;
class QLabel;
class QTreeView;

namespace cairn::ui {

class Job;
class WorkLine;

/// The records of the archive that a checkpoint is, where they lie, and whether their bytes are those that were saved.
class ArchiveView : public QWidget {
    Q_OBJECT

public:
    explicit ArchiveView(QWidget* parent = nullptr);
    ~ArchiveView() override;

    void showDocument(const DocumentPtr& document);
    [[nodiscard]] ArchiveModel* model() const { return m_model; }
    /// Reads every record.
    void check();

Q_SIGNALS:
    void entryActivated(checkpoint::EntryId id);
    /// A record that is not what it should be, once for each time that all are checked; `id`: the first tensor in it.
    void badRecordFound(const QString& words, checkpoint::EntryId id);
    /// All of them were, and what was found was told.
    void recordsChecked();

protected:
    void changeEvent(QEvent* event) override;

private:
    void take(const std::vector<formats::RecordState>& states);
    void colorSummary();

    DocumentPtr m_document;
    ArchiveModel* m_model;
    QLabel* m_summary;
    QAction* m_check;
    QTreeView* m_list;
    WorkLine* m_work;
    Job* m_job = nullptr;
};

} // namespace cairn::ui
