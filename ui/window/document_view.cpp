#include "ui/window/document_view.h"

#include "core/checkpoint/folders/folder_kind.h"
#include "ui/common/job.h"
#include "ui/common/notice_bar.h"
#include "ui/common/plain_label.h"
#include "ui/common/prompts.h"
#include "ui/common/table_search.h"
#include "ui/compare/compare_view.h"
#include "ui/contents/archive_view.h"
#include "ui/contents/globals_view.h"
#include "ui/contents/pickle_view.h"
#include "ui/contents/pieces_view.h"
#include "ui/contents/ranks_view.h"
#include "ui/contents/storages_view.h"
#include "ui/model/model_view.h"
#include "ui/salvage/salvage_page.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/text/stage.h"
#include "ui/tree/checkpoint_model.h"
#include "ui/tree/tree_page.h"
#include "ui/verdict/header_panel.h"
#include "ui/verdict/issues_page.h"
#include "ui/verdict/issues_panel.h"
#include "ui/verdict/machine_box.h"
#include "ui/verdict/message_page.h"
#include "ui/verdict/verdict_bar.h"
#include "ui/window/file_watch.h"
#include "ui/window/view_tabs.h"

#include <QFileInfo>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace cairn::ui {

DocumentView::DocumentView(Machine& machine, Prompts& prompts, QWidget* parent)
    : QWidget(parent), m_machine(machine), m_prompts(prompts), m_tableSearch(new TableSearch(this)),
      m_watch(new FileWatch(this))
{
    setObjectName("documentView");
    makePages();
    connectParts();
    m_openTimer.setInterval(100);
}

DocumentView::~DocumentView()
{
    qDeleteAll(findChildren<Job*>()); // they wait for their threads, while what they report to is still there
}

void DocumentView::makePages()
{
    m_notice = new NoticeBar(this);
    m_partNotice = new NoticeBar(this);
    m_partNotice->setObjectName("partNotice");
    m_stack = new QStackedWidget(this);
    m_message = new MessagePage(m_stack);
    m_contents = new QWidget(m_stack);
    m_stack->addWidget(m_message);
    m_stack->addWidget(m_contents);
    m_header = new HeaderPanel(m_contents);
    m_mistake = new PlainLabel(m_contents);
    m_mistake->setObjectName("searchMistake");
    m_mistake->setTextFormat(Qt::PlainText);
    m_mistake->setWordWrap(true);
    m_mistake->setContentsMargins(14, 4, 14, 4);
    m_mistake->hide();
    makeTabs();
    auto* contents = new QVBoxLayout(m_contents);
    contents->setContentsMargins(0, 0, 0, 0);
    contents->setSpacing(0);
    contents->addWidget(m_header);
    contents->addWidget(m_mistake);
    contents->addWidget(m_tabs, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_notice);
    layout->addWidget(m_partNotice);
    layout->addWidget(m_stack, 1);
}

void DocumentView::makeTabs()
{
    m_tabs = new ViewTabs(m_contents);
    m_tabs->setObjectName("pages");
    m_tree = new TreePage(m_tabs);
    m_issues = new IssuesPage(m_tabs);
    const QStringList titles = pageTitles();
    m_tabs->addTab(m_tree, titles[0]);
    m_tabs->addView("modelPage", titles[1], [this](QWidget* parent) {
        auto* model = new ModelView(m_prompts, parent);
        connect(model, &ModelView::renamedCopyRequested, this, &DocumentView::recipeCopyRequested);
        return model;
    });
    m_tabs->addView("storagesPage", titles[2], [](QWidget* parent) { return new StoragesView(parent); });
    m_tabs->addView("globalsPage", titles[3], [](QWidget* parent) { return new GlobalsView(parent); });
    m_tabs->addTab(m_issues, titles[4]);
    m_tabs->addView("picklePage", titles[5], [](QWidget* parent) { return new PickleView(parent); });
    m_tabs->addView("archivePage", titles[6], [this](QWidget* parent) {
        auto* archive = new ArchiveView(parent);
        connect(archive, &ArchiveView::badRecordFound, m_issues->list(), &IssuesPanel::addDamage);
        connect(archive, &ArchiveView::recordsChecked, m_issues, [this] { m_issues->list()->setChecksums(true); });
        return archive;
    });
    m_tabs->addView("comparePage", titles[7], [this](QWidget* parent) {
        auto* compare = new CompareView(m_prompts, parent);
        connect(compare, &CompareView::swapRequested, this, &DocumentView::comparisonRequested);
        connect(compare, &CompareView::searched, this, &DocumentView::searched);
        connect(compare, &CompareView::rowSelected, m_tree, &TreePage::goTo); // what is said of a row is said of it
        return compare;
    });
    m_tabs->addView("piecesPage", titles[8], [](QWidget* parent) { return new PiecesView(parent); });
    m_tabs->addView("ranksPage", titles[9], [this](QWidget* parent) {
        auto* ranks = new RanksView(parent);
        connect(ranks, &RanksView::fileRequested, this, &DocumentView::fileRequested);
        return ranks;
    });
    showFolderPages(false);
}

/// Only folders have pieces, and they are no archives.
void DocumentView::showFolderPages(bool isFolder)
{
    for (const char* name : {"piecesPage", "ranksPage", "archivePage"}) {
        QWidget* page = m_tabs->page(QLatin1StringView(name));
        const bool isUseful = isFolder == (page->objectName() != QLatin1StringView("archivePage"));
        if (!isUseful && m_tabs->currentWidget() == page) {
            m_tabs->setCurrentWidget(m_tree);
        }
        m_tabs->setTabVisible(m_tabs->indexOf(page), isUseful);
    }
}

QStringList DocumentView::pageTitles()
{
    return {tr("Tree"),   tr("Model"),   tr("Storages"), tr("Globals"), tr("Issues"),
            tr("Pickle"), tr("Archive"), tr("Compare"),  tr("Pieces"),  tr("Ranks")};
}

void DocumentView::connectParts()
{
    connect(&m_openTimer, &QTimer::timeout, this, &DocumentView::pollOpening);
    connectMachine();
    connect(m_watch, &FileWatch::changed, this, &DocumentView::tellChange);
    connect(m_notice, &NoticeBar::accepted, this, &DocumentView::reload);
    connect(m_partNotice, &NoticeBar::accepted, this, [this] { Q_EMIT replacementRequested(m_whole); });
    connect(m_message, &MessagePage::choiceMade, this, &DocumentView::replacementRequested);
    connect(m_message, &MessagePage::openRequested, this, &DocumentView::openRequested);
    connect(m_message, &MessagePage::stopRequested, this, &DocumentView::cancel);
    connect(m_message, &MessagePage::retryRequested, this, &DocumentView::reload);
    connect(m_message, &MessagePage::salvageRequested, this, &DocumentView::salvage);
    connect(m_tree, &TreePage::searched, this, &DocumentView::showSearch);
    connect(m_tree, &TreePage::searchUnwanted, this, [this] { search({}); });
    connect(m_tree, &TreePage::searchEnded, this, [this] {
        if (m_tabs->currentWidget() == m_tree) { // another page goes on with its own
            search({});
        }
    });
    connect(m_tableSearch, &TableSearch::changed, this, &DocumentView::searched);
    connect(m_tree, &TreePage::currentRowChanged, this, &DocumentView::tellRow);
    connect(m_tabs, &ViewTabs::currentChanged, this, &DocumentView::searchPage);
    connect(m_tabs, &ViewTabs::entryActivated, this, &DocumentView::goTo);
    connect(m_issues->list(), &IssuesPanel::entryRequested, this, &DocumentView::goTo);
    connect(m_issues->list(), &IssuesPanel::counted, this, &DocumentView::countIssues);
    connect(m_issues, &IssuesPage::examined, this, &DocumentView::checkForChanges); // an answer is about what is there
    connect(m_header, &HeaderPanel::issuesClicked, this, [this] { m_tabs->setCurrentWidget(m_issues); });
    connect(m_header, &HeaderPanel::globalsClicked, this, [this] {
        if (QWidget* globals = m_tabs->page(QStringLiteral("globalsPage"))) {
            m_tabs->setCurrentWidget(globals);
        }
    });
    connect(m_header->verdictBar(), &VerdictBar::oneFileRequested, this, &DocumentView::oneFileRequested);
    connect(m_header->verdictBar(), &VerdictBar::tensorsCopyRequested, this, &DocumentView::tensorsCopyRequested);
    connect(m_header->verdictBar(), &VerdictBar::salvageRequested, this, &DocumentView::salvage);
    connect(m_header->verdictBar(), &VerdictBar::cpuCopyRequested, this, &DocumentView::cpuCopyRequested);
    connect(m_header->verdictBar(), &VerdictBar::mappedCopyRequested, this, &DocumentView::mappedCopyRequested);
    connect(m_header->verdictBar(), &VerdictBar::bfloat16CopyRequested, this, &DocumentView::bfloat16CopyRequested);
    connect(m_header->verdictBar(), &VerdictBar::mapRequested, this, &DocumentView::setMap);
    connect(m_header->verdictBar(), &VerdictBar::trustChosen, this, [this](bool isTrusted) {
        setTrust(isTrusted ? devices::FileTrust::Trusted : devices::FileTrust::Default);
    });
}

/// To the pages that are about the row that is selected in the tree.
void DocumentView::tellRow()
{
    const RowTreePtr& rows = m_tree->checkpointModel()->projection().tree;
    m_tabs->showRow(rows, CheckpointModel::nodeAt(m_tree->currentIndex()));
}

void DocumentView::showMap(bool isOpen)
{
    m_header->verdictBar()->setChoosesElsewhere(isOpen);
}

void DocumentView::connectMachine()
{
    MachineBox* box = m_header->verdictBar()->machineBox();
    box->setSource(m_machine.source());
    connect(box, &MachineBox::machineFound, this, &DocumentView::setMachine);
    connect(box, &MachineBox::refused, this, [this](const QString& why) { m_notice->ask(why, {}); });
    connect(box, &MachineBox::fileRequested, this, [this, box] {
        m_prompts.openFiles(window(), [box](const QStringList& paths) { box->choose(paths.value(0)); });
    });
    connect(&m_machine, &Machine::answered, this, [this] {
        if (m_chosen && isThisMachine(*m_chosen)) {
            m_chosen = nullptr; // the answer is newer
        }
        judge();
    });
}

QString DocumentView::fileName() const
{
    return shown(QFileInfo(m_path).fileName().toStdString());
}

void DocumentView::open(const QString& path)
{
    abandonJob(m_opening);
    m_path = path;
    m_notice->hide();
    m_partNotice->hide();
    m_isOld = m_document && (m_isOld || !m_watch->isSame());
    m_watch->follow(path);
    m_message->showOpening(path);
    m_openTimer.start(); // the page turns when opening takes long enough to be noticed
    m_opening = startJob(
        this,
        [name = pathBytes(path), levels = m_tree->options().levels](Progress& progress) {
            return look(name, levels, progress);
        },
        [this](Opening&& opening) {
            m_opening = nullptr;
            take(std::move(opening));
        });
}

DocumentView::Opening DocumentView::look(const std::string& path, bool levels, Progress& progress)
{
    Opening opening{.opened = read(path, levels, progress), .whole = checkpoint::wholeOf(path), .steps = {}};
    if (const auto folder = checkpoint::folderOf(path); folder && !opening.opened) {
        const auto guess = checkpoint::guessFolder(*folder);
        if (guess &&
            (guess->kind == checkpoint::FolderKind::Steps || guess->kind == checkpoint::FolderKind::RankSets)) {
            for (const std::string& step : guess->steps) {
                opening.steps.push_back(*folder + '/' + step);
            }
        }
    }
    return opening;
}

Result<DocumentView::Opened> DocumentView::read(const std::string& path, bool levels, Progress& progress)
{
    CAIRN_ASSIGN(document, openDocument(path, progress));
    RowTreePtr tree = makeRowTree(*document, usualOptions(document->checkpoint->traits(), levels), progress);
    if (!tree) {
        return fail(ErrorCode::Cancelled, message("opening was cancelled"));
    }
    return Opened{.document = document, .tree = tree};
}

void DocumentView::reload()
{
    if (!m_path.isEmpty()) {
        m_machine.ask();
        open(m_path);
    }
}

void DocumentView::pollOpening()
{
    m_stack->setCurrentWidget(m_message);
    if (m_opening != nullptr) {
        const Progress& progress = m_opening->progress();
        m_message->showProgress(stageText(progress.stage()), progress.done(), progress.total());
    }
}

void DocumentView::cancel()
{
    if (m_opening != nullptr) {
        m_opening->stop();
    }
}

void DocumentView::take(Opening opening)
{
    m_openTimer.stop();
    Result<Opened>& opened = opening.opened;
    if (opened || opened.error().code != ErrorCode::Cancelled) {
        offerWhole(opening.whole);
    }
    if (opened) {
        showDocument(*std::move(opened));
    } else if (m_document) {
        m_stack->setCurrentWidget(m_contents);
        if (opened.error().code != ErrorCode::Cancelled) {
            m_notice->ask(tr("The file was not read again: %1 What is shown was read before.")
                              .arg(inWordsAlone(opened.error().inFull())),
                          tr("Try again"));
        }
    } else if (opened.error().code == ErrorCode::Cancelled) {
        Q_EMIT openCancelled();
        return;
    } else if (opening.steps.size() > 1) {
        QStringList steps;
        for (const std::string& step : opening.steps) {
            steps.append(pathFromBytes(step));
        }
        m_message->showChoice(m_path, steps);
        m_stack->setCurrentWidget(m_message);
    } else {
        m_message->showError(m_path, opened.error(), checkpoint::isWorthSalvage(opened.error()));
        m_stack->setCurrentWidget(m_message);
    }
    Q_EMIT settled();
}

void DocumentView::offerWhole(const std::optional<checkpoint::Whole>& whole)
{
    if (!whole) {
        m_partNotice->hide();
        return;
    }
    m_whole = pathFromBytes(whole->path);
    m_partNotice->ask(inWords(whole->words), tr("Open the whole"));
}

void DocumentView::salvage()
{
    abandonJob(m_opening);
    m_message->showOpening(m_path);
    m_openTimer.start();
    m_opening = startJob(
        this, [name = pathBytes(m_path)](Progress& progress) { return findSalvage(name, progress); },
        [this](const Result<SalvagePtr>& found) {
            m_opening = nullptr;
            m_openTimer.stop();
            if (!found && found.error().code == ErrorCode::Cancelled) {
                leaveSalvage();
                return;
            }
            if (!found) {
                m_message->showError(m_path, found.error());
                m_stack->setCurrentWidget(m_message);
            } else {
                if (m_salvage == nullptr) {
                    m_salvage = new SalvagePage(m_prompts, m_stack);
                    m_stack->addWidget(m_salvage);
                    connect(m_salvage, &SalvagePage::leaveRequested, this, &DocumentView::leaveSalvage);
                    connect(m_salvage, &SalvagePage::fileRequested, this, &DocumentView::fileRequested);
                }
                m_salvage->showSalvage(m_path, *found);
                m_stack->setCurrentWidget(m_salvage);
            }
            Q_EMIT settled();
        });
}

/// What was said of the file is said again.
void DocumentView::leaveSalvage()
{
    if (m_document) {
        m_stack->setCurrentWidget(m_contents);
    } else {
        reload();
    }
}

void DocumentView::showDocument(const Opened& opened)
{
    const DocumentPtr& document = opened.document;
    const QStringList openGroups = m_document ? m_tree->openGroups() : m_openGroups;
    m_document = document;
    m_isOld = false;
    m_tree->showDocument(document, opened.tree, openGroups);
    m_header->showDocument(*document);
    m_issues->showDocument(document);
    m_tabs->showDocument(document);
    tellRow();
    showFolderPages(document->pieces != nullptr);
    m_stack->setCurrentWidget(m_contents);
    judge();
    Q_EMIT documentChanged();
    if (!m_compareWith.isEmpty()) {
        compareWith(std::exchange(m_compareWith, {}), m_compareOptions);
    }
}

void DocumentView::countIssues()
{
    const std::size_t count = m_issues->list()->found();
    m_tabs->setTabText(m_tabs->indexOf(m_issues), count == 0 ? tr("Issues") : tr("Issues (%1)").arg(countText(count)));
}

void DocumentView::tellNotFinite(checkpoint::EntryId id, std::uint64_t nans, std::uint64_t infinities)
{
    m_issues->list()->addNotFinite(*m_document, id, nans, infinities);
}

void DocumentView::judge()
{
    abandonJob(m_judging);
    if (!m_document) {
        return;
    }
    if (!machine()) {
        m_header->verdictBar()->showWaiting();
        m_machine.ask();
        return;
    }
    m_header->verdictBar()->machineBox()->showMachine(machine());
    m_judging = startJob(
        this,
        [document = m_document, map = m_map, machine = machine(), trust = m_trust](Progress&) {
            return judgeLoading(*document->checkpoint, map, *machine, trust);
        },
        [this](const LoadVerdict& verdict) {
            m_judging = nullptr;
            m_verdict = verdict;
            m_issues->list()->setLoads(verdict.loads);
            tellVerdict();
        });
}

void DocumentView::tellVerdict()
{
    const bool isSame = m_watch->isSame() && !m_isOld;
    m_issues->setOld(!isSame);
    if (isSame) {
        m_header->verdictBar()->showVerdict(m_verdict);
        return;
    }
    LoadVerdict verdict;
    verdict.loads = false;
    verdict.answer = m_watch->isThere() ? Answer::Caution : Answer::Fails;
    verdict.headline = m_watch->isThere() ? tr("The file is another one now") : tr("The file is gone");
    verdict.detail = tr("What is shown was read before, and so was what would load.");
    m_header->verdictBar()->showVerdict(verdict);
}

void DocumentView::setMap(const devices::MapLocation& map)
{
    if (map == m_map) {
        return;
    }
    m_map = map;
    m_tree->setMap(map, machine());
    judge();
    Q_EMIT mapChanged();
}

void DocumentView::setMachine(const InventoryPtr& machine)
{
    if (machine == this->machine()) {
        return;
    }
    m_chosen = machine;
    m_tree->setMap(m_map, machine);
    judge();
    Q_EMIT machineChanged();
}

void DocumentView::compareWith(const QString& path, CompareOptions options)
{
    if (!m_document) {
        m_compareWith = path;
        m_compareOptions = options;
        return;
    }
    QWidget* page = m_tabs->page(QStringLiteral("comparePage"));
    m_tabs->setCurrentWidget(page); // which makes the view, if it is the first time
    page->findChild<CompareView*>()->compareWith(path, options);
}

void DocumentView::setTrust(devices::FileTrust trust)
{
    if (trust == m_trust) {
        return;
    }
    m_trust = trust;
    judge();
    Q_EMIT trustChanged();
}

void DocumentView::search(const QString& text)
{
    m_searchText = text;
    applySearch();
    Q_EMIT searched();
}

CompareView* DocumentView::compareInFront() const
{
    return m_tabs->currentWidget()->findChild<CompareView*>();
}

/// The tree takes it when it is seen: what nobody sees shall not go to another row.
void DocumentView::applySearch()
{
    if (m_tabs->currentWidget() == m_tree) {
        m_tree->search(m_searchText);
    } else if (CompareView* compare = compareInFront()) {
        compare->search(m_searchText);
    }
    m_tableSearch->search(m_searchText);
}

void DocumentView::searchPage()
{
    QWidget* page = m_tabs->currentWidget();
    const bool isList = page != m_tree && compareInFront() == nullptr; // these two search by themselves
    m_tableSearch->setView(isList ? TableSearch::listOf(*page) : nullptr);
    applySearch();
    showSearch();
}

QString DocumentView::searchSummary() const
{
    if (const CompareView* compare = compareInFront()) {
        return compare->searchSummary();
    }
    return m_tabs->currentWidget() == m_tree ? m_tree->searchSummary() : m_tableSearch->summary();
}

bool DocumentView::canStepHit() const
{
    if (const CompareView* compare = compareInFront()) {
        return compare->hasHits();
    }
    return m_tabs->currentWidget() == m_tree ? m_tree->hasHits() : m_tableSearch->hits() != 0;
}

void DocumentView::stepHit(int by)
{
    if (m_tabs->currentWidget() == m_tree) {
        m_tree->stepHit(by);
    } else if (CompareView* compare = compareInFront()) {
        compare->stepHit(by);
    } else {
        m_tableSearch->step(by);
    }
}

/// What is wrong with a search is about the tree, which understands more than words.
void DocumentView::showSearch()
{
    const QString& mistake = m_tree->searchMistake();
    m_mistake->setText(QStringLiteral("⚠ ") + mistake);
    m_mistake->setVisible(!mistake.isEmpty() && m_tabs->currentWidget() == m_tree);
    Q_EMIT searched();
}

void DocumentView::goTo(checkpoint::EntryId id)
{
    if (m_tree->searchText() != m_searchText) { // it was for the page that is left, and would go elsewhere
        search({});
    }
    m_tabs->setCurrentWidget(m_tree);
    m_tree->goTo(id);
    m_tree->setFocus();
}

void DocumentView::checkForChanges()
{
    m_watch->look();
}

void DocumentView::tellChange()
{
    if (m_opening != nullptr) {
        return;
    }
    if (!m_document) {
        if (m_watch->isThere()) {
            open(m_path); // there is nothing to lose: it did not open before
        }
        return;
    }
    if (m_judging == nullptr && machine()) {
        tellVerdict();
    }
    if (m_watch->isSame() && !m_isOld) {
        m_notice->hide();
    } else if (m_watch->isThere()) {
        m_notice->ask(tr("The file has changed on disk. What is shown was read before."), tr("Read it again"));
    } else {
        m_notice->ask(tr("The file is no longer there. What is shown was read before."), {});
    }
}

} // namespace cairn::ui
