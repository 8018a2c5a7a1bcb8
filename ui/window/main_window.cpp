#include "ui/window/main_window.h"

#include "ui/jobs/job.h"
#include "ui/panels/header_panel.h"
#include "ui/panels/inspector_panel.h"
#include "ui/panels/issues_panel.h"
#include "ui/panels/job_strip.h"
#include "ui/panels/message_page.h"
#include "ui/panels/verdict_bar.h"
#include "ui/state/cpu_copy.h"
#include "ui/text/display.h"
#include "ui/window/document_view.h"
#include "ui/window/prompts.h"
#include "ui/window/recent_files.h"

#include <QAction>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTreeView>
#include <QVBoxLayout>

namespace cairn::ui {

namespace {

constexpr int kStateVersion = 1;

QStringList localFiles(const QMimeData& data)
{
    QStringList paths;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile()) {
            paths.append(url.toLocalFile());
        }
    }
    return paths;
}

} // namespace

MainWindow::MainWindow(QSettings& settings, Prompts& prompts, QWidget* parent)
    : QMainWindow(parent), m_settings(settings), m_prompts(prompts)
{
    setObjectName("mainWindow");
    setAcceptDrops(true);
    resize(1280, 800);
    makePages();
    makeDocks();
    makeActions();
    connectViews();
    restoreGeometry(m_settings.value("geometry").toByteArray());
    restoreState(m_settings.value("state").toByteArray(), kStateVersion);
    m_openTimer.setInterval(100);
    connect(&m_openTimer, &QTimer::timeout, this, &MainWindow::pollOpening);
    closeFile();
}

MainWindow::~MainWindow()
{
    qDeleteAll(findChildren<Job*>()); // they wait for their threads, while what they report to is still there
}

void MainWindow::makePages()
{
    auto* central = new QWidget(this);
    m_pages = new QStackedWidget(central);
    m_message = new MessagePage(m_pages);
    m_view = new DocumentView(m_pages);
    m_pages->addWidget(m_message);
    m_pages->addWidget(m_view);
    m_strips = new QVBoxLayout;
    m_strips->setSpacing(0);
    auto* layout = new QVBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_pages, 1);
    layout->addLayout(m_strips);
    setCentralWidget(central);
}

void MainWindow::makeDocks()
{
    m_inspector = new InspectorPanel(this);
    m_inspectorDock = new QDockWidget(tr("Inspector"), this);
    m_inspectorDock->setObjectName("inspectorDock");
    m_inspectorDock->setWidget(m_inspector);
    addDockWidget(Qt::RightDockWidgetArea, m_inspectorDock);
    m_issues = new IssuesPanel(this);
    m_issuesDock = new QDockWidget(tr("Issues"), this);
    m_issuesDock->setObjectName("issuesDock");
    m_issuesDock->setWidget(m_issues);
    addDockWidget(Qt::BottomDockWidgetArea, m_issuesDock);
    m_issuesDock->hide();
    resizeDocks({m_inspectorDock}, {340}, Qt::Horizontal);
    resizeDocks({m_issuesDock}, {120}, Qt::Vertical);
    statusBar()->setSizeGripEnabled(false);
}

void MainWindow::connectViews()
{
    connect(m_message, &MessagePage::openWanted, this, &MainWindow::askForFile);
    connect(m_message, &MessagePage::stopWanted, this, &MainWindow::cancelOpening);
    connect(m_view, &DocumentView::currentChanged, this, [this](checkpoint::EntryId id) {
        m_inspector->showEntry(m_document, id);
        updateActions();
    });
    connect(m_view, &DocumentView::searched, m_hits, &QLabel::setText);
    connect(m_view->header(), &HeaderPanel::deviceClicked, m_search, &QLineEdit::setText);
    connect(m_view->header(), &HeaderPanel::issuesClicked, m_issuesDock,
            [this] { m_issuesDock->setVisible(!m_issuesDock->isVisible()); });
    connect(m_view->header()->verdictBar(), &VerdictBar::cpuCopyWanted, this, &MainWindow::saveCpuCopy);
    connect(m_issues, &IssuesPanel::entryWanted, this, [this](checkpoint::EntryId id) {
        m_search->clear();
        m_view->select(id);
    });
    connect(m_search, &QLineEdit::textChanged, m_view, &DocumentView::search);
    connect(m_search, &QLineEdit::returnPressed, m_view->tree(), [this] { m_view->tree()->setFocus(); });
}

void MainWindow::askForFile()
{
    m_prompts.openFile(this, [this](const QString& path) { open(path); });
}

void MainWindow::open(const QString& path)
{
    if (m_openJob != nullptr) {
        std::exchange(m_openJob, nullptr)->abandon();
    }
    m_opening = path;
    m_message->showOpening(path);
    m_openTimer.start(); // the page turns when opening takes long enough to be noticed
    m_openJob = startJob(
        this,
        [name = QFile::encodeName(path).toStdString()](Progress& progress) { return openDocument(name, progress); },
        [this, path](Result<DocumentPtr>&& opened) {
            m_openJob = nullptr;
            take(path, std::move(opened));
        });
}

void MainWindow::pollOpening()
{
    m_pages->setCurrentWidget(m_message);
    if (m_openJob != nullptr) {
        const Progress& progress = m_openJob->progress();
        m_message->showProgress(fromUtf8(progress.stage()), progress.done(), progress.total());
    }
}

void MainWindow::cancelOpening()
{
    if (m_openJob != nullptr) {
        m_openJob->stop();
    }
}

void MainWindow::take(const QString& path, Result<DocumentPtr>&& opened)
{
    m_openTimer.stop();
    if (opened) {
        showDocument(path, *opened);
    } else if (opened.error().code == ErrorCode::Cancelled) {
        if (m_document) {
            m_pages->setCurrentWidget(m_view);
        } else {
            closeFile();
        }
    } else {
        closeFile();
        m_path = path; // to try again with Reload
        m_message->showError(path, opened.error());
        updateActions();
    }
    Q_EMIT settled();
}

void MainWindow::showDocument(const QString& path, const DocumentPtr& document)
{
    m_document = document;
    m_path = path;
    m_search->clear();
    m_view->showDocument(document);
    m_issues->showDocument(*document);
    m_issuesDock->setVisible(!document->issues.empty());
    m_inspectorDock->show();
    m_pages->setCurrentWidget(m_view);
    m_view->tree()->setFocus();
    setWindowTitle(tr("%1 – Cairn").arg(shown(QFileInfo(path).fileName().toStdString())));
    RecentFiles(m_settings).add(path);
    updateActions();
}

void MainWindow::closeFile()
{
    if (m_openJob != nullptr) {
        std::exchange(m_openJob, nullptr)->abandon();
        m_openTimer.stop();
    }
    m_document = nullptr;
    m_path.clear();
    m_search->clear();
    m_view->model()->setDocument(nullptr);
    m_inspector->showEntry(nullptr, checkpoint::kNoId);
    m_inspectorDock->hide();
    m_issuesDock->hide();
    m_message->showNothingOpen();
    m_pages->setCurrentWidget(m_message);
    setWindowTitle(tr("Cairn"));
    updateActions();
}

void MainWindow::reload()
{
    if (!m_path.isEmpty()) {
        open(m_path);
    }
}

void MainWindow::saveCpuCopy()
{
    if (m_document) {
        m_prompts.saveFile(this, cpuCopyName(m_path), [this](const QString& target) { writeCopy(target); });
    }
}

void MainWindow::writeCopy(const QString& target)
{
    // The person has agreed to replace a file that is there now, and none that comes later.
    const auto existing = QFileInfo::exists(target) ? FileSink::Existing::Replace : FileSink::Existing::Refuse;
    auto* strip = new JobStrip(tr("Saving %1").arg(shown(QFileInfo(target).fileName().toStdString())), this);
    m_strips->addWidget(strip);
    strip->follow(startJob(
        this,
        [source = m_document->checkpoint, target, existing](Progress& progress) {
            return writeCpuCopy(*source, target, existing, progress);
        },
        [strip](const CpuCopyOutcome& outcome) { strip->showResult(outcome.text, outcome.done); }));
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!localFiles(*event->mimeData()).isEmpty()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QStringList paths = localFiles(*event->mimeData());
    for (qsizetype i = 1; i < paths.size(); ++i) {
        Q_EMIT windowWanted(paths[i]);
    }
    if (!paths.isEmpty()) {
        event->acceptProposedAction();
        open(paths.front());
    }
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    m_settings.setValue("geometry", saveGeometry());
    m_settings.setValue("state", saveState(kStateVersion));
    QMainWindow::closeEvent(event);
}

} // namespace cairn::ui
