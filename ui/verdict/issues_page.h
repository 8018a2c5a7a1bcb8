#pragma once

#include "ui/document/examination.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace cairn::ui {

class AnswerBar;
class IssuesPanel;
class Job;
class WorkLine;

/// What is wrong with the open file: what was noticed when it was opened, and what is found once all of it was looked
/// at, with an answer that says what was looked at and what was not.
class IssuesPage : public QWidget {
    Q_OBJECT

public:
    explicit IssuesPage(QWidget* parent = nullptr);
    ~IssuesPage() override;

    void showDocument(const DocumentPtr& document);
    /// Looks at all of it: "Is it whole?"
    void examine();
    /// Of a file that is another one now nothing that was found before is said, nor can it be asked about.
    void setOld(bool isOld);
    [[nodiscard]] IssuesPanel* list() const { return m_list; }

Q_SIGNALS:
    void examined();

private:
    void forget();
    void take(const Result<Examination>& examination, bool isStopped);
    void updateParts();

    DocumentPtr m_document;
    bool m_isOld = false;
    Job* m_job = nullptr;
    QLabel* m_hint;
    WorkLine* m_work;
    QPushButton* m_button;
    IssuesPanel* m_list;
    AnswerBar* m_answer;
};

} // namespace cairn::ui
