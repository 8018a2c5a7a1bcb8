#include "ui/window/row_actions.h"

#include "core/devices/machine/device_order.h"
#include "ui/common/job.h"
#include "ui/common/job_strip.h"
#include "ui/common/make_action.h"
#include "ui/common/prompts.h"
#include "ui/common/strip_stack.h"
#include "ui/contents/storages_view.h"
#include "ui/map/device_map_panel.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/tree/tree_page.h"
#include "ui/window/document_view.h"
#include "ui/window/map_dock.h"
#include "ui/window/view_tabs.h"

#include <QAction>
#include <QFileInfo>
#include <QMenu>

#include <algorithm>

namespace cairn::ui {

RowActions::RowActions(Prompts& prompts, MapDock& map, StripStack& strips, QWidget* window)
    : QObject(window), m_prompts(prompts), m_map(map), m_strips(strips), m_window(window),
      m_save(
          makeAction(window, "saveTensorsAction", tr("Save &tensors…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E),
                     tr("Write the tensors in the selected rows to a file: one as .npy, any as .safetensors or .pth"))),
      m_storage(makeAction(window, "showStorageAction", tr("Show st&orage"),
                           QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_G),
                           tr("Go to the storage of the selected tensor, and what shares it"))),
      m_devices(new QMenu(tr("Send to &device"), window))
{
    m_devices->setObjectName("sendMenu");
    connect(m_save, &QAction::triggered, this, &RowActions::save);
    connect(m_storage, &QAction::triggered, this, &RowActions::showStorage);
    connect(m_devices, &QMenu::aboutToShow, this, &RowActions::fillDevices);
}

RowActions::~RowActions() = default;

QAction* RowActions::sendAction() const
{
    return m_devices->menuAction();
}

void RowActions::follow(DocumentView* view)
{
    m_view = view;
    update();
}

std::pair<EntryRows, rows::EntrySum> RowActions::chosen() const
{
    return m_view ? m_view->tree()->checkpointModel()->rowsAt(m_view->tree()->selectionModel()->selectedRows())
                  : std::pair<EntryRows, rows::EntrySum>();
}

checkpoint::StorageId RowActions::storageOfRow() const
{
    const checkpoint::EntryId row = m_view ? m_view->tree()->currentEntry() : checkpoint::kNoId;
    if (row == checkpoint::kNoId) {
        return checkpoint::kNoId;
    }
    const checkpoint::Checkpoint& checkpoint = *m_view->document()->checkpoint;
    const checkpoint::Entry& entry = checkpoint.entries()[row];
    return entry.kind == checkpoint::EntryKind::Tensor    ? checkpoint.tensors()[entry.payload].storage
           : entry.kind == checkpoint::EntryKind::Storage ? static_cast<checkpoint::StorageId>(entry.payload)
                                                          : checkpoint::kNoId;
}

void RowActions::update()
{
    const bool hasRow = m_view && m_view->document() && m_view->tree()->currentIndex().isValid();
    m_save->setEnabled(hasRow);
    sendAction()->setEnabled(hasRow);
    m_storage->setEnabled(hasRow && storageOfRow() != checkpoint::kNoId);
}

void RowActions::save()
{
    if (!m_view || !m_view->document()) {
        return;
    }
    const auto [rows, sum] = chosen();
    const auto tensors = chosenTensors(*m_view->document(), rows, sum);
    if (!tensors) {
        auto* strip = new JobStrip(tr("Save tensors"), m_window);
        m_strips.add(strip, m_view);
        strip->showResult(sum.tensors == 0 ? tr("There is no tensor in the selected rows.")
                                           : tr("These are too many rows for one file. Select the groups that they "
                                                "are in, or convert the file and keep what you need."),
                          false);
        return;
    }
    ask(*tensors, QFileInfo(m_view->path()).absolutePath() + u'/' + tensorFileName(*tensors));
}

void RowActions::ask(const ChosenTensors& tensors, const QString& suggestion)
{
    m_prompts.saveFile(m_window, suggestion, tensorFileKinds(tensors),
                       [this, tensors, view = m_view](const QString& target) { write(tensors, target, view); });
}

void RowActions::write(const ChosenTensors& tensors, const QString& target, DocumentView* view)
{
    const QString name = shown(QFileInfo(target).fileName().toStdString());
    // The person has agreed to replace a file that is there now, and none that comes later.
    const auto existing = QFileInfo::exists(target) ? FileSink::Existing::Replace : FileSink::Existing::Refuse;
    auto* strip = new JobStrip(tr("Saving %1").arg(name), m_window);
    strip->setKind(QStringLiteral("tensors"));
    m_strips.add(strip, view);
    strip->follow(startJob(
        m_window,
        [tensors, path = pathBytes(target), existing](Progress& progress) {
            return writeTensors(tensors, path, existing, convert::Verify::Yes, &progress);
        },
        [this, strip, name, target, tensors](const Result<std::uint64_t>& leftOut) {
            if (!leftOut) {
                const auto choose = [this, tensors, target] { ask(tensors, target); };
                strip->showFailed(tr("%1 was not saved: %2").arg(name, inWordsAlone(leftOut.error().inFull())),
                                  isOfPlace(leftOut.error()) ? std::function<void()>(choose) : nullptr);
                return;
            }
            const QString rest = *leftOut == 0 ? QString()
                                               : u' ' + tr("%n row(s) that such a file cannot hold are not in it.",
                                                           nullptr, pluralOf(*leftOut));
            strip->showSaved(tr("Saved %1.").arg(name) + rest, target);
            Q_EMIT saved(target);
        }));
}

void RowActions::fillDevices()
{
    m_devices->clear();
    if (!m_view || !m_view->document()) {
        return;
    }
    std::vector<std::string> devices{"cpu"};
    const auto add = [&devices](const std::string& tag) {
        constexpr std::size_t kMost = 24;
        if (devices.size() < kMost && std::ranges::find(devices, tag) == devices.end()) {
            devices.push_back(tag);
        }
    };
    if (const InventoryPtr& machine = m_view->machine()) {
        for (const devices::Backend& backend : machine->backends) {
            for (const devices::Device& device : backend.devices) {
                add(device.tag);
            }
        }
    }
    for (const std::string& tag : m_view->document()->checkpoint->deviceTags()) {
        add(tag);
    }
    std::ranges::sort(devices, devices::deviceLess);
    for (const std::string& device : devices) {
        QAction* action = m_devices->addAction(shown(device));
        connect(action, &QAction::triggered, this, [this, device] { sendTo(device); });
    }
    m_devices->addSeparator();
    QAction* saved = m_devices->addAction(tr("As saved"));
    saved->setObjectName("sendAsSaved");
    connect(saved, &QAction::triggered, this, [this] { sendTo({}); });
}

void RowActions::sendTo(const std::string& device)
{
    if (const EntryRows rows = chosen().first; !rows.empty()) {
        m_map.panel()->send(rows, device);
    }
}

void RowActions::showStorage()
{
    const checkpoint::StorageId storage = storageOfRow();
    if (storage == checkpoint::kNoId) {
        return;
    }
    QWidget* page = m_view->pages()->page(QStringLiteral("storagesPage"));
    m_view->pages()->setCurrentWidget(page);
    if (auto* storages = page->findChild<StoragesView*>()) {
        storages->showStorage(storage);
        m_view->pages()->focusPage();
    }
}

} // namespace cairn::ui
