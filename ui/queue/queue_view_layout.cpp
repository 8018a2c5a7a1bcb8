#include "ui/delegates/device_delegate.h"
#include "ui/panels/make_action.h"
#include "ui/panels/notice_bar.h"
#include "ui/queue/conversion_queue.h"
#include "ui/queue/queue_delegate.h"
#include "ui/queue/queue_model.h"
#include "ui/queue/queue_options_panel.h"
#include "ui/queue/queue_prompts.h"
#include "ui/queue/queue_view.h"

#include <QAction>
#include <QButtonGroup>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <array>

namespace cairn::ui {

void QueueView::layOut()
{
    m_bar = new QToolBar(this);
    m_offer = new NoticeBar(this);
    m_offer->setObjectName("queueOffer");
    m_notice = new NoticeBar(this);
    m_notice->setObjectName("queueNotice");
    m_lossQuestion = new NoticeBar(this);
    m_lossQuestion->setObjectName("lossQuestion");
    m_existingQuestion = new NoticeBar(this);
    m_existingQuestion->setObjectName("existingQuestion");
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(makeEmptyPage());
    makeTable();
    makeActions();
    makeRowActions();
    makeOptions();
    m_bar->setToolButtonStyle(Qt::ToolButtonTextOnly);
    auto* page = new QWidget(m_stack);
    auto* lines = new QVBoxLayout(page);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addWidget(makeFilters());
    lines->addWidget(m_table, 1);
    lines->addWidget(m_details);
    m_stack->addWidget(page);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_options);
    layout->addWidget(m_offer);
    layout->addWidget(m_notice);
    layout->addWidget(m_lossQuestion);
    layout->addWidget(m_existingQuestion);
    layout->addWidget(m_stack, 1);
    makeBottom();
    resize(1100, 620);
}

QWidget* QueueView::makeEmptyPage()
{
    auto* page = new QWidget(m_stack);
    page->setAutoFillBackground(true);
    page->setBackgroundRole(QPalette::Base);
    auto* title = new QLabel(tr("Drop checkpoints or folders here"), page);
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    large.setBold(true);
    title->setFont(large);
    auto* text = new QLabel(
        tr("<p>Each checkpoint gets a copy beside it that loads without a GPU: <b>model.pth</b> becomes "
           "<b>model.cpu.pth</b>. The copy is compared with its source before it gets its name. Nothing is ever "
           "written "
           "over.</p><p>Folders are searched, and checkpoints are known by their content. What is on the CPU already "
           "stays as it is.</p>"),
        page);
    text->setWordWrap(true);
    auto* files = new QPushButton(tr("Add files…"), page);
    files->setObjectName("emptyFiles");
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
    lines->addWidget(text);
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
    m_table = new QTreeView(this);
    m_table->setObjectName("queueTable");
    m_table->setAccessibleName(tr("Files to convert"));
    m_table->setModel(m_rows);
    m_table->setRootIsDecorated(false);
    m_table->setUniformRowHeights(true);
    m_table->setAllColumnsShowFocus(true);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setDragDropMode(QAbstractItemView::DragDrop); // rows to another place, and finished ones out of the window
    m_table->setDragDropOverwriteMode(false);
    auto* delegate = new QueueDelegate(m_table);
    m_table->setItemDelegateForColumn(QueueModel::Name, delegate);
    m_table->setItemDelegateForColumn(QueueModel::State, delegate);
    m_table->setItemDelegateForColumn(QueueModel::SavedOn, new DeviceDelegate(m_table));
    QHeaderView* header = m_table->header();
    header->setStretchLastSection(true);
    header->setSectionsMovable(false);
    constexpr std::array<int, 5> widths = {260, 100, 120, 190, 150};
    for (std::size_t i = 0; i < widths.size(); ++i) {
        header->resizeSection(static_cast<int>(i), widths[i]);
    }
    m_details = new QLabel(this);
    m_details->setObjectName("queueDetails");
    m_details->setAccessibleName(tr("What became of the file"));
    m_details->setTextFormat(Qt::PlainText);
    m_details->setWordWrap(true);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_details->setContentsMargins(14, 8, 14, 8);
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
            [this](int id) { m_rows->setWanted(static_cast<QueueFilter::Wanted>(id)); });
    return bar;
}

void QueueView::makeBottom()
{
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(14, 6, 14, 8);
    m_summary = new QLabel(bar);
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
    m_options->hide();
    connect(m_options, &QueueOptionsPanel::noticed, this, [this](const QString& words) { m_notice->ask(words, {}); });
    connect(m_optionsAction, &QAction::toggled, m_options, &QWidget::setVisible);
    connect(m_options, &QueueOptionsPanel::optionsChanged, this, [this](const QueueOptions& options) {
        saveOptions(m_settings, options);
        m_queue->setOptions(options);
    });
}

} // namespace cairn::ui
