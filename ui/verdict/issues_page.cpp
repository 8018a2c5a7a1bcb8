#include "ui/verdict/issues_page.h"

#include "ui/common/job.h"
#include "ui/common/quiet_label.h"
#include "ui/common/work_line.h"
#include "ui/text/core_words.h"
#include "ui/text/plain_tip.h"
#include "ui/verdict/answer_bar.h"
#include "ui/verdict/issues_panel.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace cairn::ui {

namespace {

bool hasErrors(const gate::GateReport& report)
{
    return std::ranges::any_of(report.findings,
                               [](const gate::Finding& finding) { return finding.shuts(Severity::Error); });
}

} // namespace

IssuesPage::IssuesPage(QWidget* parent)
    : QWidget(parent),
      m_hint(new QuietLabel(tr("Every value and every checksum of it can be looked at; that reads all of the file."))),
      m_work(new WorkLine), m_button(new QPushButton(tr("Is it whole?"))), m_list(new IssuesPanel),
      m_answer(new AnswerBar)
{
    setObjectName("issuesPage");
    m_hint->setObjectName("issuesHint");
    m_hint->setWordWrap(true);
    m_button->setObjectName("wholeButton");
    m_button->setStatusTip(
        tr("Read all of the file: damage, NaN, missing parts and code, as cairn-cli check --strict"));
    m_button->setToolTip(plainTip(m_button->statusTip()));
    auto* top = new QHBoxLayout;
    top->setContentsMargins(14, 8, 14, 8);
    top->setSpacing(10);
    top->addWidget(m_hint, 1);
    top->addWidget(m_work, 1);
    top->addWidget(m_button);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_answer);
    connect(m_button, &QPushButton::clicked, this, &IssuesPage::examine);
    forget();
}

IssuesPage::~IssuesPage() = default;

/// What is being looked at, and the answer of before.
void IssuesPage::forget()
{
    abandonJob(m_job);
    m_answer->hide();
    updateParts();
}

void IssuesPage::showDocument(const DocumentPtr& document)
{
    m_document = document;
    m_isOld = false;
    m_list->showDocument(*document);
    m_list->setLoads(true); // until it is known
    forget();
}

void IssuesPage::setOld(bool isOld)
{
    if (isOld == m_isOld) {
        return;
    }
    m_isOld = isOld;
    forget();
    if (isOld && m_list->isExamined()) {
        m_list->showDocument(*m_document);
    }
    if (isOld) {
        m_answer->showAnswer(Answer::Waiting, tr("The file is another one now"),
                             tr("Read it again, and then ask whether it is whole."));
    }
}

void IssuesPage::updateParts()
{
    m_button->setEnabled(m_document && m_job == nullptr && !m_isOld);
    m_hint->setVisible(m_job == nullptr);
    if (m_job == nullptr) {
        m_work->end();
    }
}

void IssuesPage::examine()
{
    if (!m_button->isEnabled()) {
        return;
    }
    if (m_list->isExamined()) {
        m_list->showDocument(*m_document); // what was found before is looked for anew
    }
    m_answer->hide();
    if (m_button->hasFocus()) { // which goes where the findings come
        m_list->setFocus();
    }
    m_job = startJob(
        this, [document = m_document](Progress& progress) { return examineDocument(*document, progress); },
        [this](const Result<Examination>& examination) {
            const bool isStopped = std::exchange(m_job, nullptr)->progress().stopRequested();
            take(examination, isStopped);
            updateParts();
            Q_EMIT examined();
        });
    updateParts();
    m_work->follow(tr("Looking at all of it"), m_job);
}

void IssuesPage::take(const Result<Examination>& examination, bool isStopped)
{
    if (isStopped) { // also in the last moment: whoever cancels wants no answer
        m_answer->showAnswer(Answer::Waiting, tr("Cancelled"), tr("Whether it is whole is not known."));
        return;
    }
    if (!examination) {
        m_answer->showAnswer(Answer::Fails, tr("It could not be looked at"),
                             errorWords(examination.error(), m_document->checkpoint->path()));
        return;
    }
    m_list->showExamination(*examination);
    const gate::GateReport& report = examination->report;
    const QString words = inWords(gate::summaryText(report));
    if (hasErrors(report)) {
        m_answer->showAnswer(Answer::Fails, tr("It is not as it should be"), words);
    } else if (!report.isOpen()) {
        m_answer->showAnswer(Answer::Caution, tr("There is something to be careful of"), words);
    } else if (!gate::notLookedTexts(report.looked).empty()) {
        m_answer->showAnswer(Answer::Caution, tr("Nothing wrong was found, but not all could be looked at"), words);
    } else {
        m_answer->showAnswer(Answer::Loads, tr("It is whole"), words);
    }
}

} // namespace cairn::ui
