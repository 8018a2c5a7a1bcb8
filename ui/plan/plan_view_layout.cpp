#include "ui/common/breakable_label.h"
#include "ui/common/empty_note.h"
#include "ui/common/make_action.h"
#include "ui/common/notice_bar.h"
#include "ui/common/quiet_label.h"
#include "ui/common/table_style.h"
#include "ui/common/work_line.h"
#include "ui/plan/copy_line.h"
#include "ui/plan/plan_view.h"
#include "ui/plan/tasks_model.h"
#include "ui/text/display.h"

#include <QAction>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QProgressBar>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolBar>
#include <QVBoxLayout>

namespace cairn::ui {

namespace {

void styleTasks(QTreeView& list, QAbstractItemModel* model)
{
    list.setModel(model);
    list.setRootIsDecorated(false);
    list.setAllColumnsShowFocus(true);
}

} // namespace

void PlanView::makeActions()
{
    m_refresh =
        makeAction(this, "refreshPlanAction", tr("&Refresh"), QKeySequence(Qt::Key_F5), tr("Read all results again"));
    m_commit = makeAction(this, "commitPlanAction", tr("&Commit…"), QKeySequence(Qt::CTRL | Qt::Key_Return),
                          tr("When every task is done, give all copies their places at once"));
    m_commit->setEnabled(false);
    QAction* help = makeAction(this, "planHelpAction", tr("Help"), QKeySequence::HelpContents, tr("Read about plans"));
    QAction* close = makeAction(this, "closePlanAction", tr("Close"), QKeySequence::Close, tr("Close this window"));
    connect(m_refresh, &QAction::triggered, this, &PlanView::refresh);
    connect(m_commit, &QAction::triggered, this, &PlanView::askToCommit);
    connect(help, &QAction::triggered, this, &PlanView::helpRequested);
    connect(close, &QAction::triggered, this, &QWidget::close);
}

void PlanView::layOut()
{
    makeActions();
    auto* bar = new QToolBar(this);
    bar->setToolButtonStyle(Qt::ToolButtonTextOnly);
    bar->addActions({m_refresh, m_commit});
    m_question = new NoticeBar(this);
    m_question->setObjectName("commitQuestion");
    m_notice = new NoticeBar(this);
    m_notice->setObjectName("planNotice");
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(makePage());
    m_problem = new TonedLabel(badText, {}, m_stack);
    m_problem->setObjectName("planProblem");
    m_problem->setWordWrap(true);
    m_problem->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_problem->setContentsMargins(14, 14, 14, 14);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_stack->addWidget(m_problem);
    m_work = new WorkLine(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(m_question);
    layout->addWidget(m_notice);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_work);
    m_work->setContentsMargins(14, 6, 14, 8);
}

QWidget* PlanView::makePage()
{
    auto* page = new QWidget(m_stack);
    QWidget* head = makeHead();
    m_tabs = new QTabWidget(page);
    m_tabs->setObjectName("planTabs");
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(makeTasks(), tr("&Tasks"));
    m_tabs->addTab(makeFailures(), QString());
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(head);
    layout->addWidget(m_tabs, 1);
    return page;
}

QWidget* PlanView::makeHead()
{
    auto* head = new QWidget(this);
    m_title = new TonedLabel(quietText, {}, head);
    m_title->setObjectName("planTitle");
    m_title->setWordWrap(true);
    QFont large = m_title->font();
    large.setPointSizeF(large.pointSizeF() * 1.3);
    large.setBold(true);
    m_title->setFont(large);
    m_bar = new QProgressBar(head);
    m_bar->setObjectName("planBar");
    m_bar->setAccessibleName(tr("Bytes that are done"));
    m_bar->setRange(0, 1000);
    m_bar->setTextVisible(false);
    m_bar->setMaximumHeight(10);
    m_amounts = new QuietLabel({}, head);
    m_amounts->setObjectName("planAmounts");
    m_amounts->setWordWrap(true);
    m_place = new BreakableLabel({}, head);
    m_place->setObjectName("planPlace");
    m_place->setWordWrap(true);
    m_place->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_expression = new CopyLine("planExpression", tr("&Left to run"), head);
    m_submit = new CopyLine("planSubmit", tr("&Submit to Slurm"), head);
    CopyLine::align({m_expression, m_submit});
    auto* lines = new QVBoxLayout(head);
    lines->setContentsMargins(14, 10, 14, 10);
    lines->setSpacing(8);
    for (QWidget* line : std::initializer_list<QWidget*>{m_title, m_bar, m_amounts, m_place, m_expression, m_submit}) {
        lines->addWidget(line);
    }
    return head;
}

QWidget* PlanView::makeTasks()
{
    auto* page = new QWidget(m_tabs);
    auto* onlyLeft = new QCheckBox(tr("&Only what is not done"), page);
    onlyLeft->setObjectName("planOnlyLeft");
    m_taskList = new QTreeView(page);
    styleList(*m_taskList, "planTasks", tr("Tasks of the plan"));
    styleTasks(*m_taskList, m_tasks);
    (void)new EmptyNote(m_taskList, tr("Every task is done."));
    connect(onlyLeft, &QCheckBox::toggled, m_tasks, &TasksModel::setOnlyLeft);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(14, 2, 14, 2);
    top->addWidget(onlyLeft);
    auto* lines = new QVBoxLayout(page);
    lines->setContentsMargins(0, 6, 0, 0);
    lines->addLayout(top);
    lines->addWidget(m_taskList, 1);
    return page;
}

QWidget* PlanView::makeFailures()
{
    auto* page = new QWidget(m_tabs);
    m_failureList = new QTreeView(page);
    styleList(*m_failureList, "planFailures", tr("What failed, and why"));
    styleTasks(*m_failureList, m_failures);
    m_failureList->setTextElideMode(Qt::ElideRight); // a reason begins with what is wrong
    (void)new EmptyNote(m_failureList, tr("Nothing has failed."));
    m_moreFailures = new QuietLabel({}, page);
    m_moreFailures->setContentsMargins(14, 4, 14, 4);
    m_reason = new BreakableLabel({}, page);
    m_reason->setObjectName("planReason");
    m_reason->setAccessibleName(tr("Reason"));
    m_reason->setWordWrap(true);
    m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_reason->setContentsMargins(14, 8, 14, 8);
    connect(m_failureList->selectionModel(), &QItemSelectionModel::currentChanged, this, &PlanView::showFailure);
    auto* lines = new QVBoxLayout(page);
    lines->setContentsMargins(0, 6, 0, 0);
    lines->setSpacing(0);
    lines->addWidget(m_failureList, 1);
    lines->addWidget(m_moreFailures);
    lines->addWidget(m_reason);
    return page;
}

} // namespace cairn::ui
