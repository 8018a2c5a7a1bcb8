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

class DifferenceChips;
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
    /// Shows the rows alone whose names have all the words of the text.
    void search(const QString& text);
    /// To the next of them; -1: to the one before.
    void stepHit(int by);
    [[nodiscard]] bool hasHits() const;
    /// How the search went, in words; empty without one.
    [[nodiscard]] QString searchSummary() const;

Q_SIGNALS:
    void entryActivated(checkpoint::EntryId id);
    /// Another row is the current one. kNoId: one that only the other file has.
    void rowSelected(checkpoint::EntryId id);
    void searched();
    void settled();
    /// `file` shall be the open one, and this one the other.
    void swapRequested(const QString& file, CompareOptions options);

private:
    struct Compared {
        ComparisonResultPtr result;
        ComparedRowsPtr rows;
    };
    using Outcome = Result<Compared>;

    void makeTools();
    void makeTree();
    void stop();
    void forgetRows();
    void start(bool withNumbers);
    void take(const Outcome& outcome, const values::ComparedWish& wish);
    /// Other rows are wanted, or in another order.
    void arrange();
    /// The tree, or why there is none.
    void followRows();
    void followRow();
    void askForFile();

    Prompts& m_prompts;
    DocumentPtr m_document;
    QString m_other;
    values::ComparedWish m_wish;
    ComparisonModel* m_model;
    QAction* m_choose;
    QAction* m_numbers;
    QAction* m_swap;
    QCheckBox* m_stateDicts; ///< shown where the files have some
    QCheckBox* m_onlyChanged;
    DifferenceChips* m_chips;
    QLabel* m_summary;
    QTreeView* m_tree;
    QLabel* m_empty; ///< in place of a tree without rows
    PairView* m_pair;
    QLabel* m_loadingTitle;
    QPlainTextEdit* m_loading;
    WorkLine* m_work;
    Job* m_job = nullptr;
    Job* m_arranging = nullptr;
};

} // namespace cairn::ui
