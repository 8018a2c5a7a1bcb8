#pragma once

#include "ui/contents/pickle_model.h"
#include "ui/document/document.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;
class QTreeView;

namespace cairn::ui {

class Job;
class WorkLine;

/// The pickles of a checkpoint, instruction by instruction. A pickle is gone through once, in the background, when it
/// is first looked at.
class PickleView : public QWidget {
    Q_OBJECT

public:
    explicit PickleView(QWidget* parent = nullptr);
    ~PickleView() override;

    void showDocument(const DocumentPtr& document);
    [[nodiscard]] PickleModel* model() const { return m_model; }
    /// Shows the instruction that holds a byte.
    void goToOffset(std::uint64_t offset);

Q_SIGNALS:
    void entryActivated(checkpoint::EntryId id);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void makeTools();
    void stop();
    /// Reads the list of pickles, or the pickle that was chosen.
    void start();
    void take(const PickleListingPtr& listing, const QString& error);
    void showRow(std::uint64_t instruction);

    DocumentPtr m_document;
    bool m_isWanted = false;
    PickleModel* m_model;
    QComboBox* m_places;
    QLineEdit* m_offset;
    QSpinBox* m_first;
    QLabel* m_summary;
    QTreeView* m_list;
    WorkLine* m_work;
    Job* m_job = nullptr;
};

} // namespace cairn::ui
