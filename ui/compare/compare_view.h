#pragma once

#include "ui/compare/compare_options.h"
#include "ui/compare/comparison_model.h"
#include "ui/document/document.h"

#include <QWidget>

class QAction;
class QCheckBox;
class QLabel;
class QPlainTextEdit;
class QTreeView;

namespace cairn::ui {

class Job;
class PairView;
class Prompts;
class WorkLine;

/// The open checkpoint beside another file: what only one has, what differs, and what load_state_dict would say.
/// Prompts are the caller's and outlive it.
class CompareView : public QWidget {
    Q_OBJECT

public:
    explicit CompareView(Prompts& prompts, QWidget* parent = nullptr);
    ~CompareView() override;

    void showDocument(const DocumentPtr& document);
    /// Opens another file and compares.
    void compareWith(const QString& path, CompareOptions options = {});
    void compareNumbers();
    [[nodiscard]] ComparisonModel* model() const { return m_model; }

Q_SIGNALS:
    void entryActivated(checkpoint::EntryId id);
    void settled();
    /// `file` shall be the open one, and this one the other.
    void swapRequested(const QString& file, CompareOptions options);

private:
    using Outcome = Result<ComparisonResultPtr>;

    void makeTools();
    void makeTree();
    void stop();
    void start(bool withNumbers);
    void take(const Outcome& outcome);
    /// The tree, or why there is none.
    void followRows();
    void followRow();
    void askForFile();

    Prompts& m_prompts;
    DocumentPtr m_document;
    QString m_other;
    ComparisonModel* m_model;
    QAction* m_choose;
    QAction* m_numbers;
    QAction* m_swap;
    QCheckBox* m_stateDicts; ///< shown where the files have some
    QCheckBox* m_onlyChanged;
    QLabel* m_summary;
    QTreeView* m_tree;
    QLabel* m_empty; ///< in place of a tree without rows
    PairView* m_pair;
    QLabel* m_loadingTitle;
    QPlainTextEdit* m_loading;
    WorkLine* m_work;
    Job* m_job = nullptr;
};

} // namespace cairn::ui
