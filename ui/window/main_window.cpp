#include "ui/window/main_window.h"

#include "core/base/text/text.h"
#include "core/remote/address.h"
#include "ui/code/source_view.h"
#include "ui/common/job.h"
#include "ui/common/notice_bar.h"
#include "ui/common/prompts.h"
#include "ui/common/quiet_label.h"
#include "ui/common/strip_stack.h"
#include "ui/help/help_dock.h"
#include "ui/inspector/group_view.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/map/device_map_panel.h"
#include "ui/plan/plan_windows.h"
#include "ui/queue/drop_overlay.h"
#include "ui/queue/queue_options_panel.h"
#include "ui/text/display.h"
#include "ui/tree/open_groups.h"
#include "ui/tree/tree_page.h"
#include "ui/values/heat_map_view.h"
#include "ui/values/histogram_view.h"
#include "ui/values/values_view.h"
#include "ui/verdict/header_panel.h"
#include "ui/verdict/message_page.h"
#include "ui/window/copy_actions.h"
#include "ui/window/document_view.h"
#include "ui/window/file_tabs.h"
#include "ui/window/map_dock.h"
#include "ui/window/open_tabs.h"
#include "ui/window/recent_files.h"
#include "ui/window/row_actions.h"
#include "ui/window/running_saves.h"
#include "ui/window/sample.h"
#include "ui/window/search_bar.h"
#include "ui/window/tab_order.h"
#include "ui/window/view_tabs.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDialog>
#include <QDockWidget>
#include <QFileInfo>
#include <QKeyEvent>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QStyle>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <utility>

namespace cairn::ui {

namespace {

constexpr int kStateVersion = 2;
constexpr char kColumnsKey[] = "treeColumns";
constexpr char kWasOpen[] = "wasOpen";

QAction* separator(QObject* parent)
{
    auto* line = new QAction(parent);
    line->setSeparator(true);
    return line;
}

/// The numbers of the selected tensor in a window of their own, which stays when another one is selected.
template <typename View>
void showLarge(View* numbers, const DocumentView& file, const QString& title, QWidget* window)
{
    auto* large = new QDialog(window);
    large->setObjectName("largeView");
    large->setAttribute(Qt::WA_DeleteOnClose);
    large->setWindowFlag(Qt::WindowMaximizeButtonHint);
    const checkpoint::EntryId entry = file.tree()->currentEntry();
    large->setWindowTitle(title.arg(shown(file.document()->checkpoint->entryName(entry))));
    auto* layout = new QVBoxLayout(large);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(numbers);
    numbers->showDocument(file.document());
    numbers->showEntry(entry);
    large->resize(QSize(1000, 680).boundedTo(window->screen()->availableSize() * 9 / 10));
    large->show();
}

} // namespace

MainWindow::MainWindow(const Surroundings& surroundings, QWidget* parent)
    : QMainWindow(parent), m_settings(surroundings.settings), m_prompts(surroundings.prompts),
      m_machine(surroundings.machine)
{
    setObjectName("mainWindow");
    setAcceptDrops(true);
    resize(QSize(1280, 800).boundedTo(screen()->availableSize() * 9 / 10)); // with room for its frame
    m_saves = new RunningSaves(m_settings, this);
    makePages();
    makeDocks();
    makeActions();
    connect(m_saves, &RunningSaves::ended, this, [this] {
        if (m_closeNotice != nullptr) {
            m_closeNotice->hide();
        }
        if (std::exchange(m_afterSaving, AfterSaving::Stay) != AfterSaving::Stay) {
            m_quits ? quit() : static_cast<void>(close());
        }
    });
    m_overlay = new DropOverlay(this);
    restoreGeometry(m_settings.value("geometry").toByteArray());
    restoreState(m_settings.value("state").toByteArray(), kStateVersion);
    followView();
}

MainWindow::~MainWindow()
{
    disconnect(m_strips, nullptr, this, nullptr); // tabs that go take their messages along, and have no marks any more
    qDeleteAll(findChildren<Job*>()); // they wait for their threads, while what they report to is still there
}

void MainWindow::makePages()
{
    auto* central = new QWidget(this);
    m_stack = new QStackedWidget(central);
    m_start = new MessagePage(m_stack);
    m_start->setObjectName("startPage");
    m_tabs = new FileTabs(m_stack);
    m_tabs->setObjectName("files");
    m_tabs->tabBar()->setAccessibleName(tr("Open files"));
    m_stack->addWidget(m_start);
    m_stack->addWidget(m_tabs);
    m_strips = new StripStack(central);
    auto* layout = new QVBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_strips);
    setCentralWidget(central);
    connect(m_start, &MessagePage::openRequested, this, &MainWindow::askForFiles);
    connect(m_start, &MessagePage::fileRequested, this, [this](const QString& path) { open({path}); });
    connect(m_start, &MessagePage::conversionRequested, this, [this] { Q_EMIT conversionRequested({}); });
    connect(m_start, &MessagePage::sampleRequested, this, [this] { open({sampleFile()}); });
    connect(m_tabs, &QTabWidget::currentChanged, this, &MainWindow::followView);
    connect(m_strips, &StripStack::waitingChanged, this, &MainWindow::markTabs);
    connect(m_tabs, &QTabWidget::tabCloseRequested, this,
            [this](int index) { closeView(qobject_cast<DocumentView*>(m_tabs->widget(index))); });
}

void MainWindow::makeDocks()
{
    m_inspector = new InspectorPanel(this);
    m_inspectorTabs = new ViewTabs(this);
    m_inspectorTabs->setObjectName("inspectorTabs");
    m_inspectorTabs->addTab(m_inspector, tr("Facts"));
    connect(m_inspector, &InspectorPanel::histogramRequested, this, [this] {
        if (const DocumentView* current = view()) {
            showLarge(new HistogramView, *current, tr("Histogram of %1"), this);
        }
    });
    connect(m_inspector, &InspectorPanel::valuesRequested, this, [this] {
        if (const DocumentView* current = view()) {
            showLarge(new ValuesView(m_prompts), *current, tr("Values of %1"), this);
        }
    });
    connect(m_inspector, &InspectorPanel::notFiniteFound, this,
            [this](const DocumentPtr& document, checkpoint::EntryId id, std::uint64_t nans, std::uint64_t infinities) {
                forEachView([&](DocumentView& each) {
                    if (each.document() == document) {
                        each.tellNotFinite(id, nans, infinities);
                    }
                });
            });
    m_inspectorTabs->addView("valuesPage", tr("Values"),
                             [this](QWidget* parent) { return new ValuesView(m_prompts, parent); });
    m_inspectorTabs->addView("histogramPage", tr("Histogram"),
                             [](QWidget* parent) { return new HistogramView(parent); });
    m_inspectorTabs->addView("heatMapPage", tr("Heat map"),
                             [this](QWidget* parent) { return new HeatMapView(m_prompts, parent); });
    m_inspectorTabs->addView("groupPage", tr("Group"), [](QWidget* parent) { return new GroupView(parent); });
    m_inspectorTabs->addView("sourcePage", tr("Code"), [](QWidget* parent) { return new SourceView(parent); });
    connect(m_inspectorTabs, &ViewTabs::entryActivated, this, [this](checkpoint::EntryId id) {
        if (DocumentView* current = view()) {
            current->goTo(id);
        }
    });
    m_inspectorDock = new QDockWidget(tr("Inspector"), this);
    m_inspectorDock->setObjectName("inspectorDock");
    m_inspectorDock->setWidget(m_inspectorTabs);
    constexpr int kInspectorWidth = 300;
    m_inspectorTabs->setMinimumWidth(kInspectorWidth); // whatever is in it: the tree must not move with every row
    addDockWidget(Qt::RightDockWidgetArea, m_inspectorDock);
    resizeDocks({m_inspectorDock}, {360}, Qt::Horizontal);
    m_mapDock = new MapDock(m_settings, m_prompts, m_machine, this);
    addDockWidget(Qt::BottomDockWidgetArea, m_mapDock);
    m_mapDock->hide();
    m_helpDock = new HelpDock(this);
    tabifyDockWidget(m_inspectorDock, m_helpDock);
    m_helpDock->hide();
    m_rowActions = new RowActions(m_prompts, *m_mapDock, *m_strips, this);
    m_copyActions = new CopyActions(m_prompts, *m_mapDock, *m_strips, *m_saves, this);
    connect(m_copyActions, &CopyActions::openRequested, this, [this](const QString& path) { open({path}); });
    connect(m_copyActions, &CopyActions::failed, this, [this] {
        if (m_afterSaving == AfterSaving::Close) {
            m_afterSaving = AfterSaving::Stay;
        }
    });
    m_selection = new QuietLabel({}, this);
    m_selection->setObjectName("selectionSum");
    m_selection->setContentsMargins(10, 0, 0, 0);
    statusBar()->addWidget(m_selection);
    statusBar()->setSizeGripEnabled(false);
}

void MainWindow::showHelp(const QString& page)
{
    m_helpDock->showPage(page);
}

DocumentView* MainWindow::view() const
{
    return qobject_cast<DocumentView*>(m_tabs->currentWidget());
}

void MainWindow::askForFiles()
{
    m_prompts.openFiles(this, [this](const QStringList& paths) { open(paths); });
}

std::optional<CurrentMap> MainWindow::currentMap() const
{
    const DocumentView* current = view();
    return current != nullptr && current->document()
               ? std::optional(CurrentMap{m_mapDock->panel()->map(), current->fileName()})
               : std::nullopt;
}

void MainWindow::open(const QStringList& paths)
{
    DocumentView* last = nullptr; // which alone comes to the front: that takes its time, and there can be hundreds
    for (const QString& path : paths) {
        if (QueueOptionsPanel::isRecipeName(path)) {
            Q_EMIT conversionRequested({.paths = {path}, .remote = {}});
            continue;
        }
        if (MapDock::isMapName(path)) { // for the file in front, or for the one that comes with it
            m_mapDock->openMap(path);
            continue;
        }
        if (remote::isAddress(path.toStdString())) {
            last = viewFor(path);
        } else if (!m_plans->open(path)) {
            last = viewFor(QFileInfo(path).absoluteFilePath());
        }
    }
    if (last != nullptr) {
        m_tabs->setCurrentWidget(last);
    }
}

DocumentView* MainWindow::viewOf(const QString& path) const
{
    for (int i = 0; i < m_tabs->count(); ++i) {
        if (auto* view = qobject_cast<DocumentView*>(m_tabs->widget(i)); view->path() == path) {
            return view;
        }
    }
    return nullptr;
}

void MainWindow::openOne(const QString& path)
{
    m_tabs->setCurrentWidget(viewFor(path));
}

DocumentView* MainWindow::viewFor(const QString& path)
{
    DocumentView* view = viewOf(path);
    if (view == nullptr) {
        view = new DocumentView(m_machine, m_prompts, m_tabs);
        view->tree()->setColumnState(m_settings.value(kColumnsKey).toByteArray());
        view->tree()->setLevels(m_settings.value("levels", true).toBool());
        view->setOpenGroups(OpenGroups(m_settings).of(path));
        addView(view);
    }
    if (!view->document() && !view->isOpening()) {
        view->open(path);
    }
    nameTab(view);
    return view;
}

void MainWindow::addView(DocumentView* view)
{
    m_tabs->addTab(view, QString());
    connect(view, &DocumentView::openRequested, this, &MainWindow::askForFiles);
    connect(view, &DocumentView::oneFileRequested, m_copyActions->oneFileAction(), &QAction::trigger);
    connect(view, &DocumentView::cpuCopyRequested, m_copyActions, &CopyActions::saveOnCpu);
    connect(view, &DocumentView::tensorsCopyRequested, m_copyActions->safetensorsAction(), &QAction::trigger);
    connect(view, &DocumentView::bfloat16CopyRequested, m_copyActions->bfloat16Action(), &QAction::trigger);
    connect(view, &DocumentView::recipeCopyRequested, m_copyActions, &CopyActions::askForCopy);
    connect(view, &DocumentView::mappedCopyRequested, m_mapDock, &MapDock::askForCopy);
    connect(m_mapDock, &QDockWidget::visibilityChanged, view, &DocumentView::showMap);
    view->showMap(m_mapDock->isVisible());
    connect(view, &DocumentView::fileRequested, this, [this](const QString& file) { open({file}); });
    connect(view, &DocumentView::replacementRequested, this, [this, view](const QString& file) {
        openOne(file);
        closeView(view);
    });
    connect(view, &DocumentView::comparisonRequested, this, [this, view](const QString& file, CompareOptions options) {
        openOne(file);
        viewOf(file)->compareWith(view->path(), options);
    });
    connect(view, &DocumentView::openCancelled, this, [this, view] { closeView(view); });
    connect(view, &DocumentView::settled, this, [this, view] {
        if (view == this->view()) {
            followView();
        }
        Q_EMIT settled();
    });
    connect(view, &DocumentView::documentChanged, this, [this, view] { RecentFiles(m_settings).add(view->path()); });
    connect(view->tree(), &TreePage::currentRowChanged, this, [this, view] {
        if (view == this->view()) {
            followEntry();
        }
    });
    connect(view->tree(), &TreePage::columnsChanged, this,
            [this, view] { m_settings.setValue(kColumnsKey, view->tree()->columnState()); });
    connect(view->header(), &HeaderPanel::deviceClicked, this, &MainWindow::toggleDevice);
    connect(view->tree(), &TreePage::selectionMoved, this, [this, view] {
        if (view == this->view()) {
            tellSelection();
        }
    });
    view->tree()->addActions({m_rowActions->saveAction(), m_rowActions->sendAction(), m_rowActions->storageAction(),
                              separator(view), m_rowNamesAction, m_nameAction, m_pythonAction, m_jsonAction,
                              separator(view), m_expandAction});
    view->tree()->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void MainWindow::nameTab(DocumentView* view)
{
    const int index = m_tabs->indexOf(view);
    m_tabs->setTabText(index, view->fileName().replace(u'&', QStringLiteral("&&")));
    m_tabs->setTabToolTip(index, shown(view->path().toStdString()).toHtmlEscaped());
}

/// A message about another file waits until that is in front; its tab says that there is one.
void MainWindow::markTabs()
{
    for (int i = 0; i < m_tabs->count(); ++i) {
        const bool isWaiting = m_strips->isWaiting(m_tabs->widget(i));
        if (isWaiting == m_tabs->tabIcon(i).isNull()) { // each icon that is set lays out all tabs anew
            m_tabs->setTabIcon(i, isWaiting ? style()->standardIcon(QStyle::SP_MessageBoxInformation) : QIcon());
        }
    }
}

void MainWindow::forEachView(const std::function<void(DocumentView&)>& work) const
{
    for (int i = 0; i < m_tabs->count(); ++i) {
        work(*qobject_cast<DocumentView*>(m_tabs->widget(i)));
    }
}

void MainWindow::rememberGroups(const DocumentView& view)
{
    if (view.document()) {
        OpenGroups(m_settings).remember(view.path(), view.tree()->openGroups());
    }
}

void MainWindow::closeView(DocumentView* view)
{
    rememberGroups(*view);
    m_strips->forget(view);
    m_tabs->removeTab(m_tabs->indexOf(view));
    view->deleteLater();
    followView();
}

void MainWindow::closeCurrent()
{
    if (DocumentView* current = view()) {
        closeView(current);
    } else {
        close();
    }
}

void MainWindow::stepTab(int by)
{
    if (const int count = m_tabs->count(); count != 0) {
        m_tabs->setCurrentIndex((m_tabs->currentIndex() + by + count) % count);
    }
}

void MainWindow::followView()
{
    DocumentView* current = view();
    m_stack->setCurrentWidget(current != nullptr ? static_cast<QWidget*>(m_tabs) : m_start);
    const bool isShown = current != nullptr && current->document();
    if (current == nullptr) {
        constexpr qsizetype kMostRecent = 5;
        m_start->showNothingOpen(RecentFiles(m_settings).paths().mid(0, kMostRecent));
    }
    setWindowTitle(current != nullptr ? tr("%1 – Cairn").arg(current->fileName()) : tr("Cairn"));
    bool isAnyShown = false; // so that tabs stay where they are when one is clicked whose file did not open
    forEachView([&isAnyShown](const DocumentView& each) { isAnyShown = isAnyShown || each.document(); });
    showDock(*m_inspectorDock, isAnyShown);
    showDock(*m_mapDock, isShown);
    m_mapDock->follow(isShown ? current : nullptr);
    m_strips->setFront(current);
    statusBar()->clearMessage(); // it was about another file
    m_search->follow(current);
    m_rowActions->follow(isShown ? current : nullptr);
    m_copyActions->follow(isShown ? current : nullptr);
    tellSelection();
    if (isShown) {
        current->tree()->setFocus();
    }
    followEntry();
}

/// Docks have nothing to say while no file is shown; they come back as they were.
void MainWindow::showDock(QDockWidget& dock, bool shown)
{
    if (shown == dock.toggleViewAction()->isEnabled()) {
        return;
    }
    m_mapDock->fullViewAction()->setChecked(false);
    dock.toggleViewAction()->setEnabled(shown);
    if (shown) {
        dock.setVisible(dock.property(kWasOpen).toBool());
    } else {
        dock.setProperty(kWasOpen, !dock.isHidden());
        dock.hide();
    }
}

/// Whether a dock is open, or will be when there is a file again.
bool MainWindow::isWanted(const QDockWidget& dock)
{
    return dock.toggleViewAction()->isEnabled() ? !dock.isHidden() : dock.property(kWasOpen).toBool();
}

void MainWindow::want(QDockWidget& dock, bool isWanted)
{
    if (dock.toggleViewAction()->isEnabled()) {
        dock.setVisible(isWanted);
    } else {
        dock.setProperty(kWasOpen, isWanted);
    }
}

void MainWindow::followEntry()
{
    const DocumentView* current = view();
    if (current != nullptr && current->document()) {
        const TreePage& tree = *current->tree();
        const RowTreePtr& rows = tree.checkpointModel()->projection().tree;
        const NodeId node = CheckpointModel::nodeAt(tree.currentIndex());
        m_inspector->showRow(current->document(), rows, node);
        m_inspectorTabs->showDocument(current->document());
        m_inspectorTabs->showRow(rows, node);
        showCode(SourceView::isSource(*current->document(), tree.currentEntry()));
    } else {
        m_inspector->showRow(nullptr, nullptr, checkpoint::kNoId);
        m_inspectorTabs->showDocument(nullptr);
        showCode(false);
    }
    updateActions();
}

/// A row of source code says nothing but that. Other rows have none.
void MainWindow::showCode(bool isSource)
{
    QWidget* code = m_inspectorTabs->page(QStringLiteral("sourcePage"));
    m_inspectorTabs->setTabVisible(m_inspectorTabs->indexOf(code), isSource);
    if (isSource) {
        m_inspectorTabs->setCurrentWidget(code);
    } else if (m_inspectorTabs->currentWidget() == code) {
        m_inspectorTabs->setCurrentIndex(0);
    }
}

/// What the selected rows come to.
void MainWindow::tellSelection()
{
    const DocumentView* current = view();
    const bool isShown = current != nullptr && current->document();
    const rows::EntrySum sum = isShown ? current->tree()->selectedSum() : rows::EntrySum();
    if (sum.tensors == 0) {
        m_selection->clear();
        return;
    }
    const auto whole = current->document()->sumOf(0).tensors;
    const QString elements =
        tr("%1 element(s)", nullptr, pluralOf(sum.elements)).arg(fromUtf8(humanCount(sum.elements)));
    m_selection->setText(grouped(tr("%1 of %n tensor(s) · %2 · %3", nullptr, pluralOf(whole)), whole)
                             .arg(countText(sum.tensors), elements, bytesText(sum.bytes)));
}

void MainWindow::toggleDevice(const QString& device)
{
    QStringList words = m_search->text().split(u' ', Qt::SkipEmptyParts);
    const QString word = QStringLiteral("device:") + device;
    if (!words.removeOne(word)) {
        words.append(word);
    }
    m_search->setText(words.join(u' '));
    if (DocumentView* current = view()) {
        current->pages()->setCurrentWidget(current->tree());
    }
}

void MainWindow::quit()
{
    m_quits = true;
    if (close()) { // first: another one that has a question keeps the application, and the answer to it ends that
        QApplication::closeAllWindows();
    }
    m_quits = !m_saves->isEmpty();
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    fitToolBar();
    fitInspector();
    QMainWindow::resizeEvent(event);
    m_mapDock->keepHeight();
}

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::ActivationChange && isActiveWindow()) {
        forEachView([](DocumentView& each) { each.checkForChanges(); });
    }
    QMainWindow::changeEvent(event);
}

/// Enter presses the button that has the focus, as the space bar does.
void MainWindow::keyPressEvent(QKeyEvent* event)
{
    auto* button = qobject_cast<QAbstractButton*>(focusWidget());
    if (button != nullptr && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        button->click();
        return;
    }
    QMainWindow::keyPressEvent(event);
}

bool MainWindow::focusNextPrevChild(bool next)
{
    const QList<QWidget*> order = tabOrder(*this);
    QWidget* from = focusWidget();
    while (from != nullptr && !order.contains(from)) {
        from = from->parentWidget();
    }
    if (order.isEmpty()) {
        return false;
    }
    const qsizetype at = from == nullptr ? next ? -1 : 0 : order.indexOf(from);
    const qsizetype to = (at + (next ? 1 : -1) + order.size()) % order.size();
    order[to]->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_saves->isEmpty()) {
        event->ignore();
        askBeforeClosing();
        return;
    }
    m_settings.setValue("geometry", saveGeometry());
    m_mapDock->fullViewAction()->setChecked(false);
    showDock(*m_inspectorDock, true);
    showDock(*m_mapDock, true);
    if (m_foldsInspector) {
        m_inspectorDock->show(); // the next window may be larger
    }
    QStringList tabs;
    forEachView([this, &tabs](const DocumentView& each) {
        rememberGroups(each);
        tabs.append(each.path());
    });
    OpenTabs(m_settings).remember(tabs, view() != nullptr ? view()->path() : QString());
    m_settings.setValue("state", saveState(kStateVersion));
    QMainWindow::closeEvent(event);
}

} // namespace cairn::ui
