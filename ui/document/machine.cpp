#include "ui/document/machine.h"

#include "ui/text/core_words.h"
#include "ui/text/display.h"

#include <mutex>
#include <thread>

namespace cairn::ui {

QString machineName(const devices::DeviceInventory& machine)
{
    return inWordsAlone(machine.name());
}

QString machineWords(const devices::DeviceInventory& machine)
{
    return shown(machine.described);
}

/// Where a thread that asks leaves its answer; it may live longer than the Machine.
struct Machine::Receiver {
    std::mutex mutex;
    Machine* machine = nullptr;
};

Machine::Machine(MachineSource source, QObject* parent)
    : QObject(parent), m_source(std::move(source)), m_receiver(std::make_shared<Receiver>())
{
    m_receiver->machine = this;
}

Machine::~Machine()
{
    const std::lock_guard lock(m_receiver->mutex);
    m_receiver->machine = nullptr;
}

void Machine::ask()
{
    if (m_isAsking) {
        return;
    }
    m_isAsking = true;
    std::thread([receiver = m_receiver, source = m_source] {
        auto inventory = std::make_shared<const devices::DeviceInventory>(source());
        const std::lock_guard lock(receiver->mutex);
        if (Machine* machine = receiver->machine; machine != nullptr) {
#ifndef __clang_analyzer__ // which does not see that Qt keeps and frees what it is given
            QMetaObject::invokeMethod(
                machine, [machine, inventory] { machine->take(inventory); }, Qt::QueuedConnection);
#endif
        }
    }).detach();
}

void Machine::take(const InventoryPtr& inventory)
{
    m_isAsking = false;
    m_inventory = inventory;
    Q_EMIT answered();
}

} // namespace cairn::ui
