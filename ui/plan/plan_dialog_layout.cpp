#include "core/base/text/text.h"
#include "ui/common/make_action.h"
#include "ui/common/plain_label.h"
#include "ui/common/queue_prompts.h"
#include "ui/common/quiet_label.h"
#include "ui/common/work_line.h"
#include "ui/plan/copy_line.h"
#include "ui/plan/plan_dialog.h"
#include "ui/text/cairn_style.h"
#include "ui/text/display.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <limits>
#include <utility>

namespace cairn::ui {

namespace {

/// A name that nothing has yet.
QString freeName(const QString& wanted)
{
    QString name = wanted;
    for (int number = 2; QFileInfo::exists(name) || QFileInfo(name).isSymLink(); ++number) {
        name = QStringLiteral("%1-%2").arg(wanted).arg(number);
    }
    return name;
}

} // namespace

PlanDialog::PlanDialog(PlanSelection selection, QueuePrompts& prompts, QWidget* parent)
    : QDialog(parent), m_selection(std::move(selection)), m_prompts(prompts)
{
    setObjectName("planDialog");
    setWindowTitle(tr("Make a plan for a cluster"));
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(makeForm());
    m_stack->addWidget(makeEnd());
    m_work = new WorkLine(this);
    m_cancel = new QPushButton(tr("Cancel"), this);
    m_cancel->setObjectName("planCancel");
    m_make = new QPushButton(tr("&Make the plan"), this);
    m_make->setObjectName("planMake");
    m_make->setProperty(CairnStyle::kMain, true);
    m_make->setDefault(true);
    m_show = new QPushButton(tr("&Show how far it is"), this);
    m_show->setObjectName("planShow");
    m_show->setProperty(CairnStyle::kMain, true);
    m_show->hide();
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_make);
    buttons->addWidget(m_show);
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(18, 16, 18, 12);
    lines->setSpacing(12);
    lines->addWidget(m_stack, 1);
    lines->addWidget(m_work);
    lines->addLayout(buttons);
    connect(m_make, &QPushButton::clicked, this, &PlanDialog::look);
    connect(m_cancel, &QPushButton::clicked, this, &PlanDialog::reject);
    connect(m_show, &QPushButton::clicked, this, [this] {
        Q_EMIT openRequested(m_plan->text().trimmed());
        accept();
    });
    suggestFolders();
    showCut();
    for (const QLineEdit* line : {m_plan, m_copies, m_taskBytes}) {
        connect(line, &QLineEdit::textChanged, this, &PlanDialog::forget);
    }
    for (const QCheckBox* box : {m_sums, m_byShard}) {
        connect(box, &QCheckBox::toggled, this, &PlanDialog::forget);
    }
    connect(m_cut, &QComboBox::currentIndexChanged, this, &PlanDialog::forget);
    connect(m_tasks, &QSpinBox::valueChanged, this, &PlanDialog::forget);
    showLeftOut();
    constexpr int comfortable = 720;
    resize(comfortable, sizeHint().height());
}

void PlanDialog::suggestFolders()
{
    const QString first = m_selection.files.empty() ? QDir::homePath() : pathFromBytes(m_selection.files.front().path);
    const QDir place = QFileInfo(first).dir();
    m_plan->setText(freeName(place.filePath(QStringLiteral("plan"))));
    m_copies->setText(m_selection.recipe.folder.empty() ? freeName(place.filePath(QStringLiteral("copies")))
                                                        : pathFromBytes(m_selection.recipe.folder));
}

QLineEdit* PlanDialog::addFolder(QFormLayout& form, const QString& title, const char* name)
{
    auto* line = new QLineEdit(m_fields);
    line->setObjectName(name);
    auto* choose = new QPushButton(tr("Choose…"), m_fields);
    choose->setObjectName(QString::fromLatin1(name) + QStringLiteral("Choose"));
    choose->setAccessibleName(tr("Choose: %1").arg(withoutMnemonic(title)));
    choose->setAutoDefault(false);
    connect(choose, &QPushButton::clicked, this, [this, line, title] {
        m_prompts.askForFolder(this, withoutMnemonic(title), [line](const QString& path) {
            const bool isEmpty = QDir(path).isEmpty();
            line->setText(isEmpty ? path : freeName(QDir(path).filePath(QFileInfo(line->text()).fileName())));
        });
    });
    auto* across = new QHBoxLayout;
    across->addWidget(line, 1);
    across->addWidget(choose);
    auto* label = new PlainLabel(title, m_fields);
    label->setBuddy(line);
    form.addRow(label, across);
    return line;
}

QWidget* PlanDialog::makeCut()
{
    auto* row = new QWidget(m_fields);
    m_cut = new QComboBox(row);
    m_cut->setObjectName("planCut");
    m_cut->addItems({tr("A task for each file, 1000 at most"), tr("So many tasks"), tr("Tasks of about this size")});
    m_tasks = new QSpinBox(row);
    m_tasks->setObjectName("planTaskCount");
    m_tasks->setAccessibleName(tr("How many tasks"));
    m_tasks->setRange(1, std::numeric_limits<int>::max());
    m_tasks->setValue(100);
    m_taskBytes = new QLineEdit(QStringLiteral("50GB"), row);
    m_taskBytes->setObjectName("planTaskBytes");
    m_taskBytes->setAccessibleName(tr("Size of a task"));
    auto* across = new QHBoxLayout(row);
    across->setContentsMargins(0, 0, 0, 0);
    across->addWidget(m_cut);
    across->addWidget(m_tasks, 1);
    across->addWidget(m_taskBytes, 1);
    connect(m_cut, &QComboBox::currentIndexChanged, this, &PlanDialog::showCut);
    return row;
}

QWidget* PlanDialog::makeForm()
{
    auto* page = new QWidget(m_stack);
    m_fields = new QWidget(page);
    auto* form = new QFormLayout(m_fields);
    form->setContentsMargins(0, 0, 0, 0);
    form->setSpacing(10);
    const std::size_t count = m_selection.files.size();
    auto* intro = new PlainLabel(
        grouped(tr("%n file(s) of the queue, with its options. All machines must see the files, the plan and the "
                   "copies under the same paths. Copies go into a new folder, and get their places together.",
                   nullptr, pluralOf(count)),
                count),
        m_fields);
    intro->setObjectName("planIntro");
    intro->setWordWrap(true);
    form->addRow(intro);
    m_plan = addFolder(*form, tr("&Plan, a new folder"), "planFolder");
    m_copies = addFolder(*form, tr("C&opies, a new folder"), "planCopies");
    auto* label = new PlainLabel(tr("Cu&t into"), m_fields);
    form->addRow(label, makeCut());
    label->setBuddy(m_cut);
    m_sums = new QCheckBox(tr("&Note the SHA-256 of each file, and not only its size and time"), m_fields);
    m_sums->setObjectName("planSums");
    m_byShard = new QCheckBox(tr("&Let tasks write single files of a set of shards"), m_fields);
    m_byShard->setObjectName("planByShard");
    m_byShard->setVisible(!m_selection.recipe.shardSize.empty());
    form->addRow(QString(), m_sums);
    form->addRow(QString(), m_byShard);
    m_leftOutTitle = new TonedLabel(cautionText, {}, page);
    m_leftOutTitle->setObjectName("planLeftOutTitle");
    m_leftOut = new QPlainTextEdit(page);
    m_leftOut->setObjectName("planLeftOut");
    m_leftOut->setAccessibleName(tr("What will not be in the plan"));
    m_leftOut->setReadOnly(true);
    m_leftOut->setTabChangesFocus(true);
    m_leftOut->setMinimumHeight(4 * m_leftOut->fontMetrics().lineSpacing() + 12);
    m_failure = new TonedLabel(badText, {}, page);
    m_failure->setObjectName("planFailure");
    m_failure->setWordWrap(true);
    m_failure->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* lines = new QVBoxLayout(page);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(10);
    lines->addWidget(m_fields);
    lines->addWidget(m_leftOutTitle);
    lines->addWidget(m_leftOut, 1);
    lines->addWidget(m_failure);
    lines->addStretch();
    return page;
}

QWidget* PlanDialog::makeEnd()
{
    auto* page = new QWidget(m_stack);
    m_endTitle = new PlainLabel(tr("The plan is made"), page);
    QFont large = m_endTitle->font();
    large.setPointSizeF(large.pointSizeF() * 1.3);
    large.setBold(true);
    m_endTitle->setFont(large);
    m_endText = new PlainLabel(page);
    m_endText->setObjectName("planEndText");
    m_endText->setWordWrap(true);
    m_submit = new CopyLine("planEndSubmit", tr("On S&lurm"), page);
    m_run = new CopyLine("planEndRun", tr("&Without Slurm, on each machine"), page);
    m_status = new CopyLine("planEndStatus", tr("&How far is it?"), page);
    m_commit = new CopyLine("planEndCommit", tr("&At the end"), page);
    CopyLine::align({m_submit, m_run, m_status, m_commit});
    auto* next = new QuietLabel(tr("What to type next, on a machine of the cluster:"), page);
    auto* note = new QuietLabel(tr("The queue is paused, so that the same files are not converted here, too."), page);
    note->setWordWrap(true);
    auto* lines = new QVBoxLayout(page);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(10);
    for (QWidget* line :
         std::initializer_list<QWidget*>{m_endTitle, m_endText, next, m_submit, m_run, m_status, m_commit, note}) {
        lines->addWidget(line);
    }
    lines->addStretch(1);
    return page;
}

} // namespace cairn::ui
