#include "ui/plan/plan_dialog.h"

#include "core/base/progress.h"
#include "ui/common/job.h"
#include "ui/common/toned_label.h"
#include "ui/common/work_line.h"
#include "ui/plan/copy_line.h"
#include "ui/plan/plan_commands.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>

#include <set>
#include <utility>

namespace cairn::ui {

using convert::BatchHead;
using convert::BatchInputs;
using convert::BatchRequest;

namespace {

constexpr std::size_t kMostNamed = 1000;

Result<PlanLook> lookAtFiles(BatchRequest request, std::vector<convert::InputFile> files, Progress& progress)
{
    CAIRN_TRY(convert::settleBatch(request));
    CAIRN_ASSIGN(inputs, convert::lookAtInputs(request, std::move(files), progress));
    return PlanLook{.request = std::move(request), .inputs = std::move(inputs)};
}

} // namespace

convert::BatchRequest PlanDialog::request() const
{
    BatchRequest request;
    request.recipe = m_selection.recipe;
    request.recipe.folder = pathBytes(m_copies->text().trimmed());
    request.isLenient = true; // as a recipe is: one bad file of many is no reason to stop
    request.tasks = m_tasks->isVisibleTo(this) ? static_cast<std::uint64_t>(m_tasks->value()) : 0;
    request.taskBytes = m_taskBytes->isVisibleTo(this) ? m_taskBytes->text().trimmed().toStdString() : std::string();
    request.byShard = m_byShard->isChecked();
    request.sums = m_sums->isChecked();
    return request;
}

void PlanDialog::showCut()
{
    m_tasks->setVisible(m_cut->currentIndex() == 1);
    m_taskBytes->setVisible(m_cut->currentIndex() == 2);
}

/// Before anything is planned, what will not be is said by its name.
void PlanDialog::showLeftOut()
{
    const std::size_t count = m_selection.leftOut.size();
    m_leftOutTitle->setVisible(count != 0);
    m_leftOut->setVisible(count != 0);
    m_leftOutTitle->setText(grouped(tr("%n file(s) will not be in the plan:", nullptr, pluralOf(count)), count));
    QStringList lines;
    for (const PlanSelection::LeftOut& one : m_selection.leftOut) {
        if (lines.size() == static_cast<qsizetype>(kMostNamed)) {
            lines.append(tr("and %1 more").arg(countText(count - kMostNamed)));
            break;
        }
        lines.append(shown(one.file) + QStringLiteral(": ") + one.why);
    }
    m_leftOut->setPlainText(lines.join(u'\n'));
    m_make->setEnabled(!m_selection.files.empty() && m_job == nullptr);
    if (m_selection.files.empty()) {
        m_failure->setText(tr("No file of the queue can be in a plan."));
    }
}

/// Something else is asked for than what the files were looked at for.
void PlanDialog::forget()
{
    m_looked.reset();
    m_make->setText(tr("&Make the plan"));
    m_make->setEnabled(!m_selection.files.empty());
}

void PlanDialog::reject()
{
    if (m_job == nullptr) {
        QDialog::reject();
        return;
    }
    m_isCancelled = true;
    m_job->stop();
}

void PlanDialog::begin(const QString& title, Job* job)
{
    m_job = job;
    m_failure->clear();
    m_fields->setEnabled(false);
    m_make->setEnabled(false);
    m_work->follow(title, job);
}

void PlanDialog::end()
{
    m_job = nullptr;
    m_work->end();
    m_fields->setEnabled(true);
    m_make->setEnabled(true);
}

void PlanDialog::showFailure(const Error& error)
{
    if (m_isCancelled) {
        QDialog::reject();
        return;
    }
    m_failure->setText(error.code == ErrorCode::Cancelled ? tr("Stopped. Nothing was left behind.")
                                                          : errorWords(error, {}));
}

void PlanDialog::look()
{
    if (m_looked) { // what is left out was shown
        write();
        return;
    }
    const QString plan = m_plan->text().trimmed();
    if (!QDir::isAbsolutePath(plan) || !QDir::isAbsolutePath(m_copies->text().trimmed())) {
        m_failure->setText(tr("Name both folders by their whole paths."));
        return;
    }
    begin(tr("Looking at the files"), startJob(
                                          this,
                                          [request = request(), files = m_selection.files](Progress& progress) {
                                              return lookAtFiles(request, files, progress);
                                          },
                                          [this](Result<PlanLook> looked) {
                                              if (auto stopped = checkStop(m_job->progress()); looked && !stopped) {
                                                  looked = std::unexpected(std::move(stopped).error());
                                              }
                                              end();
                                              looked ? take(std::move(*looked)) : showFailure(looked.error());
                                          }));
}

void PlanDialog::take(PlanLook looked)
{
    m_looked = std::make_shared<PlanLook>(std::move(looked));
    const std::vector<BatchInputs::LeftOut>& leftOut = m_looked->inputs.leftOut;
    if (leftOut.empty()) {
        write();
        return;
    }
    std::set<std::string> names;
    for (const BatchInputs::LeftOut& one : leftOut) {
        m_selection.leftOut.push_back({.file = one.file, .why = errorWords(one.error, one.file)});
        names.insert(one.file);
    }
    std::erase_if(m_selection.files, [&](const convert::InputFile& file) { return names.contains(file.path); });
    showLeftOut();
    m_make->setText(tr("&Make the plan without them"));
    m_make->setEnabled(!m_looked->inputs.units.empty());
}

void PlanDialog::write()
{
    const std::shared_ptr<PlanLook> looked = std::exchange(m_looked, nullptr);
    m_make->setText(tr("&Make the plan"));
    begin(tr("Writing the plan"), startJob(
                                      this,
                                      [looked, folder = pathBytes(m_plan->text().trimmed())](Progress& progress) {
                                          return convert::makeBatchPlan(looked->request, folder,
                                                                        std::move(looked->inputs.units), progress);
                                      },
                                      [this](Result<BatchHead> head) {
                                          end();
                                          head ? showEnd(*head) : showFailure(head.error());
                                      }));
}

void PlanDialog::showEnd(const BatchHead& head)
{
    m_isCancelled = false; // too late
    const std::string plan = pathBytes(m_plan->text().trimmed());
    m_endText->setText(grouped(tr("%n task(s)", nullptr, pluralOf(head.tasks)), head.tasks) + QStringLiteral(" · ") +
                       grouped(tr("%n file(s)", nullptr, pluralOf(head.units)), head.units) + QStringLiteral(" · ") +
                       bytesText(head.bytes) + u'\n' + tr("The copies will be in %1").arg(shown(head.folder)));
    m_submit->setText(submitCommand(plan, head.tasks));
    m_run->setText(runCommand(plan));
    m_status->setText(statusCommand(plan));
    m_commit->setText(commitCommand(plan));
    m_stack->setCurrentIndex(1);
    m_make->hide();
    m_show->show();
    m_show->setFocus();
    m_cancel->setText(tr("&Close"));
    Q_EMIT made(m_plan->text().trimmed());
}

} // namespace cairn::ui
