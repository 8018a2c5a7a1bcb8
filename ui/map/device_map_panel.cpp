#include "ui/map/device_map_panel.h"

#include "core/devices/map/map_file.h"
#include "ui/common/job.h"
#include "ui/common/plain_label.h"
#include "ui/map/canvas/map_canvas.h"
#include "ui/map/code_pane.h"
#include "ui/map/load/load_page.h"
#include "ui/map/load/load_paths_view.h"
#include "ui/map/rules/rule_table.h"
#include "ui/map/verdict/map_verdict.h"
#include "ui/map/verdict/problem_view.h"
#include "ui/text/cairn_style.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/verdict/machine_box.h"

#include <QAction>
#include <QFileInfo>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QTabWidget>
#include <QToolBar>
#include <QVBoxLayout>

#include <utility>

namespace cairn::ui {

using devices::MapLocation;

namespace {

const QString kThisMachine = QStringLiteral("this");

} // namespace

DeviceMapPanel::DeviceMapPanel(QSettings& settings, QWidget* parent)
    : QWidget(parent), m_memory(settings), m_picture(new MapCanvas), m_scroll(new QScrollArea(this)),
      m_side(new QScrollArea(this)), m_verdict(new MapVerdict), m_rules(new RuleTable), m_problems(new ProblemView),
      m_code(new CodePane), m_paths(new LoadPathsView), m_loading(new LoadPage), m_machine(new MachineBox),
      m_tabs(new QTabWidget), m_note(new PlainLabel(this))
{
    setObjectName("deviceMapPanel");
    setFocusProxy(m_picture);
    auto* bar = new QToolBar(this);
    bar->setObjectName("mapToolBar");
    makeToolBar(bar);
    m_scroll->setWidget(m_picture);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_note->setObjectName("mapNote");
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setContentsMargins(14, 4, 14, 4);
    m_note->hide();

    makePages(m_tabs);
    auto* splitter = new QSplitter(this);
    splitter->setObjectName("mapSplitter");
    splitter->addWidget(m_scroll);
    splitter->addWidget(makeSide());
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({600, 400});
    splitter->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(m_note);
    layout->addWidget(splitter, 1);

    connectPicture();
    connectRules();
    connectVerdict();
    connectMachine();
    showDocument(nullptr);
}

DeviceMapPanel::~DeviceMapPanel()
{
    qDeleteAll(findChildren<Job*>()); // they wait for their threads, while what they report to is still there
}

/// The verdict over the pages. Where there is no room for both, they scroll.
QWidget* DeviceMapPanel::makeSide()
{
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_verdict);
    column->addWidget(m_tabs, 1);
    m_tabs->setMinimumHeight(m_tabs->minimumSizeHint().height());
    m_tabs->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored); // what it would like is no reason to scroll
    m_side->setObjectName("mapSide");
    m_side->setFrameShape(QFrame::NoFrame);
    m_side->setFocusPolicy(Qt::NoFocus);
    m_side->setWidgetResizable(true);
    m_side->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    constexpr int kSideWidth = 340;
    m_side->setMinimumWidth(kSideWidth); // whatever is in it: the picture must not move when a verdict changes
    m_side->setMinimumHeight(6 * fontMetrics().lineSpacing());
    side->setMinimumWidth(1);
    m_side->setWidget(side);
    return m_side;
}

void DeviceMapPanel::makePages(QTabWidget* tabs)
{
    tabs->setObjectName("mapTabs");
    tabs->setDocumentMode(true);
    tabs->addTab(m_rules, tr("Rules"));
    tabs->addTab(m_problems, tr("Problems"));
    tabs->addTab(m_code, tr("Code"));
    tabs->addTab(m_paths, tr("Two ways"));
    tabs->setTabVisible(tabs->addTab(m_loading, tr("Load")), false);
}

void DeviceMapPanel::connectPicture()
{
    connect(m_picture, &MapCanvas::sent, this, &DeviceMapPanel::send);
    connect(m_picture, &MapCanvas::held, this, &DeviceMapPanel::previewDrop);
    connect(m_picture, &MapCanvas::leftTarget, this, &DeviceMapPanel::forgetForeseen);
    connect(m_picture, &MapCanvas::refused, this, &DeviceMapPanel::note);
    connect(m_picture, &MapCanvas::rectangleRequested, this, [this](const QRect& area) {
        m_scroll->ensureVisible(area.center().x(), area.center().y(), area.width() / 2, area.height() / 2 + 4);
    });
}

void DeviceMapPanel::connectRules()
{
    connect(m_rules->model(), &RuleModel::refused, this, &DeviceMapPanel::note);
    connect(m_rules->model(), &RuleModel::ruleChanged, this, [this](std::size_t index, const devices::MapRule& rule) {
        edit([&](MapEditor& editor) { editor.setRule(index, rule); });
    });
    connect(m_rules, &RuleTable::ruleMoved, this,
            [this](std::size_t from, std::size_t to) { edit([&](MapEditor& editor) { editor.moveRule(from, to); }); });
    connect(m_rules, &RuleTable::rulesRemoved, this, [this](std::size_t first, std::size_t count) {
        edit([&](MapEditor& editor) { editor.removeRules(first, count); });
    });
    connect(m_rules, &RuleTable::ruleInserted, this, [this](std::size_t index) {
        edit([&](MapEditor& editor) { editor.insertRule(index, devices::MapRule{"*", ""}); });
    });
}

void DeviceMapPanel::connectVerdict()
{
    const auto fix = [this](const devices::MapFix& wanted) {
        edit([&](MapEditor& editor) { editor.setMap(wanted.map, inWordsAlone(wanted.text)); });
    };
    const auto join = [this] {
        if (m_analysis) {
            edit([&](MapEditor& editor) { editor.joinConflicts(m_analysis->verdict.placement.conflicts()); });
        }
    };
    connect(m_verdict, &MapVerdict::fixRequested, this, fix);
    connect(m_problems, &ProblemView::fixRequested, this, fix);
    connect(m_verdict, &MapVerdict::joinRequested, this, join);
    connect(m_problems, &ProblemView::joinRequested, this, join);
    connect(m_loading, &LoadPage::runningChanged, this, &DeviceMapPanel::updateActions);
    connect(m_loading, &LoadPage::fixRequested, this,
            [this, fix](const DocumentPtr& document, const devices::MapFix& wanted) {
                if (document == m_editor.document()) {
                    fix(wanted);
                } else {
                    note(tr("That was about another file."));
                }
            });
}

void DeviceMapPanel::connectMachine()
{
    connect(m_machine, &MachineBox::refused, this, &DeviceMapPanel::note);
    connect(m_machine, &MachineBox::fileRequested, this, &DeviceMapPanel::machineFileRequested);
    connect(m_machine, &MachineBox::machineFound, this, [this](const InventoryPtr& machine, const QString& words) {
        const bool nobodyChose = std::exchange(m_isAsking, false) && words == kThisMachine;
        nobodyChose ? setThisMachine(machine) : setMachine(machine);
    });
}

void DeviceMapPanel::setMachineSource(const MachineSource& source)
{
    m_machine->setSource(source);
    m_loading->setMachineSource(source);
}

void DeviceMapPanel::setThisMachine(const InventoryPtr& machine)
{
    m_thisMachine = machine;
    if (!m_editor.machine() || isThisMachine(*m_editor.machine())) {
        setMachine(machine);
    }
}

void DeviceMapPanel::setMachine(const InventoryPtr& machine)
{
    m_editor.setMachine(machine);
    afterEdit();
}

void DeviceMapPanel::setTrust(devices::FileTrust trust)
{
    if (trust != m_editor.state().trust) {
        m_editor.setTrust(trust);
        analyse();
    }
}

void DeviceMapPanel::chooseMachine(const QString& words)
{
    m_machine->choose(words);
}

void DeviceMapPanel::showDocument(const DocumentPtr& document)
{
    if (document && document == m_editor.document()) {
        return;
    }
    MapHistory history = stepsFor(document);
    std::erase_if(m_others, [&](const auto& other) { return other.first.expired() || other.first.lock() == document; });
    if (m_editor.document()) {
        m_others.emplace_back(m_editor.document(), m_editor.history());
    }
    m_editor = MapEditor(document, std::move(history));
    m_analysis = nullptr;
    if (document && !m_editor.machine()) {
        m_isAsking = true;
        m_machine->choose(kThisMachine);
    }
    m_verdict->setVisible(document != nullptr);
    m_verdict->showWaiting(tr("Asking this machine for its devices…"));
    m_problems->showNothing();
    m_code->showNothing();
    m_paths->showPaths({});
    afterEdit();
}

MapHistory DeviceMapPanel::stepsFor(const DocumentPtr& document) const
{
    const InventoryPtr& machine = m_editor.machine() ? m_editor.machine() : m_thisMachine;
    if (!document) {
        return MapHistory({.map = {}, .machine = machine, .trust = m_editor.state().trust});
    }
    for (const auto& [other, history] : m_others) {
        if (other.lock() == document) {
            MapHistory known = history;
            const InventoryPtr& before = known.now().machine; // null: it had not answered
            if (m_thisMachine && (!before || isThisMachine(*before))) {
                known.setMachine(m_thisMachine);
            }
            return known;
        }
    }
    const auto map = m_memory.recall(pathFromBytes(document->checkpoint->path()));
    return MapHistory({.map = map.value_or(MapLocation()), .machine = machine, .trust = m_editor.state().trust});
}

void DeviceMapPanel::setMap(const MapLocation& map)
{
    edit([&](MapEditor& editor) { editor.setMap(map, tr("another map")); });
}

void DeviceMapPanel::send(const MapDragPayload& payload, const std::string& to)
{
    edit([&](MapEditor& editor) { editor.send(payload, to); });
}

void DeviceMapPanel::openMap(const QString& path)
{
    if (!m_editor.document()) {
        note(tr("Open a checkpoint first, and then the map for it."));
        return;
    }
    auto map = devices::readMapFile(pathBytes(path));
    if (!map) {
        note(inWordsAlone(map.error().inFull()));
        return;
    }
    edit([&](MapEditor& editor) {
        editor.setMap(*map, tr("open %1").arg(shown(QFileInfo(path).fileName().toStdString())));
    });
}

void DeviceMapPanel::saveMap(const QString& path)
{
    const QString name = shown(QFileInfo(path).fileName().toStdString());
    startJob(
        this, [file = pathBytes(path), map = map()](Progress&) { return devices::writeMapFile(file, map); },
        [this, name](const Result<void>& written) {
            note(written ? tr("Saved %1").arg(name) : inWordsAlone(written.error().inFull()));
        });
}

void DeviceMapPanel::note(const QString& text)
{
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
}

void DeviceMapPanel::afterEdit()
{
    note({});
    abandonJob(m_previewing);
    if (m_editor.document()) {
        m_memory.remember(pathFromBytes(m_editor.document()->checkpoint->path()), map());
    }
    m_rules->show(m_editor);
    m_loading->follow(m_editor.document(), map());
    m_tabs->setTabVisible(m_tabs->indexOf(m_loading), m_loading->isRunning() || m_loading->isOf(m_editor.document()));
    m_machine->showMachine(m_editor.machine());
    updateActions();
    analyse();
    Q_EMIT mapChanged();
}

void DeviceMapPanel::updateActions()
{
    const MapHistory& history = m_editor.history();
    m_undo->setEnabled(history.canUndo());
    m_redo->setEnabled(history.canRedo());
    m_undo->setToolTip(history.canUndo() ? tr("Undo: %1").arg(history.undoText()).toHtmlEscaped() : tr("Undo"));
    m_redo->setToolTip(history.canRedo() ? tr("Redo: %1").arg(history.redoText()).toHtmlEscaped() : tr("Redo"));
    for (QAction* action : m_needDocument) {
        action->setEnabled(m_editor.document() != nullptr && m_editor.machine() != nullptr);
    }
    m_load->setEnabled(m_editor.document() != nullptr && !m_loading->isRunning());
    // The map may be made for another machine, on which nothing can be loaded from here.
    const bool isForThisMachine = !m_editor.machine() || isThisMachine(*m_editor.machine());
    m_load->setText(isForThisMachine ? tr("&Load") : tr("&Load here"));
    m_loadButton->setProperty(CairnStyle::kMain, isForThisMachine);
    m_loadButton->update();
}

void DeviceMapPanel::analyse()
{
    if (!m_editor.document() || !m_editor.machine()) {
        showScene();
        return;
    }
    if (m_analysing != nullptr) {
        m_isStale = true;
        return;
    }
    m_isStale = false;
    m_analysing = startJob(
        this,
        [document = m_editor.document(), state = m_editor.state()](Progress&) {
            return std::pair(document, analyseMap(*document, state));
        },
        [this](const std::pair<DocumentPtr, MapAnalysisPtr>& done) {
            m_analysing = nullptr;
            if (done.first == m_editor.document() && !m_isStale) {
                take(done.second);
            } else {
                analyse();
            }
        });
}

/// Shows what a drop would do, as long as it has not happened.
void DeviceMapPanel::previewDrop(const MapDragPayload& payload, const std::string& to)
{
    abandonJob(m_previewing);
    if (!m_editor.document() || !m_editor.machine()) {
        return;
    }
    m_previewing = startJob(
        this,
        [document = m_editor.document(), state = m_editor.state(), payload, to](Progress&) {
            MapEditor editor(document, MapHistory(state));
            editor.send(payload, to);
            return analyseMap(*document, editor.state());
        },
        [this](const MapAnalysisPtr& analysis) {
            m_previewing = nullptr;
            const MapScene scene = sceneOf(*m_editor.document(), *analysis->state.machine, analysis.get());
            m_verdict->showPreview(*analysis, creditText(m_picture->scene(), scene));
            m_picture->setForeseen(scene);
        });
}

void DeviceMapPanel::forgetForeseen()
{
    abandonJob(m_previewing);
    m_verdict->forgetForeseen();
}

void DeviceMapPanel::load()
{
    if (m_editor.document() && !m_loading->isRunning()) {
        m_tabs->setTabVisible(m_tabs->indexOf(m_loading), true);
        m_tabs->setCurrentWidget(m_loading);
        m_side->verticalScrollBar()->setValue(m_tabs->y()); // the pages may lie below the edge
        m_loading->start(m_editor.document(), map());
    }
}

void DeviceMapPanel::take(const MapAnalysisPtr& analysis)
{
    abandonJob(m_previewing);
    m_analysis = analysis;
    showScene();
    m_verdict->showVerdict(*analysis);
    m_rules->model()->showUses(analysis->rules, analysis->splittingRules);
    m_problems->showAnalysis(m_editor.document(), *analysis, analysis->verdict.problems);
    const auto problems = analysis->verdict.problems.size();
    m_tabs->setTabText(m_tabs->indexOf(m_problems),
                       problems == 0 ? tr("Problems") : tr("Problems (%1)").arg(countText(problems)));
    const auto rules = static_cast<std::uint64_t>(m_rules->model()->rowCount());
    m_tabs->setTabText(m_tabs->indexOf(m_rules), rules == 0 ? tr("Rules") : tr("Rules (%1)").arg(countText(rules)));
    advise();
    Q_EMIT analysed();
}

void DeviceMapPanel::advise()
{
    abandonJob(m_advising);
    m_advising = startJob(
        this,
        [document = m_editor.document(), state = m_editor.state()](Progress&) { return adviseOnMap(*document, state); },
        [this, analysis = m_analysis](const MapAdvice& advice) {
            m_advising = nullptr;
            if (analysis == m_analysis) {
                m_verdict->showTraining(advice.training);
                m_verdict->showFixes(advice.problems);
                m_problems->showAnalysis(m_editor.document(), *analysis, advice.problems);
                m_code->showAdvice(advice);
                m_paths->showPaths(advice.paths);
            }
        });
}

void DeviceMapPanel::showScene()
{
    const DocumentPtr& document = m_editor.document();
    const InventoryPtr& machine = m_editor.machine();
    m_picture->setScene(document && machine ? sceneOf(*document, *machine, m_analysis.get()) : MapScene(), document);
}

} // namespace cairn::ui
