#include "ui/common/make_action.h"
#include "ui/common/notice_bar.h"
#include "ui/common/plain_label.h"
#include "ui/common/queue_prompts.h"
#include "ui/queue/conversion_queue.h"
#include "ui/queue/options_text.h"
#include "ui/queue/queue_options_panel.h"
#include "ui/queue/queue_table.h"
#include "ui/queue/queue_view.h"
#include "ui/text/cairn_style.h"

#include <QAction>
#include <QButtonGroup>
#include <QFile>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace cairn::ui {

namespace {

/// Shows as much of a widget as there is room for, and wraps its lines at the width of the window.
QScrollArea* makeScrollArea(QWidget* inside, QWidget* parent)
{
    auto* area = new QScrollArea(parent);
    area->setWidget(inside);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->viewport()->setAutoFillBackground(false);
    inside->setAutoFillBackground(false);
    return area;
}

} // namespace

void QueueView::layOut()
{
    m_bar = new QToolBar(this); // what is above is made first: the tab key goes in that order
    makeActions();
    makeOptions();
    m_offer = new NoticeBar(this);
    m_offer->setObjectName("queueOffer");
    m_notice = new NoticeBar(this);
    m_notice->setObjectName("queueNotice");
    m_lossQuestion = new NoticeBar(this);
    m_lossQuestion->setObjectName("lossQuestion");
    m_existingQuestion = new NoticeBar(this);
    m_existingQuestion->setObjectName("existingQuestion");
    m_closeQuestion = new NoticeBar(this);
    m_closeQuestion->setObjectName("closeQuestion");
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(makeEmptyPage());
    followOptions();
    QWidget* filters = makeFilters();
    makeTable();
    makeRowActions();
    m_bar->setToolButtonStyle(Qt::ToolButtonTextOnly);
    auto* page = new QWidget(m_stack);
    auto* lines = new QVBoxLayout(page);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addWidget(filters);
    lines->addWidget(m_table, 1);
    lines->addWidget(m_detailsArea);
    m_stack->addWidget(page);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_optionsArea);
    layout->addWidget(m_optionsLine);
    layout->addWidget(m_offer);
    layout->addWidget(m_notice);
    layout->addWidget(m_lossQuestion);
    layout->addWidget(m_existingQuestion);
    layout->addWidget(m_closeQuestion);
    layout->addWidget(m_stack, 1);
    makeBottom();
    resize(QSize(1100, 620).boundedTo(screen()->availableSize() * 9 / 10)); // with room for its frame
}

QWidget* QueueView::makeEmptyPage()
{
    auto* page = new QWidget(m_stack);
    page->setAutoFillBackground(true);
    page->setBackgroundRole(QPalette::Base);
    auto* title = new PlainLabel(tr("Drop checkpoints or folders here"), page);
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    large.setBold(true);
    title->setFont(large);
    m_promise = new PlainLabel(page);
    m_promise->setObjectName("queuePromise");
    m_promise->setTextFormat(Qt::RichText);
    m_promise->setWordWrap(true);
    auto* files = new QPushButton(tr("Add files…"), page);
    files->setObjectName("emptyFiles");
    files->setProperty(CairnStyle::kMain, true);
    auto* folder = new QPushButton(tr("Add a folder…"), page);
    folder->setObjectName("emptyFolder");
    connect(files, &QPushButton::clicked, this, &QueueView::addFiles);
    connect(folder, &QPushButton::clicked, this, &QueueView::addFolder);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(files);
    buttons->addWidget(folder);
    buttons->addStretch(1);
    auto* column = new QWidget(page);
    column->setMaximumWidth(640);
    auto* lines = new QVBoxLayout(column);
    lines->setSpacing(12);
    lines->addWidget(title);
    lines->addWidget(m_promise);
    lines->addLayout(buttons);
    auto* across = new QHBoxLayout;
    across->addStretch(1);
    across->addWidget(column, 8);
    across->addStretch(1);
    auto* layout = new QVBoxLayout(page);
    layout->addStretch(2);
    layout->addLayout(across);
    layout->addStretch(3);
    return page;
}

void QueueView::makeTable()
{
    m_table = new QueueTable(m_rows, this);
    m_details = new PlainLabel(this);
    m_details->setObjectName("queueDetails");
    m_details->setAccessibleName(tr("What became of the file"));
    m_details->setTextFormat(Qt::PlainText);
    m_details->setWordWrap(true);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_details->setContentsMargins(14, 8, 14, 8);
    m_details->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    // Of one height whatever is selected, so that the rows stay where they are.
    m_detailsArea = makeScrollArea(m_details, this);
    m_detailsArea->setFixedHeight(4 * m_details->fontMetrics().lineSpacing() + 18);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &QueueView::followRow);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &QueueView::followRow);
    connect(m_table, &QTreeView::activated, this, [this] { m_openAction->trigger(); });
}

QWidget* QueueView::makeFilters()
{
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(10, 6, 10, 6);
    m_filters = new QButtonGroup(this);
    for (int i = 0; i < 5; ++i) {
        auto* button = new QToolButton(bar);
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setChecked(i == 0);
        m_filters->addButton(button, i);
        layout->addWidget(button);
    }
    layout->addStretch(1);
    connect(m_filters, &QButtonGroup::idClicked, this,
            [this](int id) { showRows(static_cast<QueueFilter::Wanted>(id)); });
    return bar;
}

void QueueView::makeBottom()
{
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(14, 6, 14, 8);
    m_summary = new PlainLabel(bar);
    m_summary->setObjectName("queueSummary");
    m_summary->setAccessibleName(tr("Summary"));
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_progress = new QProgressBar(bar);
    m_progress->setObjectName("queueProgress");
    m_progress->setAccessibleName(tr("Progress of all files"));
    m_progress->setTextVisible(false);
    m_progress->setMaximumWidth(260);
    m_progress->setMaximumHeight(10);
    layout->addWidget(m_summary, 1);
    layout->addWidget(m_progress);
    this->layout()->addWidget(bar);
}

void QueueView::makeOptions()
{
    m_options = new QueueOptionsPanel(m_queue->options(), m_prompts, m_currentMap, this);
    m_optionsArea = makeScrollArea(m_options, this);
    m_optionsArea->setObjectName("queueOptionsArea");
    m_optionsArea->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum); // room is for the files
    m_optionsArea->hide();
    m_optionsLine = new PlainLabel(this);
    m_optionsLine->setObjectName("queueOptionsLine");
    m_optionsLine->setAccessibleName(tr("Options"));
    m_optionsLine->setTextFormat(Qt::PlainText);
    m_optionsLine->setWordWrap(true);
    m_optionsLine->setContentsMargins(14, 2, 14, 6);
    connect(m_options, &QueueOptionsPanel::noticed, this, [this](const QString& words) { m_notice->ask(words, {}); });
    connect(m_optionsAction, &QAction::toggled, this, &QueueView::showOptions);
    connect(m_options, &QueueOptionsPanel::optionsChanged, this, [this](const QueueOptions& options) {
        saveOptions(m_settings, options);
        m_queue->setOptions(options);
        followOptions();
    });
}

void QueueView::showOptions(bool wanted)
{
    m_optionsArea->setVisible(wanted);
    followOptions();
}

/// What the options come to is said where they are not seen.
void QueueView::followOptions()
{
    const QString summary = optionsSummary(m_queue->options());
    m_optionsLine->setText(tr("Options: %1").arg(summary));
    m_optionsLine->setVisible(!summary.isEmpty() && !m_optionsAction->isChecked());
    m_promise->setText(optionsPromise(m_queue->options()));
}

} // namespace cairn::ui
