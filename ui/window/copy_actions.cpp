#include "ui/window/copy_actions.h"

#include "core/convert/common/copy_name.h"
#include "core/convert/recipe/recipe_route.h"
#include "core/convert/recipe/slim_presets.h"
#include "ui/common/job.h"
#include "ui/common/job_strip.h"
#include "ui/common/make_action.h"
#include "ui/common/notice_bar.h"
#include "ui/common/prompts.h"
#include "ui/common/strip_stack.h"
#include "ui/document/mapped_copy_name.h"
#include "ui/map/device_map_panel.h"
#include "ui/queue/convert_file.h"
#include "ui/text/display.h"
#include "ui/text/plain_tip.h"
#include "ui/window/document_view.h"
#include "ui/window/map_dock.h"
#include "ui/window/running_saves.h"

#include <QAction>
#include <QFile>
#include <QFileInfo>
#include <QMenu>

namespace cairn::ui {

namespace {

const devices::MapLocation kAllToCpu = devices::MapLocation::everythingTo("cpu");

/// The person has agreed to replace a file that is there now, and none that comes later.
FileSink::Existing agreedFor(const QString& target)
{
    return QFileInfo::exists(target) ? FileSink::Existing::Replace : FileSink::Existing::Refuse;
}

} // namespace

/// A copy with less in it, or in another format.
struct CopyActions::Slimming {
    const char* name;
    QString text;
    QString tip;
    const char* pattern; ///< of the names of copies
    convert::Recipe recipe;
};

CopyActions::CopyActions(Prompts& prompts, MapDock& map, StripStack& strips, RunningSaves& saves, QWidget* window)
    : QObject(window), m_prompts(prompts), m_map(map), m_strips(strips), m_saves(saves), m_window(window),
      m_cpu(makeAction(window, "cpuCopyAction", tr("Save CPU &copy…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S),
                       tr("Write a copy with every storage on the cpu, which loads on any machine"))),
      m_menu(new QMenu(tr("Save a copy"), window))
{
    m_menu->setObjectName("copyMenu");
    m_menu->addAction(m_cpu);
    m_mapped = m_menu->addAction(tr("With this device &map…"));
    m_mapped->setObjectName("mappedCopyAction");
    m_mapped->setStatusTip(tr("Write a copy with every storage where the device map sends it"));
    m_menu->addSeparator();
    connect(m_cpu, &QAction::triggered, this, &CopyActions::saveOnCpu);
    connect(m_mapped, &QAction::triggered, &map, &MapDock::askForCopy);
    connect(&map, &MapDock::copyRequested, this, &CopyActions::write);
    connect(m_menu, &QMenu::aboutToShow, this, &CopyActions::update);
    Slimming slimming{.name = "oneFileAction",
                      .text = tr("As one &file…"),
                      .tip = tr("Write all that is in the folder to one file that torch.load takes on any machine"),
                      .pattern = "{stem}{ext}",
                      .recipe = {}};
    slimming.recipe.map = kAllToCpu;
    m_oneFile = addSlimming(slimming);
    m_menu->addSeparator();
    slimming = {.name = "slimCopyAction",
                .text = tr("Without the &optimizer…"),
                .tip = tr("Write a copy for inference: without the state of the optimizer"),
                .pattern = "{stem}.slim{ext}",
                .recipe = {}};
    convert::setPreset(slimming.recipe, convert::SlimPreset::DropOptimizer, true);
    addSlimming(slimming);
    slimming = {.name = "bfloat16CopyAction",
                .text = tr("As &bfloat16…"),
                .tip = tr("Write a copy of half the size: numbers of float32 become bfloat16"),
                .pattern = "{stem}.bf16{ext}",
                .recipe = {}};
    convert::setPreset(slimming.recipe, convert::SlimPreset::BFloat16, true);
    m_bfloat16 = addSlimming(slimming);
    slimming = {.name = "safetensorsCopyAction",
                .text = tr("As sa&fetensors…"),
                .tip = tr("Write the tensors alone in a format that can run no code"),
                .pattern = "{stem}.safetensors",
                .recipe = {}};
    slimming.recipe.container = convert::Container::Safetensors;
    m_safetensors = addSlimming(slimming);
    update();
}

CopyActions::~CopyActions() = default;

QAction* CopyActions::addSlimming(const Slimming& slimming)
{
    QAction* action = m_menu->addAction(slimming.text);
    action->setObjectName(slimming.name);
    action->setStatusTip(slimming.tip);
    connect(action, &QAction::triggered, this,
            [this, slimming] { askForCopy(slimming.recipe, QString::fromLatin1(slimming.pattern)); });
    return action;
}

void CopyActions::follow(DocumentView* view)
{
    m_view = view;
    update();
}

void CopyActions::update()
{
    const bool isOpen = m_view && m_view->document();
    for (QAction* action : m_menu->actions()) {
        action->setEnabled(isOpen);
    }
    const bool hasNoTags = isOpen && convert::routeFor(convert::Recipe(), *m_view->document()->checkpoint, {}) ==
                                         convert::Route::HasNoTags;
    m_cpu->setEnabled(isOpen && !hasNoTags);
    m_cpu->setStatusTip(hasNoTags ? tr("It loads anywhere as it is: its format stores no devices")
                                  : tr("Write a copy with every storage on the cpu, which loads on any machine"));
    m_cpu->setToolTip(plainTip(m_cpu->statusTip()));
    m_oneFile->setEnabled(isOpen && m_view->document()->checkpoint->traits().isFolder);
    m_mapped->setEnabled(isOpen && m_map.panel()->map().kind() != devices::MapKind::None);
}

void CopyActions::saveOnCpu()
{
    if (m_view && m_view->document()) {
        m_prompts.saveFile(
            m_window, mappedCopyName(m_view->path(), kAllToCpu), {},
            [this, document = m_view->document()](const QString& target) { write(document, kAllToCpu, target); });
    }
}

void CopyActions::write(const DocumentPtr& document, const devices::MapLocation& map, const QString& target)
{
    save(
        target,
        [source = document->checkpoint, map, file = pathBytes(target), existing = agreedFor(target)](
            Progress& progress) { return saveMapped(source, map, file, existing, progress); },
        [this, document, map](const QString& other) { write(document, map, other); });
}

void CopyActions::askForCopy(const convert::Recipe& wanted, const QString& pattern)
{
    if (!m_view || !m_view->document()) {
        return;
    }
    convert::Recipe recipe = wanted;
    if (const devices::MapLocation map = m_map.panel()->map(); map.kind() != devices::MapKind::None) {
        recipe.map = map;
    }
    const QString suggestion = copyNameBeside(m_view->path(), pattern.toStdString());
    m_prompts.saveFile(m_window, suggestion, {}, [this, document = m_view->document(), recipe](const QString& target) {
        writeSlim(document, recipe, target, false);
    });
}

void CopyActions::writeSlim(const DocumentPtr& document, const convert::Recipe& recipe, const QString& target,
                            bool mayLose)
{
    const ConvertSource source{.path = document->checkpoint->path(),
                               .answers = {.mayLose = mayLose},
                               .target = pathBytes(target),
                               .existing = agreedFor(target),
                               .opened = document->checkpoint};
    save(
        target,
        [source, recipe](Progress& progress) {
            convert::TargetNames names;
            return convertFile(source, recipe, names, progress);
        },
        [this, document, recipe, mayLose](const QString& other) { writeSlim(document, recipe, other, mayLose); },
        [this, document, recipe, target] { writeSlim(document, recipe, target, true); });
}

void CopyActions::save(const QString& target, std::function<QueueOutcome(Progress&)> work,
                       std::function<void(const QString&)> elsewhere, std::function<void()> anyhow)
{
    const QString name = shown(QFileInfo(target).fileName().toStdString());
    auto* strip = new JobStrip(tr("Saving %1").arg(name), m_window);
    strip->setKind(QStringLiteral("copy"));
    connect(strip, &JobStrip::openRequested, this, &CopyActions::openRequested);
    m_strips.add(strip, m_view);
    Job* job = startJob(
        m_window, std::move(work),
        [this, strip, target, name, view = m_view, anyhow = std::move(anyhow),
         elsewhere = std::move(elsewhere)](const QueueOutcome& outcome) {
            if (outcome.state == QueueState::Done) {
                strip->showSaved(tr("Saved %1, %2: %3").arg(name, bytesText(outcome.bytesWritten), outcome.words),
                                 target, !outcome.runsHarm && !outcome.hasDamage);
            } else if (outcome.question == QueueQuestion::Loss) {
                strip->deleteLater();
                askAboutLosses(tr("%1: %2").arg(name, outcome.words), outcome.losses, view, anyhow);
            } else {
                const auto choose = [this, target, elsewhere] { m_prompts.saveFile(m_window, target, {}, elsewhere); };
                strip->showFailed(tr("%1 was not saved: %2").arg(name, outcome.words),
                                  outcome.isOfPlace ? std::function<void()>(choose) : nullptr);
                Q_EMIT failed();
            }
        });
    m_saves.add(job, target);
    strip->follow(job);
}

void CopyActions::askAboutLosses(const QString& words, const QStringList& losses, DocumentView* view,
                                 const std::function<void()>& anyhow)
{
    auto* notice = new NoticeBar(m_window);
    notice->setObjectName("lossNotice");
    m_strips.add(notice, view);
    connect(notice, &NoticeBar::accepted, this, anyhow);
    connect(notice, &NoticeBar::accepted, notice, &QObject::deleteLater);
    connect(notice, &NoticeBar::refused, notice, &QObject::deleteLater);
    notice->setToolTip(plainTip(losses.join(u'\n')));
    notice->ask(words, tr("Save it all the same"));
}

} // namespace cairn::ui
