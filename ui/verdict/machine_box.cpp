#include "ui/verdict/machine_box.h"

#include "core/devices/machine/machine_text.h"
#include "ui/common/job.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"

#include <QFileInfo>
#include <QLineEdit>

#include <algorithm>

namespace cairn::ui {

namespace {

constexpr const char* kThis = "this";

} // namespace

MachineBox::MachineBox(QWidget* parent) : QComboBox(parent)
{
    setObjectName("machineBox");
    setAccessibleName(tr("Machine to check for"));
    setStatusTip(
        tr("Check the map for this machine, or for another one: choose, or describe it as 2 x 24 GB, cpu 64 GB"));
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    setMinimumContentsLength(18);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    addItem(tr("This machine"), QString::fromLatin1(kThis));
    addItem(tr("CPU only"), QStringLiteral("cpu"));
    for (const char* words : {"1 x 24 GB", "2 x 24 GB", "8 x 80 GB"}) {
        addItem(QString::fromLatin1(words), QString::fromLatin1(words));
    }
    addItem(tr("From a file…"), QString());
    m_shown = itemText(0);
    connect(this, &QComboBox::activated, this, [this](int index) {
        const QString words = itemData(index).toString();
        if (!words.isEmpty()) {
            choose(words);
            return;
        }
        setEditText(m_shown);
        Q_EMIT fileRequested();
    });
    connect(lineEdit(), &QLineEdit::editingFinished, this, [this] {
        const QString words = currentText().trimmed();
        if (words.isEmpty()) {
            setEditText(m_shown);
        } else if (words != m_shown && words != m_refused && findText(words) < 0) {
            choose(words);
        }
    });
}

void MachineBox::choose(const QString& words)
{
    if (m_asking != nullptr) {
        std::exchange(m_asking, nullptr)->abandon();
    }
    m_asking = startJob(
        this,
        [text = pathBytes(words), source = m_source](Progress&) {
            return text == kThis ? Result<devices::DeviceInventory>(source()) : devices::findMachine(text);
        },
        [this, words](Result<devices::DeviceInventory>&& found) {
            m_asking = nullptr;
            take(words, std::move(found));
        });
}

void MachineBox::take(const QString& words, Result<devices::DeviceInventory>&& found)
{
    if (!found) {
        m_refused = words;
        Q_EMIT refused(inWordsAlone(found.error().inFull()));
        return;
    }
    const int index = findData(words);
    const QString text = index >= 0 ? itemText(index) : words.contains(u'/') ? QFileInfo(words).fileName() : words;
    const auto machine = std::make_shared<const devices::DeviceInventory>(*std::move(found));
    m_known.emplace_back(machine, text);
    showMachine(machine);
    Q_EMIT machineFound(machine, words);
}

void MachineBox::showMachine(const InventoryPtr& machine)
{
    const auto known = std::ranges::find(m_known, machine, &std::pair<InventoryPtr, QString>::first);
    const bool isThis = !machine || isThisMachine(*machine);
    m_shown = known != m_known.end() ? known->second : isThis ? itemText(0) : machineWords(*machine);
    if (m_shown.isEmpty()) {
        m_shown = machineName(*machine);
    }
    m_refused.clear();
    const int index = findText(m_shown);
    if (index >= 0) {
        setCurrentIndex(index);
    }
    setEditText(m_shown);
    lineEdit()->setCursorPosition(0);
}

} // namespace cairn::ui
