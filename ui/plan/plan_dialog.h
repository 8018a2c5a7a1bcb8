#pragma once

#include "core/convert/batch/batch_make.h"

#include <QDialog>
#include <QString>

#include <memory>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QStackedWidget;

namespace cairn::ui {

class CopyLine;
class Job;
class QueuePrompts;
class TonedLabel;
class WorkLine;

/// Of what a plan is made, and what cannot be in it.
struct PlanSelection {
    struct LeftOut {
        std::string file;
        QString why;
    };

    convert::Recipe recipe;
    std::vector<convert::InputFile> files;
    std::vector<LeftOut> leftOut;
};

/// What the files of a selection come to, for what was asked.
struct PlanLook {
    convert::BatchRequest request;
    convert::BatchInputs inputs;
};

/// Asks where a plan is to be and how it is to be cut, says what cannot be in it, makes it on a worker thread, and ends
/// with what to type next. Nothing is left of a plan that was not made. GUI thread.
class PlanDialog : public QDialog {
    Q_OBJECT

public:
    PlanDialog(PlanSelection selection, QueuePrompts& prompts, QWidget* parent = nullptr);

    /// While it works, it closes when that has stopped, and stays if the plan was made all the same.
    void reject() override;

Q_SIGNALS:
    /// The plan is in this folder.
    void made(const QString& folder);
    /// A person wants to see how far it is.
    void openRequested(const QString& folder);

private:
    // In plan_dialog_layout.cpp.
    [[nodiscard]] QWidget* makeForm();
    [[nodiscard]] QLineEdit* addFolder(QFormLayout& form, const QString& title, const char* name);
    [[nodiscard]] QWidget* makeCut();
    [[nodiscard]] QWidget* makeEnd();
    void suggestFolders();

    [[nodiscard]] convert::BatchRequest request() const;
    void showCut();
    void showLeftOut();
    void look();
    void forget();
    void take(PlanLook looked);
    void write();
    void showEnd(const convert::BatchHead& head);
    void begin(const QString& title, Job* job);
    void end();
    void showFailure(const Error& error);

    PlanSelection m_selection;
    QueuePrompts& m_prompts;
    Job* m_job = nullptr;
    bool m_isCancelled = false;         ///< it closes when its job has stopped
    std::shared_ptr<PlanLook> m_looked; ///< while a person thinks about what is left out; else null
    QStackedWidget* m_stack = nullptr;
    QWidget* m_fields = nullptr;
    QLineEdit* m_plan = nullptr;
    QLineEdit* m_copies = nullptr;
    QComboBox* m_cut = nullptr;
    QSpinBox* m_tasks = nullptr;
    QLineEdit* m_taskBytes = nullptr;
    QCheckBox* m_byShard = nullptr;
    QCheckBox* m_sums = nullptr;
    QLabel* m_leftOutTitle = nullptr;
    QPlainTextEdit* m_leftOut = nullptr;
    TonedLabel* m_failure = nullptr;
    WorkLine* m_work = nullptr;
    QPushButton* m_make = nullptr;
    QPushButton* m_cancel = nullptr;
    QLabel* m_endTitle = nullptr;
    QLabel* m_endText = nullptr;
    CopyLine* m_submit = nullptr;
    CopyLine* m_run = nullptr;
    CopyLine* m_status = nullptr;
    CopyLine* m_commit = nullptr;
    QPushButton* m_show = nullptr;
};

} // namespace cairn::ui
