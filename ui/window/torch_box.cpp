#include "ui/window/torch_box.h"

#include "core/runtime/module_search.h"
#include "core/runtime/torch_search.h"
#include "ui/common/job.h"
#include "ui/common/prompts.h"
#include "ui/text/display.h"

#include <QSettings>

#include <algorithm>

namespace cairn::ui {

namespace {

constexpr auto kTorchKey = "torch";
constexpr auto kTorchVariable = "CAIRN_TORCH_AT";

/// "2.6.0, CUDA 12.4, in /home/me/.venv"
QString torchText(const runtime::TorchInstallation& torch)
{
    return shown(torch.name() + ", " + torch.devices + ": " + torch.place);
}

} // namespace

void useSavedTorch(const QSettings& settings)
{
    if (qEnvironmentVariableIsEmpty(kTorchVariable)) {
        runtime::nameTorch(pathBytes(settings.value(kTorchKey).toString()));
    }
}

TorchBox::TorchBox(QSettings& settings, Prompts& prompts, QWidget* parent)
    : QComboBox(parent), m_settings(settings), m_prompts(prompts)
{
    setObjectName("settingsTorch");
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon); // paths are long
    connect(this, &QComboBox::activated, this, &TorchBox::take);
    if (!qEnvironmentVariableIsEmpty(kTorchVariable)) {
        addPlace(QStringLiteral("%1=%2").arg(QLatin1String(kTorchVariable), qEnvironmentVariable(kTorchVariable)), {});
        setEnabled(false);
        return;
    }
    fill({});
    // Where a python is a script it is asked where it lies, which may take a moment.
    startJob(
        this,
        [](Progress&) {
            runtime::TorchPlaces places = runtime::TorchPlaces::here();
            places.named.clear();
            return runtime::findTorch(places);
        },
        [this](const std::vector<runtime::TorchInstallation>& found) { fill(found); });
}

TorchBox::~TorchBox()
{
    qDeleteAll(findChildren<Job*>()); // they wait for their threads, while what they report to is still there
}

void TorchBox::addPlace(const QString& text, const QString& place)
{
    addItem(text, place);
    setItemData(count() - 1, text, Qt::ToolTipRole);
}

void TorchBox::fill(const std::vector<runtime::TorchInstallation>& found)
{
    const QString chosen = m_settings.value(kTorchKey).toString();
    clear();
    const auto usable = std::ranges::find(found, "", &runtime::TorchInstallation::problem);
    const QString first = !runtime::findModule().found.empty() ? tr("the LibTorch module")
                          : usable == found.end()              ? QString()
                                                               : torchText(*usable);
    addPlace(first.isEmpty() ? tr("The first that can be used") : tr("The first that can be used (%1)").arg(first), {});
    for (const runtime::TorchInstallation& torch : found) {
        const QString text = torchText(torch);
        addPlace(torch.problem.empty() ? text : tr("%1, cannot be used: %2").arg(text, shown(torch.problem)),
                 fromUtf8(torch.place));
    }
    if (!chosen.isEmpty() && findData(chosen) < 0) {
        addPlace(shown(pathBytes(chosen)), chosen);
    }
    setCurrentIndex(std::max(findData(chosen), 0));
    setToolTip(currentText());
    addItem(tr("Another folder…"));
}

void TorchBox::take(int index)
{
    if (index < count() - 1) {
        choose(itemData(index).toString());
        return;
    }
    setCurrentIndex(std::max(findData(m_settings.value(kTorchKey).toString()), 0)); // until there is an answer
    m_prompts.askForFolder(this, tr("The folder of a PyTorch, or of its environment"), [this](const QString& folder) {
        if (folder.isEmpty()) {
            return;
        }
        if (findData(folder) < 0) {
            insertItem(count() - 1, shown(pathBytes(folder)), folder);
        }
        setCurrentIndex(findData(folder));
        choose(folder);
    });
}

void TorchBox::choose(const QString& place)
{
    m_settings.setValue(kTorchKey, place);
    setToolTip(currentText());
    runtime::nameTorch(pathBytes(place));
}

} // namespace cairn::ui
